import { discardHeldDeliveries, readHeldDeliveries, sendHeldDeliveries } from '@stellwerk/contract/outbox';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';

/** Releases or discards deliveries that were in a restored backup. */
export const outboxRoutes = ({ held }: Pick<Outbox, 'held'>): HandledRoute[] => [
  handle(readHeldDeliveries, async ({ db }) => {
    const { count, oldestAt } = await held.read(db);
    return { data: { count, oldestAt: oldestAt?.toISOString() ?? null } };
  }),
  handle(sendHeldDeliveries, async ({ db }) => ({ data: { count: await held.send(db) } })),
  handle(discardHeldDeliveries, async (ctx) => {
    const { count, publish } = await held.discard(ctx.db);
    ctx.afterCommit(publish);
    return { data: { count } };
  }),
];
