import type { RouteCall } from '@stellwerk/contract/core/route';
import { readTwinImage } from '@stellwerk/contract/twin-file';
import type { GeoMeta, MapContent, MapTwin } from '@stellwerk/contract/twin-map';
import { breakOpenCluster, readGeoClusters, readGeoMeta } from '@stellwerk/contract/twin-map';
import { call } from '../../lib/api.ts';
import type { MapBox } from './map-box.ts';

/** Where a map takes its twins from: the calls of somebody who is signed in, or those of a shared twin. */
export interface MapSource {
  /** Tells its answers from those of other sources. */
  key: readonly unknown[];
  meta: (signal: AbortSignal) => Promise<GeoMeta>;
  content: (box: MapBox & { clusterDistance: number }, signal: AbortSignal) => Promise<MapContent>;
  /** Some of the twins in a cluster, by title, and how many there are. */
  breakOpen: (clusterId: string, signal: AbortSignal) => Promise<{ twins: MapTwin[]; total: number }>;
  /** The plan of a floor. */
  overlayUrl: (floorId: number) => string;
}

/** As the address of a call carries it. */
export type MapFilter = RouteCall<typeof readGeoMeta>['query'];

/** The specification gives clusters 25 s. */
const timeoutMs = 25_000;

export const createMapSource = (filter: MapFilter): MapSource => ({
  key: ['twin-map', filter],
  meta: async (signal) => (await call(readGeoMeta, { query: filter }, { signal, timeoutMs })).data,
  content: async (box, signal) =>
    (await call(readGeoClusters, { query: { ...filter, ...box } }, { signal, timeoutMs })).data,
  breakOpen: async (id, signal) => {
    const { data, total } = await call(breakOpenCluster, { params: { id }, query: filter }, { signal, timeoutMs });
    return { twins: data, total };
  },
  overlayUrl: (floorId) => readTwinImage.path.replace('{id}', String(floorId)).replace('{kind}', 'overlay'),
});
