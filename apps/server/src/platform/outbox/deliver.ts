import type { Db } from '../db/db.ts';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import type { Outcome, QueuedEntry } from './outbox.store.ts';
import type { OutboxFailure } from './outbox.table.ts';

/**
 * The outcome of an entry. `retry`: the target may accept it later; entries of the same key wait for it. `reject`: the
 * target will never accept it; the entry is parked and the next entry of the key follows.
 */
export type DeliveryResult = 'delivered' | { retry: OutboxFailure; afterMs?: number } | { reject: OutboxFailure };

/**
 * Delivers entries of one target, in order. After a failure it should skip later entries of that key: regardless of
 * their results they are delivered again behind the failed entry, so that the newest entry always arrives last.
 * Throwing means that no entry was delivered and all must be retried.
 */
export type Deliver = (
  batch: readonly QueuedEntry[],
  how: { signal: AbortSignal },
) => Promise<readonly DeliveryResult[]>;

/** Records that entries will never be sent. Returns a function to publish the change after the commit. */
export type Discard = (db: Db, payloads: readonly unknown[], failure: OutboxFailure) => Promise<() => void>;

interface DeliveryOptions {
  deliverers: Readonly<Record<string, Deliver>>;
  log: Log;
  timeoutMs: number;
  giveUpAfterMs: number;
  backoffMs(attempts: number): number;
}

const failureOf = (error: unknown): OutboxFailure =>
  error instanceof AppError ? { code: error.code, params: error.params } : { code: 'INTERNAL_ERROR', params: {} };

/** Groups consecutive entries of the same kind. */
function runsOf(entries: readonly QueuedEntry[]): QueuedEntry[][] {
  const runs: QueuedEntry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last?.[0]?.kind === entry.kind) last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

/** Passes entries of one target to their deliverers and sorts the entries by outcome. */
export function createDelivery({ deliverers, log, timeoutMs, giveUpAfterMs, backoffMs }: DeliveryOptions) {
  async function hand(batch: readonly QueuedEntry[], signal: AbortSignal): Promise<readonly DeliveryResult[]> {
    const kind = batch[0]?.kind ?? '';
    const deliver = deliverers[kind];
    const controller = new AbortController();
    const stop = () => controller.abort(signal.reason);
    const timer = setTimeout(() => controller.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    signal.addEventListener('abort', stop);
    try {
      signal.throwIfAborted();
      if (!deliver) throw new Error(`no deliverer for ${kind}`);
      const aborted = Promise.withResolvers<never>();
      controller.signal.addEventListener('abort', () => aborted.reject(controller.signal.reason));
      const results = await Promise.race([deliver(batch, { signal: controller.signal }), aborted.promise]);
      if (results.length === batch.length) return results;
      throw new Error(`${kind}: ${results.length} results for ${batch.length} entries`);
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, kind, target: batch[0]?.target }, 'delivery failed');
      return batch.map(() => ({ retry: failureOf(error) }));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  return async (entries: readonly QueuedEntry[], now: Date, signal: AbortSignal): Promise<Outcome> => {
    const outcome: Outcome = { delivered: [], retried: [], parked: [], held: [] };
    const failedKeys = new Set<string>();
    for (const run of runsOf(entries)) {
      const batch = run.filter((entry) => !failedKeys.has(entry.key));
      const results = batch.length > 0 ? await hand(batch, signal) : [];
      const resultOf = new Map(batch.map((entry, index) => [entry, results[index]]));
      for (const entry of run) {
        const result = failedKeys.has(entry.key) ? undefined : resultOf.get(entry);
        if (result === undefined) outcome.held.push(entry.seq);
        else if (result === 'delivered') outcome.delivered.push(entry.seq);
        else if ('reject' in result) outcome.parked.push({ seq: entry.seq, lastError: result.reject });
        else if (now.getTime() - entry.createdAt.getTime() > giveUpAfterMs) {
          outcome.parked.push({ seq: entry.seq, lastError: result.retry });
        } else {
          failedKeys.add(entry.key);
          const waitMs = result.afterMs ?? backoffMs(entry.attempts + 1);
          outcome.retried.push({ seq: entry.seq, nextAt: new Date(now.getTime() + waitMs), lastError: result.retry });
        }
      }
    }
    return outcome;
  };
}
