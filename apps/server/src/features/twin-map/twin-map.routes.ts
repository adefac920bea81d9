import {
  breakOpenCluster,
  type MapStyle,
  readGeoClusters,
  readGeoHistory,
  readGeoMeta,
  readMapStyles,
  withMapOptions,
} from '@stellwerk/contract/twin-map';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import { domainSettings, mapStylesOf } from '../settings/index.ts';
import type { TwinMapService } from './twin-map.service.ts';

/** Where the operator has named none. */
const bundledOnly = { default: null, satellite: null, streets: null, combo: null };

export const twinMapRoutes = (
  service: TwinMapService,
  mapStyles: Readonly<Record<MapStyle, string | null>> = bundledOnly,
): HandledRoute[] => [
  handle(readGeoClusters, async (ctx, { query }) => ({ data: await service.content(ctx, withMapOptions(query)) })),
  handle(breakOpenCluster, (ctx, { params, query }) => service.breakOpen(ctx, params.id, withMapOptions(query))),
  handle(readGeoMeta, async (ctx, { query }) => ({ data: await service.meta(ctx, withMapOptions(query)) })),
  handle(readGeoHistory, (ctx, { params, query }) => service.history(ctx, params.id, query)),
  // The policy of the page allows the origins of its host, so the styles are those of the host, too.
  handle(readMapStyles, async ({ db }, _input, { request }) => ({
    data: { ...mapStyles, ...mapStylesOf(await domainSettings(db, request.hostname)).styles },
  })),
];
