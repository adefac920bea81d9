import {
  findWidgetStates,
  previewWidget,
  readDashboardData,
  readWidgetData,
} from '@stellwerk/contract/dashboard-widget';
import type { FastifyReply } from 'fastify';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import { sendReady } from '../../../platform/http/serialized-response.ts';
import type { DashboardData } from './data.service.ts';

/** Aborts when the caller disconnects before the response is sent. */
function whileWaitedFor({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

export const dashboardDataRoutes = (data: DashboardData): HandledRoute[] => [
  handle(readDashboardData, async (ctx, { params, query }, exchange) =>
    sendReady(exchange, await data.all(ctx, params.id, query, whileWaitedFor(exchange.reply))),
  ),
  handle(readWidgetData, async (ctx, { params, query }, { reply }) => ({
    data: await data.one(ctx, params, query, whileWaitedFor(reply)),
  })),
  handle(previewWidget, async (ctx, { params, body }, { reply }) => ({
    data: await data.preview(ctx, params.id, body, whileWaitedFor(reply)),
  })),
  handle(findWidgetStates, async (ctx, { body }) => ({ data: await data.states(ctx, body) })),
];
