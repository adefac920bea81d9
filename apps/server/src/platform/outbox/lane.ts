import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../db/db.ts';
import { coalesce } from './coalesce.ts';
import type { createDelivery } from './deliver.ts';
import { type Outcome, type QueuedEntry, readReady, readWaiting, saveOutcome, waitingTargets } from './outbox.store.ts';

interface LaneOptions {
  lane: number;
  db: Db;
  clock: Clock;
  deliver: ReturnType<typeof createDelivery>;
  backoffMs(attempts: number): number;
  batchSize: number;
  /** A target that takes longer than this leaves the fast path, so that other targets of the lane need not wait. */
  patienceMs: number;
  /** Number of targets of one lane that may be tried again at once after a failure. */
  maxFailing: number;
  /** Number of batches after which a lane without slow targets is released, so that other processes get their share. */
  maxBatches: number;
  /** Limits how many lanes use the database at once. */
  limit<T>(work: () => Promise<T>): Promise<T>;
  signal: AbortSignal;
}

interface Slow {
  until: number;
  failures: number;
}

export interface Lane {
  /** Delivers until the lane is empty, or until it has used its share and is released to other processes. */
  drain(): Promise<void>;
  wake(): void;
}

/**
 * Healthy targets are served straight from the queue. Entries of a failing or slow target are set aside as waiting and
 * served separately, in order, so that they do not block other targets.
 */
export function createLane(options: LaneOptions): Lane {
  const { lane, db, clock, deliver, limit, signal } = options;
  const slow = new Map<string, Slow>();
  const inFlight = new Map<string, Promise<void>>();
  let broken: unknown;
  let bell = Promise.withResolvers<void>();

  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

  const wake = () => {
    bell.resolve();
    bell = Promise.withResolvers();
  };

  function launch(target: string, work: () => Promise<void>): Promise<void> {
    const flight = work()
      .catch((error: unknown) => {
        broken ??= error;
      })
      .finally(() => {
        inFlight.delete(target);
        wake();
      });
    inFlight.set(target, flight);
    return flight;
  }

  // The targets of a batch finish at about the same time, so one statement records all their outcomes. Two statements
  // must never run at once: they update the same rows in different orders and would deadlock.
  const save = coalesce<Outcome>((outcomes) =>
    limit(() =>
      saveOutcome(
        db,
        lane,
        {
          delivered: outcomes.flatMap((each) => each.delivered),
          retried: outcomes.flatMap((each) => each.retried),
          parked: outcomes.flatMap((each) => each.parked),
          held: outcomes.flatMap((each) => each.held),
        },
        clock.now(),
      ),
    ),
  );

  async function serve(entries: readonly QueuedEntry[]): Promise<{ failed: boolean; down: boolean }> {
    const outcome = await deliver(entries, clock.now(), signal);
    await save(outcome);
    const failed = outcome.retried.length > 0;
    return { failed, down: failed && outcome.delivered.length + outcome.parked.length === 0 };
  }

  async function serveReady(target: string, entries: readonly QueuedEntry[]): Promise<void> {
    const { failed, down } = await serve(entries);
    if (failed)
      slow.set(target, { failures: down ? 1 : 0, until: down ? clock.now().getTime() + options.backoffMs(1) : 0 });
  }

  async function serveSlow(target: string, state: Slow): Promise<void> {
    const place = { lane, target };
    const { entries, nextAt } = await limit(() => readWaiting(db, place, clock.now(), options.batchSize));
    if (entries.length === 0) {
      // A changed state means that entries were set aside in the meantime, so the target is not done.
      if (slow.get(target) !== state) return;
      if (nextAt) slow.set(target, { ...state, until: nextAt.getTime() });
      else slow.delete(target);
      return;
    }
    const { down } = await serve(entries);
    const failures = down ? state.failures + 1 : 0;
    slow.set(target, { failures, until: down ? clock.now().getTime() + options.backoffMs(failures) : 0 });
  }

  /** Slow targets that may be served now or later. Only failing ones take turns: the others must not wait for them. */
  function servable(): [target: string, state: Slow][] {
    const isFailing = ({ failures }: Slow) => failures > 0;
    const resting = [...slow].filter(([target]) => !inFlight.has(target)).toSorted(([, a], [, b]) => a.until - b.until);
    const flying = [...inFlight.keys()].filter((target) => slow.get(target)?.failures).length;
    const failing = resting.filter(([, state]) => isFailing(state)).slice(0, Math.max(0, options.maxFailing - flying));
    return [...resting.filter(([, state]) => !isFailing(state)), ...failing];
  }

  function launchSlow(): void {
    const now = clock.now().getTime();
    for (const [target, state] of servable()) {
      if (state.until <= now) void launch(target, () => serveSlow(target, state));
    }
  }

  /** Starts all deliveries that can start. Undefined if the queue was empty. */
  async function step(): Promise<Promise<void>[] | undefined> {
    launchSlow();
    const flying = new Set(inFlight.keys());
    const ready = await limit(() => readReady(db, lane, options.batchSize));
    if (ready.length === 0) return undefined;
    const byTarget = Map.groupBy(ready, (entry) => entry.target);
    // Deliveries that ended during the read may have delivered these entries already, so they are read again.
    for (const target of flying) if (!inFlight.has(target)) byTarget.delete(target);
    const aside = [...byTarget].filter(([target]) => slow.has(target) || inFlight.has(target));
    const held = aside.flatMap(([, entries]) => entries.map(({ seq }) => seq));
    if (held.length > 0) await save({ delivered: [], retried: [], parked: [], held });
    for (const [target] of aside) slow.set(target, { failures: 0, until: 0, ...slow.get(target) });
    return [...byTarget]
      .filter(([target]) => !slow.has(target))
      .map(([target, entries]) => launch(target, () => serveReady(target, entries)));
  }

  /** Waits until the flights end or patience runs out; if nothing was started, until new work may have arrived. */
  async function pause(flights: Promise<void>[] | undefined, rung: Promise<void>): Promise<void> {
    const rest = new AbortController();
    const sleep = (ms: number) => delay(Math.max(ms, 1), undefined, { signal: rest.signal }).catch(() => {});
    const now = clock.now().getTime();
    const due = servable().map(([, { until }]) => sleep(until - now));
    await Promise.race(flights ? [Promise.all(flights), sleep(options.patienceMs)] : [rung, ended, ...due]);
    rest.abort();
  }

  async function drain(): Promise<void> {
    for (const target of await limit(() => waitingTargets(db, lane))) slow.set(target, { failures: 0, until: 0 });
    const isIdle = () => inFlight.size === 0 && slow.size === 0;
    try {
      for (let batches = 0; !signal.aborted && broken === undefined; batches += 1) {
        if (batches >= options.maxBatches && isIdle()) return;
        const rung = bell.promise;
        const flights = await step();
        if (!flights && isIdle()) return;
        await pause(flights, rung);
      }
      if (broken !== undefined && !signal.aborted) throw broken;
    } finally {
      await Promise.all(inFlight.values());
    }
  }

  return { drain, wake };
}
