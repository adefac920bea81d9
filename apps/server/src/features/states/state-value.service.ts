import { earliestValueAt, type State } from '@stellwerk/contract/state';
import type { Clock } from '../../platform/clock/clock.ts';
import { createBudget, OverBudgetError } from '../../platform/clock/work-budget.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Live } from '../../platform/live/live.ts';
import { takeSeqs } from './engine/value.store.ts';
import { isComputed } from './engine/value.ts';
import type { Values } from './engine/values.ts';
import { publishApplied } from './state.events.ts';
import { readStateToWire, stateOf } from './state.service.ts';

/** Time that the states computed from a value may take; the call holds a connection to the database meanwhile. */
const budgetMs = 3_000;

interface StateValueDeps {
  values: Values;
  live: Pick<Live, 'publish'>;
  clock: Clock;
}

interface GivenValue {
  twinId: number;
  stateId: number;
  value: JsonValue;
  timestamp?: string | undefined;
}

export const createStateValueService = ({ values, live, clock }: StateValueDeps) => ({
  /** Disabled twins accept values set by hand as well. */
  async set(ctx: Ctx, { value, timestamp, ...place }: GivenValue): Promise<State> {
    const state = await stateOf(ctx, place);
    if (isComputed(state.source)) fail('DTWINSTATE_COMPUTED');
    const receivedAt = clock.now();
    const measuredAt = timestamp === undefined ? receivedAt : new Date(timestamp);
    if (measuredAt.getTime() < earliestValueAt) fail('DTWINSTATE_TIME_OUT_OF_RANGE');
    const [seq = 0] = await takeSeqs(ctx.db, 1);
    const packet = { shard: 0, seq, origin: 'manual', skipTransformer: true } as const;
    const update = { stateId: state.id, value, measuredAt, receivedAt, ...packet };
    const applied = await createBudget(budgetMs)
      .run(() => values.apply(ctx.db, [update], { strict: true }))
      .catch((error: unknown) => {
        if (error instanceof OverBudgetError) fail('SERVICE_UNAVAILABLE', {}, { cause: error });
        throw error;
      });
    ctx.afterCommit(() => publishApplied(live, applied));
    return readStateToWire(ctx, state.id);
  },
});
export type StateValueService = ReturnType<typeof createStateValueService>;
