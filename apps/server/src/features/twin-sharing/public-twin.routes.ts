import {
  breakOpenPublicCluster,
  readPublicGeoClusters,
  readPublicGeoMeta,
  readPublicHistory,
  readPublicImage,
  readPublicTwin,
} from '@stellwerk/contract/twin-sharing';
import { sendFile } from '../../platform/files/send-file.ts';
import type { Exchange } from '../../platform/http/ctx.ts';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { PublicMapService } from './public-map.service.ts';
import type { PublicTwinService, Visit } from './public-twin.service.ts';

const visitOf = ({ key, dtwin }: Omit<Visit, 'address'>, { request }: Exchange): Visit => ({
  key,
  dtwin,
  address: request.address,
});

export function publicTwinRoutes({ twin, map }: { twin: PublicTwinService; map: PublicMapService }): HandledRoute[] {
  return [
    handle(readPublicTwin, async (ctx, { params }, exchange) => ({
      data: await twin.read(ctx, visitOf(params, exchange)),
    })),
    handle(readPublicHistory, async (ctx, { params, query }, exchange) => ({
      data: await twin.history(ctx, visitOf(params, exchange), query),
    })),
    handle(readPublicImage, async (ctx, { params }, exchange) => {
      const { type, ...file } = await twin.image(ctx, visitOf(params, exchange), params.kind);
      return sendFile(exchange.reply, file, { name: params.kind, type, inline: true });
    }),
    handle(readPublicGeoMeta, async (ctx, { params, query }, exchange) => ({
      data: await map.meta(ctx, visitOf(params, exchange), query),
    })),
    handle(readPublicGeoClusters, async (ctx, { params, query }, exchange) => ({
      data: await map.content(ctx, visitOf(params, exchange), query),
    })),
    handle(breakOpenPublicCluster, async (ctx, { params, query }, exchange) => ({
      data: await map.breakOpen(ctx, visitOf(params, exchange), params.cluster, query),
    })),
  ];
}
