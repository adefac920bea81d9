import type { DeliveryOutcome, listDeliveries } from '@stellwerk/contract/connector';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import { z } from 'zod';
import type { Ctx } from '../../platform/http/ctx.ts';
import { readTarget, type TargetEntry } from '../../platform/outbox/target.store.ts';
import { findDeliveries } from './delivery.store.ts';
import { shownContent } from './delivery-log.ts';
import { renderReason } from './failure-reason.ts';

type Delivery = RouteAnswer<typeof listDeliveries>['data'][number];

/** Content of commands of rules in the outbox; other deliveries have a different content. */
const queued = z.object({ options: z.json() }).catch({ options: null });

function outcomeOf({ parkedAt, attempts }: TargetEntry): DeliveryOutcome {
  if (parkedAt) return 'failed';
  return attempts > 0 ? 'retry' : 'waiting';
}

/** Merges sent messages with those that wait in the outbox or were given up there, newest first. */
export async function readDeliveries(
  ctx: Ctx,
  connectorId: number,
  { limit, outcome }: { limit: number; outcome?: DeliveryOutcome | undefined },
): Promise<Delivery[]> {
  const sent = (await findDeliveries(ctx.db, connectorId)).map(({ id, at, code, params, ...row }): Delivery => {
    const reason = code === null ? null : renderReason({ code, params: params ?? {} }, ctx.language);
    return {
      ...{ id: `sent-${id}`, at: at.toISOString(), source: row.source, content: row.content, answer: row.answer },
      ...{ outcome: reason ? 'failed' : 'delivered', attempts: reason ? 1 : 0, nextAt: null, reason },
    };
  });
  const entries = await readTarget(ctx.db, `connector/${connectorId}`, 100);
  const open = entries.map((entry): Delivery => {
    const is = outcomeOf(entry);
    return {
      id: `${entry.lane}-${entry.seq}`,
      at: (entry.parkedAt ?? entry.createdAt).toISOString(),
      source: 'rule',
      outcome: is,
      attempts: entry.attempts,
      nextAt: is === 'retry' ? entry.nextAt.toISOString() : null,
      reason: entry.lastError && renderReason(entry.lastError, ctx.language),
      content: shownContent(queued.parse(entry.payload).options),
      answer: null,
    };
  });
  return [...sent, ...open]
    .filter((each) => outcome === undefined || each.outcome === outcome)
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, limit);
}
