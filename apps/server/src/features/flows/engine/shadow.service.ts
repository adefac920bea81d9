import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { onBehalfOf } from '../../../platform/db/fair-pool.ts';
import type { Deliver } from '../../../platform/outbox/deliver.ts';
import { type Ended, runChain } from '../chain/chain.ts';
import { queuedEvent } from './queue.ts';
import type { Comparison, Recorder } from './recorder.ts';
import type { RunnableSource } from './runnable-source.ts';

interface ShadowDeps {
  db: Db;
  source: RunnableSource;
  recorder: Pick<Recorder, 'compare'>;
  clock: Clock;
}

/** What would be sent: null if nothing. */
const shownOf = (ended: Ended): string | null =>
  ended.is === 'ready' ? ended.text : ended.is === 'failed' ? ended.failure.code : null;

function comparisonOf(productive: Ended, shadow: Ended): Comparison {
  if (productive.is === 'ready' && shadow.is === 'ready') {
    const isSame = productive.type === shadow.type && isDeepStrictEqual(productive.content, shadow.content);
    return isSame ? 'same' : 'different';
  }
  if (productive.is === 'ready') return 'onlyProductive';
  if (shadow.is === 'ready') return 'onlyShadow';
  return shownOf(productive) === shownOf(shadow) ? 'same' : 'different';
}

/** Runs the productive and the edited steps on the same live events and compares what they would send. */
export const createShadowDelivery =
  ({ db, source, recorder, clock }: ShadowDeps): Deliver =>
  async (entries) => {
    const events = entries.map(({ payload }) => queuedEvent.parse(payload));
    const [first] = events;
    const flow = first && (await source.find(db, first.flowId));
    const nowMs = clock.now().getTime();
    const shadow = flow?.shadow;
    if (flow?.active && shadow && shadow.endsAtMs > nowMs) {
      await onBehalfOf(flow.accountId, async () => {
        const messages = events.map(({ event }) => ({ event, content: event }));
        const call = { nowMs, accountId: flow.accountId };
        const productive = await runChain(flow.chain, messages, call);
        const edited = await runChain(shadow.chain, messages, call);
        for (const [index, { flowId, event }] of events.entries()) {
          const [now, then] = [productive[index], edited[index]];
          if (!now || !then) continue;
          recorder.compare(flowId, comparisonOf(now, then), () => ({
            ...{ event, productive: shownOf(now), shadow: shownOf(then) },
          }));
        }
      });
    }
    return entries.map(() => 'delivered');
  };
