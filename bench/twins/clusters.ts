import { sql } from 'drizzle-orm';
import { readMap, readMeta } from '../../apps/server/src/features/twin-map/index.ts';
import { matchesTwins } from '../../apps/server/src/features/twins/index.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import type { Actor } from '../../apps/server/src/platform/http/ctx.ts';

const wholeWorld = { north: 85, south: -85, west: -180, east: 180 };
const shown = { excludeZones: false, hideStatelessPolygons: false, seesValues: sql`true`, clusterDistance: 50 };
/** A building of the big account; its rooms lie within ten kilometres. */
const middle = { latitude: 52 * Math.sin(5), longitude: 160 * Math.cos(5 * 1.7) };

/** The section that a window of 1920 by 1080 pixels shows around a building. */
function windowAt(zoom: number) {
  const width = (1920 / (512 * 2 ** zoom)) * 180;
  const height = width * 0.5;
  const { latitude, longitude } = middle;
  return {
    north: Math.min(85, latitude + height),
    south: Math.max(-85, latitude - height),
    west: Math.max(-180, longitude - width),
    east: Math.min(180, longitude + width),
  };
}

const map = (zoom: number, box: typeof wholeWorld, isCountable: boolean) => (db: Db, actor: Actor) =>
  readMap(db, matchesTwins(actor, {}, 'DigitalTwin.list'), { ...shown, ...box, zoom, isCountable });

/** Maps of all visible twins. The last one counts the twins themselves, to show what the counted squares save. */
export const clusterQuestions: Record<string, (db: Db, actor: Actor) => Promise<unknown>> = {
  'map, where everything lies': (db, actor) =>
    readMeta(db, matchesTwins(actor, {}, 'DigitalTwin.list'), { ...shown, isCountable: true }),
  ...Object.fromEntries([0, 1, 2, 3].map((zoom) => [`map, whole world at zoom ${zoom}`, map(zoom, wholeWorld, true)])),
  ...Object.fromEntries(
    [5, 8, 11, 14, 17].map((zoom) => [`map, window at zoom ${zoom}`, map(zoom, windowAt(zoom), true)]),
  ),
  'map, with a tag, whole world': (db, actor) =>
    readMap(db, matchesTwins(actor, { tags: ['tag 7'] }, 'DigitalTwin.list'), { ...shown, ...wholeWorld, zoom: 2 }),
  'map, whole world without counted squares': map(2, wholeWorld, false),
};
