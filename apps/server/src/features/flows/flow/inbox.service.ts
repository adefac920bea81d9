import type { RouteInput } from '@stellwerk/contract/core/route';
import type { DeadLetter, deleteDeadLetters, listDeadLetters, resendDeadLetters } from '@stellwerk/contract/flow';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { putOutbox } from '../../../platform/outbox/outbox.store.ts';
import { countLetters, pageOfLetters, takeLetters } from '../engine/dead-letter.store.ts';
import { flowKind, type QueuedEvent, storableEvent, targetOf } from '../engine/queue.ts';
import { readConnectorNames } from '../events/connector-type.store.ts';
import { renderFailure } from '../render-failure.ts';

/** Messages that a flow could not process or send. */
export function createInbox() {
  return {
    async list(ctx: Ctx, flowId: number, { offset, limit }: RouteInput<typeof listDeadLetters>['query']) {
      const rows = await pageOfLetters(ctx.db, flowId, { offset, limit });
      const names = await readConnectorNames(ctx.db, [...new Set(rows.map(({ connectorId }) => connectorId))]);
      const data = rows.map(
        ({ id, at, step, connectorId, failure, event }): DeadLetter => ({
          ...{ id, at: at.toISOString(), step, connectorId, connectorName: names.get(connectorId) ?? null },
          ...{ failure: renderFailure(failure, ctx.language), event },
        }),
      );
      return { data, total: await countLetters(ctx.db, flowId), offset, limit };
    },

    /** They are queued behind the events that wait already. */
    async resend(ctx: Ctx, flowId: number, { letters, event }: RouteInput<typeof resendDeadLetters>['body']) {
      const taken = await takeLetters(ctx.db, flowId, letters);
      if (taken.length < new Set(letters).size) fail('FLOW_DEAD_LETTER_NOT_FOUND');
      const entries = taken.map(({ accountId, connectorId, key, event: stored }) => {
        const payload: QueuedEvent = { flowId, accountId, connectorId, event: storableEvent(event ?? stored) };
        return { target: targetOf(flowId, connectorId), key, kind: flowKind, payload };
      });
      await putOutbox(ctx.db, entries);
      ctx.activity.details = { count: taken.length, changed: event !== undefined };
      return { resent: taken.length };
    },

    async remove(ctx: Ctx, flowId: number, { letters }: RouteInput<typeof deleteDeadLetters>['body']) {
      const taken = await takeLetters(ctx.db, flowId, letters);
      ctx.activity.details = { count: taken.length };
      return { deleted: taken.length };
    },
  };
}
export type Inbox = ReturnType<typeof createInbox>;
