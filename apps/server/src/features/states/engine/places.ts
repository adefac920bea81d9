import type { Place } from '../../../ingest/apply/ports.ts';
import type { StateNode } from './graph.store.ts';
import type { Graph } from './graph.ts';

/** Latitude and longitude that are further apart in time belong to different places. */
const maxApartMs = 60_000;
const limits = { latitude: 90, longitude: 180 } as const;

interface Coordinate {
  value: number;
  at: number;
}

/** The newest value among the states that hold this coordinate of the twin; values out of range are ignored. */
function newest(nodes: readonly StateNode[], link: 'latitude' | 'longitude'): Coordinate | undefined {
  let found: Coordinate | undefined;
  for (const { geoLink, value, measuredAt } of nodes) {
    if (geoLink !== link || typeof value !== 'number' || !measuredAt || Math.abs(value) > limits[link]) continue;
    if (!found || measuredAt.getTime() > found.at) found = { value, at: measuredAt.getTime() };
  }
  return found;
}

/** The current places of twins whose coordinates have changed. */
export function placesOf(graph: Graph, changed: ReadonlySet<number>): Place[] {
  const moved = new Set<number>();
  for (const id of changed) {
    const node = graph.node(id);
    if (node?.geoLink) moved.add(node.twinId);
  }
  return [...moved].flatMap((twinId) => {
    const own = graph.coordinates(twinId).flatMap((id) => graph.node(id) ?? []);
    const [latitude, longitude] = [newest(own, 'latitude'), newest(own, 'longitude')];
    if (!latitude || !longitude || Math.abs(latitude.at - longitude.at) > maxApartMs) return [];
    const measuredAt = new Date(Math.max(latitude.at, longitude.at));
    return [{ twinId, latitude: latitude.value, longitude: longitude.value, measuredAt }];
  });
}
