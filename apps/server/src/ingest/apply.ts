import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Budget, OverBudgetError } from '../platform/clock/work-budget.ts';
import { type Client, onConnectionOf } from '../platform/db/connection.ts';
import type { Db } from '../platform/db/db.ts';
import { hasSqlState, isLockTimeout } from '../platform/db/sql-state.ts';
import type { Log } from '../platform/log/log.ts';
import type { Packet } from './log/packet.ts';
import type { Batch, Directory, Sink, Work } from './ports.ts';
import { StaleError } from './stale.ts';

/** Another process has applied these packets, or owns their shard now. */
export class TakenOverError extends Error {}

/** One account may hold a lock for long; the packets of others in the batch must not wait for it. */
const lockLimit = sql`set local lock_timeout = 500`;

export const retryMs = [50, 250, 1_000, 5_000];

export interface ApplierDeps {
  db: Db;
  log: Log;
  directory: Directory;
  sink: Sink;
  /** Interprets packets by the current directory. */
  understand(taken: readonly Packet[]): Promise<Batch>;
  /** Moves the cursor past the packets, as part of the transaction. False if another process has moved it. */
  finish(client: Client, batch: Batch): Promise<boolean>;
  /** Called after the commit. */
  settle(batch: Batch): void;
  /** Time budget for a batch of this many packets. */
  budgetOf(packets: number): Budget;
}

/** PostgreSQL's error classes 22 (data) and 23 (constraints): retrying the same packets would always fail. */
const isDataError = (error: unknown): boolean => hasSqlState(error, /^2[23]/);

const unstorable = (packet: Packet, mark: string): Batch => ({
  mark,
  packets: [packet],
  taken: [packet],
  updates: [],
  routed: [],
  adopted: [],
  sightings: [],
  faults: [
    { packet, deviceId: packet.deviceId, outcome: 'rejected', reason: { code: 'PACKET_UNSTORABLE', params: {} } },
  ],
});

/** Applies batches of packets, each exactly once: results and cursor are written in one transaction. */
export function createApplier(deps: ApplierDeps) {
  const { db, log, directory, sink, understand, finish, settle, budgetOf } = deps;
  let isStopped = false;

  const stumbled = (error: unknown) => log.error({ err: error }, 'the pipeline stumbled');

  async function commit(work: Work, batch: Batch, budget: Budget): Promise<void> {
    const applied = await budget
      .run(() =>
        db.transaction(async (tx) => {
          await tx.execute(lockLimit);
          if (await directory.isStale(tx, batch.mark)) throw new StaleError();
          const applying = await work.apply(tx, batch);
          const isOurs = await onConnectionOf(tx, (client) => finish(client, batch));
          if (!isOurs) throw new TakenOverError();
          return applying;
        }),
      )
      .catch((error: unknown) => {
        // The accounts of the batch continue by themselves, so that none waits for a lock of another.
        throw isLockTimeout(error) ? new OverBudgetError() : error;
      });
    settle(batch);
    try {
      applied.publish();
    } catch (error) {
      // The commit succeeded; a failing notification must not undo it.
      stumbled(error);
    }
  }

  async function applyOnce(given: Batch): Promise<void> {
    let batch = given;
    for (;;) {
      const work = sink.begin();
      const budget = budgetOf(batch.packets.length);
      try {
        budget.run(() => work.add(batch));
        return await commit(work, batch, budget);
      } catch (error) {
        await work.discard();
        if (!(error instanceof StaleError)) throw error;
        await directory.refresh();
        batch = await understand(batch.taken);
      }
    }
  }

  /** A packet that can't be stored must not block the others: the batch is halved until that packet is alone. */
  async function applyAround(batch: Batch): Promise<void> {
    try {
      await applyOnce(batch);
    } catch (error) {
      if (!isDataError(error)) throw error;
      const { taken } = batch;
      const [only] = taken;
      if (taken.length === 1 && only) {
        log.warn({ err: error, shard: only.shard, seq: only.seq }, 'a packet can’t be stored');
        return applyOnce(unstorable(only, batch.mark));
      }
      const middle = Math.ceil(taken.length / 2);
      for (const half of [taken.slice(0, middle), taken.slice(middle)]) await applyAround(await understand(half));
    }
  }

  /**
   * Retries after temporary failures (the database restarts): the packets are safe in the log. Undefined if stopped.
   * Throws if another process has taken over, or if the time budget is exceeded.
   */
  async function patiently<T>(taken: readonly Packet[], work: (batch: Batch) => T): Promise<Awaited<T> | undefined> {
    for (let attempt = 0; !isStopped; attempt += 1) {
      try {
        return await work(await understand(taken));
      } catch (error) {
        if (error instanceof TakenOverError || error instanceof OverBudgetError) throw error;
        log.error({ err: error, packets: taken.length }, 'applying packets failed');
        await delay(retryMs[Math.min(attempt, retryMs.length - 1)]);
      }
    }
    return undefined;
  }

  return {
    commit,
    applyAround,
    patiently,
    stumbled,
    stop(): void {
      isStopped = true;
    },
  };
}
export type Applier = ReturnType<typeof createApplier>;
