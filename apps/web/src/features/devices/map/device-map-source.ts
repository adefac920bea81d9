import { breakOpenDeviceCluster, readDeviceClusters, readDeviceGeoMeta } from '@stellwerk/contract/device-map';
import { readTwinImage } from '@stellwerk/contract/twin-file';
import { call } from '../../../lib/api.ts';
import type { MapSource } from '../../twin-map/index.ts';
import { apiFilterOf, type DeviceFilterValues } from '../device-filter.ts';

/** The specification gives clusters 25 s. */
const timeoutMs = 25_000;

/** The map of twins over the calls of virtual devices and the filters of their list. */
export const createDeviceMapSource = (filter: DeviceFilterValues, smartGroupId?: number): MapSource => ({
  key: ['devices', 'map', filter, smartGroupId],
  meta: async (signal) => {
    const query = { ...apiFilterOf(filter), smartGroupId };
    return (await call(readDeviceGeoMeta, { query }, { signal, timeoutMs })).data;
  },
  content: async (box, signal) => {
    const query = { ...apiFilterOf(filter), smartGroupId, ...box };
    return (await call(readDeviceClusters, { query }, { signal, timeoutMs })).data;
  },
  breakOpen: async (id, signal) => {
    const query = { ...apiFilterOf(filter), smartGroupId };
    const { data, total } = await call(breakOpenDeviceCluster, { params: { id }, query }, { signal, timeoutMs });
    return { twins: data, total };
  },
  overlayUrl: (floorId) => readTwinImage.path.replace('{id}', String(floorId)).replace('{kind}', 'overlay'),
});
