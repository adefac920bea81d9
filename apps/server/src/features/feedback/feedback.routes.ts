import { deleteFeedback, listFeedback, readFeedbackFile, sendFeedback } from '@stellwerk/contract/feedback';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { FeedbackService } from './feedback.service.ts';

export const feedbackRoutes = (feedback: FeedbackService): HandledRoute[] => [
  handle(sendFeedback, async (ctx, _input, exchange) => ({ data: await feedback.send(ctx, exchange) })),
  handle(listFeedback, (ctx, { query }) => feedback.list(ctx, query)),
  handle(readFeedbackFile, (ctx, { params }, exchange) =>
    feedback.sendAttachment(ctx, params.id, params.position, exchange),
  ),
  handle(deleteFeedback, async (ctx, { params }) => {
    await feedback.remove(ctx, params.id);
    return { data: { deleted: true as const } };
  }),
];
