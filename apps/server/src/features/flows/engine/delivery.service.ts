import type { Clock } from '../../../platform/clock/clock.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency/concurrency-limit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { onBehalfOf } from '../../../platform/db/fair-pool.ts';
import type { Deliver, DeliveryResult } from '../../../platform/outbox/deliver.ts';
import type { QueuedEntry } from '../../../platform/outbox/outbox.store.ts';
import type { Connectors } from '../../connectors/index.ts';
import { type Chain, type Ended, runChain, type Target } from '../chain/chain.ts';
import { commandOf, templateOf } from '../chain/command.ts';
import { readConnectorTypes } from '../events/connector-type.store.ts';
import type { StoredFailure } from '../flow.table.ts';
import { addLetters } from './dead-letter.store.ts';
import { failureOf } from './delivery-failure.ts';
import { type QueuedEvent, queuedEvent } from './queue.ts';
import type { Recorder } from './recorder.ts';
import type { RunnableSource } from './runnable-source.ts';

interface DeliveryDeps {
  db: Db;
  connectors: Pick<Connectors, 'send'>;
  source: RunnableSource;
  recorder: Pick<Recorder, 'note'>;
  clock: Clock;
  /** A message is given up after this time; the outbox must not give up earlier. */
  giveUpAfterMs?: number;
  /** Time limit of a batch: the rest of a slow connector is queued again before the outbox times out. */
  batchMs?: number;
  /** Number of keys whose messages are sent at the same time. */
  atOnce?: number;
}

const pausedMs = 30_000;
const paused: DeliveryResult = { retry: { code: 'FLOW_INACTIVE', params: {} }, afterMs: pausedMs };
const busy: DeliveryResult = { retry: { code: 'SERVICE_UNAVAILABLE', params: {} }, afterMs: 0 };

interface Item {
  entry: QueuedEntry;
  queued: QueuedEvent;
  ended: Ended;
}

interface Sending {
  target: Target;
  /** Index of the connector step. */
  step: number;
  template: ReturnType<typeof templateOf>;
  until: number;
  down: DeliveryResult | undefined;
  letters: Parameters<typeof addLetters>[1][number][];
  signal: AbortSignal;
}

/** Runs the steps of a flow over queued events and sends the results, in order for each key. */
export function createFlowDelivery(deps: DeliveryDeps): Deliver {
  const { db, connectors, source, recorder, clock } = deps;
  const { giveUpAfterMs = 82_800_000, batchMs = 25_000, atOnce = 16 } = deps;

  const isLate = ({ createdAt }: QueuedEntry) => clock.now().getTime() - createdAt.getTime() > giveUpAfterMs;

  function toInbox({ entry, queued }: Item, step: number, failure: StoredFailure, sending: Sending): DeliveryResult {
    const { flowId, accountId, connectorId, event } = queued;
    sending.letters.push({
      ...{ flowId, accountId, connectorId, step, event, failure },
      ...{ key: entry.key, entry: entry.seq, at: clock.now() },
    });
    return 'delivered';
  }

  async function send(item: Item, sending: Sending): Promise<DeliveryResult> {
    const { ended, queued, entry } = item;
    if (ended.is === 'stopped') return 'delivered';
    if (ended.is === 'failed') return toInbox(item, ended.step, ended.failure, sending);
    if (sending.down && !isLate(entry)) return sending.down;
    if (performance.now() > sending.until) return busy;
    const { flowId, connectorId, event } = queued;
    const { step, signal } = sending;
    const place = { flowId, step, connectorId };
    const show = (output: string | null) => () => ({ input: ended.text, output });
    try {
      const answer = await connectors.send(connectorId, commandOf(sending.template, event, ended));
      recorder.note({ ...place, outcome: 'sent', show: show(answer === null ? null : JSON.stringify(answer)) });
      return 'delivered';
    } catch (error) {
      signal.throwIfAborted();
      const { reason, isFinal, isDown, afterMs } = failureOf(error);
      const isOver = isFinal || isLate(entry);
      recorder.note({ ...place, outcome: isOver ? 'failed' : 'retry', show: show(null), failure: reason });
      if (isOver) return toInbox(item, step, reason, sending);
      const result: DeliveryResult = { retry: reason, ...(afterMs === undefined ? {} : { afterMs }) };
      if (isDown) sending.down = result;
      return result;
    }
  }

  /** Messages of one key are sent one after another; behind one that waits, the others wait, too. */
  async function sendKey(items: readonly Item[], sending: Sending): Promise<Map<QueuedEntry, DeliveryResult>> {
    const results = new Map<QueuedEntry, DeliveryResult>();
    let waiting: DeliveryResult | undefined;
    for (const item of items) {
      const result = waiting ?? (await send(item, sending));
      if (typeof result === 'object' && 'retry' in result) waiting = result;
      results.set(item.entry, result);
    }
    return results;
  }

  /** Counts the steps once for each event, not for each connector. */
  function noteFor(chain: Chain, flowId: number, connectorId: number): Parameters<typeof runChain>[3] {
    if (chain.targets[0]?.connectorId !== connectorId) return undefined;
    return (step, message, outcome) =>
      recorder.note({
        ...{ flowId, step, connectorId: 0, outcome: outcome.is },
        failure: outcome.is === 'failed' ? outcome.failure : undefined,
        show: () => ({
          input: JSON.stringify(message.content),
          output: outcome.is === 'passed' ? JSON.stringify(outcome.content) : null,
        }),
      });
  }

  return async (entries, { signal }) => {
    const events = entries.map(({ payload }) => queuedEvent.parse(payload));
    const [first] = events;
    const flow = first && (await source.find(db, first.flowId));
    const target = flow?.chain.targets.find(({ connectorId }) => connectorId === first?.connectorId);
    // The flow was deleted, or the connector is no longer in it.
    if (!first || !flow || !target) return entries.map(() => 'delivered');
    if (!flow.active) return entries.map(() => paused);
    const { flowId, accountId, connectorId } = first;
    return onBehalfOf(accountId, async () => {
      const messages = events.map(({ event }) => ({ event, content: event }));
      const call = { nowMs: clock.now().getTime(), accountId };
      const ended = await runChain(flow.chain, messages, call, noteFor(flow.chain, flowId, connectorId));
      const type = (await readConnectorTypes(db, [connectorId])).get(connectorId) ?? '';
      const sending: Sending = {
        ...{ target, step: flow.chain.steps.length, template: templateOf(target, type) },
        ...{ until: performance.now() + batchMs, down: undefined, letters: [], signal },
      };
      const items = entries.flatMap((entry, index): Item[] => {
        const [queued, end] = [events[index], ended[index]];
        return queued && end ? [{ entry, queued, ended: end }] : [];
      });
      const { run } = createConcurrencyLimit(atOnce);
      const byKey = [...Map.groupBy(items, ({ entry }) => entry.key).values()];
      const sent = await Promise.all(byKey.map((own) => run(() => sendKey(own, sending))));
      await addLetters(db, sending.letters);
      const results = new Map(sent.flatMap((each) => [...each]));
      return entries.map((entry) => results.get(entry) ?? busy);
    });
  };
}
