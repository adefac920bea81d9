import { sql } from 'drizzle-orm';
import { type Budget, OverBudgetError } from '../../platform/clock/work-budget.ts';
import { type Client, onConnectionOf } from '../../platform/db/connection.ts';
import type { Db } from '../../platform/db/db.ts';
import { hasSqlState, isLockTimeout } from '../../platform/db/sql-state.ts';
import type { Log } from '../../platform/log/log.ts';
import { joined } from '../interpret/batch.ts';
import type { Packet } from '../log/packet.ts';
import type { Batch, LiveDirectory, Sink, Work } from '../ports.ts';
import { StaleError } from './stale.ts';

/** Another process has applied these packets, or owns their shard now. */
export class TakenOverError extends Error {}

/** One account may hold a lock for long; the packets of others in the batch must not wait for it. */
const lockLimit = sql`set local lock_timeout = 500`;

export interface ApplierDeps {
  db: Db;
  log: Log;
  directory: LiveDirectory;
  sink: Sink;
  interpret(taken: readonly Packet[]): Promise<Batch>;
  /** Moves the cursor past the packets, as part of the transaction. False if another process has moved it. */
  finish(client: Client, batch: Batch): Promise<boolean>;
  /** Called after the commit. */
  settle(batch: Batch): void;
  /** Opens the time budget of a unit of work. */
  openBudget(): Budget;
  /** Further time for each packet. */
  packetMs: number;
}

/** Packets that are computed as they are added, and applied in one transaction. */
export interface Unit {
  add(part: Batch): void;
  taken(): readonly Packet[];
  count(): number;
  /** Throws StaleError, TakenOverError or OverBudgetError, or the error of the database; nothing is applied then. */
  commit(): Promise<void>;
  /** Undoes computed but uncommitted changes. Later units must be discarded first. */
  discard(): Promise<void>;
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
  const { db, log, directory, sink, interpret, finish, settle, openBudget, packetMs } = deps;

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
      log.error({ err: error }, 'publishing applied packets failed');
    }
  }

  function begin(): Unit {
    const work = sink.begin();
    const budget = openBudget();
    const parts: Batch[] = [];
    return {
      add(part) {
        parts.push(part);
        budget.extend(part.packets.length * packetMs);
        budget.run(() => work.add(part));
      },
      taken: () => parts.flatMap(({ taken }) => taken),
      count: () => parts.reduce((sum, { taken }) => sum + taken.length, 0),
      commit: () => commit(work, joined(parts), budget),
      discard: work.discard,
    };
  }

  async function applyOnce(given: Batch): Promise<void> {
    for (let batch = given; ; ) {
      const unit = begin();
      unit.add(batch);
      try {
        return await unit.commit();
      } catch (error) {
        await unit.discard();
        if (!(error instanceof StaleError)) throw error;
        await directory.refresh();
        batch = await interpret(batch.taken);
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
      for (const half of [taken.slice(0, middle), taken.slice(middle)]) await applyAround(await interpret(half));
    }
  }

  return { begin, applyAround };
}
export type Applier = ReturnType<typeof createApplier>;
