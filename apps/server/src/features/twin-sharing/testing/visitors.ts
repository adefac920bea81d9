import { Readable } from 'node:stream';
import type { Route } from '@stellwerk/contract/core/route';
import {
  breakOpenPublicCluster,
  createShareKey,
  readPublicGeoClusters,
  readPublicGeoMeta,
  readPublicHistory,
  readPublicImage,
  readPublicTwin,
} from '@stellwerk/contract/twin-sharing';
import { eq } from 'drizzle-orm';
import type { TestState, TestTwin, TestUser } from '../../../../test/factories.ts';
import { type TestServer, urlOf } from '../../../../test/server.ts';
import { setNewest } from '../../../ingest/newest/testing/newest.fixture.ts';
import type { Files } from '../../../platform/files/files.ts';
import { states } from '../../states/index.ts';
import { mercatorOf, twinFiles, twins } from '../../twins/index.ts';
import { twinShares } from '../index.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Extra {
  params?: object;
  query?: object;
}

export const place = { latitude: 48.1, longitude: 11.5 };
export const world = { north: 85, east: 180, south: -85, west: -180, zoom: 3 };

/** Every public route with the parameters that it needs beside key and twin. */
export const publicCalls: { path: string; route: Route; extra: Extra }[] = (
  [
    [readPublicTwin, {}],
    [readPublicHistory, { query: { key: 'temperature', timeRange: '24h' } }],
    [readPublicImage, { params: { kind: 'background' } }],
    [readPublicGeoMeta, {}],
    [readPublicGeoClusters, { query: world }],
    [breakOpenPublicCluster, { params: { cluster: '3_50_4_2' } }],
  ] satisfies [Route, Extra][]
).map(([route, extra]) => ({ path: route.path, route, extra }));

export interface Shared {
  manager: TestUser;
  site: TestTwin;
  building: TestTwin;
  room: TestTwin;
  temperature: TestState;
  key: string;
}

/** Anonymous visitors and shared twins for them. */
export function createVisitors(server: TestServer, files: Files) {
  const { db } = server.database;
  let visitors = 0;

  /** Each call has another IP address by default, so that wrong keys don't lock out later calls. */
  async function visit(route: Route, key: string, dtwin: number, extra: Extra = {}, from?: string) {
    visitors += 1;
    const answer = await server.app.inject({
      method: 'GET',
      url: urlOf(route, { params: { key, dtwin, ...extra.params }, query: extra.query }),
      remoteAddress: from ?? `10.1.${Math.floor(visitors / 250)}.${visitors % 250}`,
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: isJson ? answer.json() : {} };
  }

  const change = ({ id }: TestTwin, values: Partial<typeof twins.$inferInsert>) =>
    db.update(twins).set(values).where(eq(twins.id, id));

  const put = (twin: TestTwin, at: typeof place) => change(twin, { ...at, ...mercatorOf(at.latitude, at.longitude) });

  const changeState = ({ id }: TestState, values: Partial<typeof states.$inferInsert>) =>
    db.update(states).set(values).where(eq(states.id, id));

  async function show(state: TestState, visualisation: object) {
    const [row] = await db.select().from(states).where(eq(states.id, state.id));
    if (!row) throw new Error('the state is gone');
    await changeState(state, { visualisation: { ...row.visualisation, ...visualisation } });
  }

  async function giveValue({ id }: TestState, value: number) {
    const at = new Date();
    const newest = { value, measuredAt: at, receivedAt: at, origin: 'live' as const, status: 2 };
    await setNewest(db, id, newest);
  }

  async function addBackground({ id: twinId }: TestTwin) {
    const wanted = { maxBytes: 10_000, allowedTypes: ['image/png'], name: 'site.png' };
    const { key, name, type, sizeBytes } = await files.put(Readable.from(png), wanted);
    await db.insert(twinFiles).values({ twinId, kind: 'background', key, name, type, sizeBytes });
  }

  /** A shared building with a room below it and a site above. */
  async function shareBuilding(): Promise<Shared> {
    const manager = await server.make.user({ permissions: ['DigitalTwin.manage', 'all.manage'] });
    const site = await server.make.twin({ account: manager.account, title: 'Site' });
    const building = await server.make.twin({ parent: site, title: 'Building' });
    const room = await server.make.twin({ parent: building, title: 'Room' });
    for (const twin of [building, room]) await put(twin, place);
    const temperature = await server.make.state({ twin: building, key: 'temperature' });
    await show(temperature, { component: 'lineChart', timeRange: '1h' });
    await giveValue(temperature, 21.5);
    await addBackground(building);
    const { body } = await server.call(createShareKey, { params: { id: building.id }, body: {} }, { as: manager });
    return { manager, site, building, room, temperature, key: body.data.key };
  }

  const expire = ({ id }: TestTwin) =>
    db.update(twinShares).set({ validUntil: new Date() }).where(eq(twinShares.twinId, id));

  return { visit, change, expire, put, changeState, show, shareBuilding };
}
export type Visitors = ReturnType<typeof createVisitors>;
