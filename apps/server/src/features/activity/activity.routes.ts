import { Readable } from 'node:stream';
import { exportActivity, listActivity } from '@stellwerk/contract/activity';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { ActivityService } from './activity.service.ts';

export const activityRoutes = (service: ActivityService): HandledRoute[] => [
  handle(listActivity, (ctx, { query }) => service.list(ctx, query)),
  handle(exportActivity, async (ctx, { query }, { reply }) => {
    reply.header('content-disposition', 'attachment; filename="activity-log.csv"');
    return Readable.from(service.csv(ctx, query));
  }),
];
