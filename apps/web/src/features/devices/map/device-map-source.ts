import { breakOpenDeviceCluster, readDeviceClusters, readDeviceGeoMeta } from '@stellwerk/contract/device-map';
import { readTwinImage } from '@stellwerk/contract/twin-file';
import { call } from '../../../lib/api.ts';
import type { MapSource } from '../../twin-map/index.ts';
import { apiFilterOf, type DeviceFilterValues } from '../device-filter.ts';

/** The specification gives clusters 25 s. */
const timeoutMs = 25_000;

/** The map of twins over the calls of virtual devices and the filters of their list. */
export const createDeviceMapSource = (filter: DeviceFilterValues): MapSource => ({
  key: ['devices', 'map', filter],
  meta: async (signal) => (await call(readDeviceGeoMeta, { query: apiFilterOf(filter) }, { signal, timeoutMs })).data,
  content: async (box, signal) =>
    (await call(readDeviceClusters, { query: { ...apiFilterOf(filter), ...box } }, { signal, timeoutMs })).data,
  breakOpen: async (id, signal) => {
    const query = apiFilterOf(filter);
    const { data, total } = await call(breakOpenDeviceCluster, { params: { id }, query }, { signal, timeoutMs });
    return { twins: data, total };
  },
  overlayUrl: (floorId) => readTwinImage.path.replace('{id}', String(floorId)).replace('{kind}', 'overlay'),
});
