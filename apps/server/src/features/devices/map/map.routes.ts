import {
  breakOpenDeviceCluster,
  checkDeviceClusters,
  readDeviceClusters,
  readDeviceGeoHistory,
  readDeviceGeoMeta,
} from '@stellwerk/contract/device-map';
import { withMapOptions } from '@stellwerk/contract/twin-map';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { DeviceMapService } from './map.service.ts';

export const deviceMapRoutes = (map: DeviceMapService): HandledRoute[] => [
  handle(readDeviceClusters, async (ctx, { query }) => ({ data: await map.content(ctx, withMapOptions(query)) })),
  handle(breakOpenDeviceCluster, (ctx, { params, query }) => map.breakOpen(ctx, params.id, withMapOptions(query))),
  handle(readDeviceGeoMeta, async (ctx, { query }) => ({ data: await map.meta(ctx, withMapOptions(query)) })),
  handle(checkDeviceClusters, async (ctx, { query }) => ({ data: await map.check(ctx, query) })),
  handle(readDeviceGeoHistory, (ctx, { params, query }) => map.history(ctx, params.id, query)),
];
