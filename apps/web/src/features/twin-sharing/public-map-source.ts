import {
  breakOpenPublicCluster,
  readPublicGeoClusters,
  readPublicGeoMeta,
  readPublicImage,
} from '@stellwerk/contract/twin-sharing';
import { callUnauthenticated } from '../../lib/api.ts';
import type { MapSource } from '../twin-map/index.ts';
import { type Place, paramsOf } from './public-twin.queries.ts';

/** Clusters of many twins take their time. */
const timeoutMs = 25_000;

/** A shared twin and what lies below it, for a map. */
export function createPublicMapSource(place: Place): MapSource {
  const params = paramsOf(place);
  return {
    key: ['public-map', place],
    meta: async (signal) => (await callUnauthenticated(readPublicGeoMeta, { params }, { signal, timeoutMs })).data,
    content: async (query, signal) =>
      (await callUnauthenticated(readPublicGeoClusters, { params, query }, { signal, timeoutMs })).data,
    breakOpen: async (cluster, signal) => {
      const options = { signal, timeoutMs };
      const { data } = await callUnauthenticated(breakOpenPublicCluster, { params: { ...params, cluster } }, options);
      return { twins: data, total: data.length };
    },
    overlayUrl: (floorId) =>
      readPublicImage.path
        .replace('{key}', place.shareKey)
        .replace('{dtwin}', String(floorId))
        .replace('{kind}', 'overlay'),
  };
}
