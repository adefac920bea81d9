import {
  listDevicePackets,
  listDownlinks,
  previewReparse,
  sendDownlink,
  startReparse,
} from '@stellwerk/contract/packet';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { DownlinkService } from '../downlinks/downlink.service.ts';
import type { ReparseService } from '../reparse/reparse.service.ts';
import type { PacketService } from './packet.service.ts';

interface PacketServices {
  packets: PacketService;
  downlinks: DownlinkService;
  reparse: ReparseService;
}

export const packetRoutes = ({ packets, downlinks, reparse }: PacketServices): HandledRoute[] => [
  handle(listDevicePackets, async (ctx, { params, query }) => ({ data: await packets.list(ctx, params.id, query) })),
  handle(sendDownlink, async (ctx, { params, body }) => ({ data: await downlinks.send(ctx, params.id, body) })),
  handle(listDownlinks, async (ctx, { params }) => ({ data: await downlinks.list(ctx, params.id) })),
  handle(previewReparse, async (ctx, { body }) => ({ data: await reparse.preview(ctx, body) })),
  handle(startReparse, async (ctx, { body }) => ({ data: { job: { id: await reparse.start(ctx, body) } } })),
];
