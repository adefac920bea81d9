import type pg from 'pg';
import type { Db } from '../../platform/db/db.ts';
import { defineSchedule, type Schedule } from '../../platform/jobs/define-job.ts';
import { dropFaultsBefore } from './fault.store.ts';
import { packPacketDay } from './pack-days.ts';
import { dropDaysBefore, ensurePacketDays, openDaysBefore } from './partitions.store.ts';
import { deletePackedBefore, deletePacketsOf } from './removal.store.ts';

const dayMs = 86_400_000;

interface Retention {
  accountIds: number[];
  days: number;
}

interface PacketJobDeps {
  pool: pg.Pool;
  /** How long accounts keep their packets, the longest first. */
  retentions(db: Db): Promise<Retention[]>;
}

export const packetSchedules = ({ pool, retentions }: PacketJobDeps): Schedule[] => [
  defineSchedule({
    name: 'packets.prepare-days',
    cron: '5 1,13 * * *',
    catchUpMs: dayMs,
    run: ({ scheduledAt }) => ensurePacketDays(pool, scheduledAt.getTime()),
  }),
  defineSchedule({
    name: 'packets.drop-expired',
    cron: '50 2 * * *',
    catchUpMs: dayMs,
    async run({ db, scheduledAt, signal }) {
      const [longest, ...shorter] = await retentions(db);
      const before = ({ days }: Retention) => scheduledAt.getTime() - days * dayMs;
      if (!longest) return;
      await dropDaysBefore(pool, before(longest));
      await deletePackedBefore(db, { beforeMs: before(longest), signal });
      await dropFaultsBefore(db, before(longest));
      for (const each of shorter) {
        await deletePacketsOf(db, { accountIds: each.accountIds, beforeMs: before(each), signal });
      }
    },
  }),
  // Runs a day after the end of a day, when packets that waited for a failed process have been applied as well.
  defineSchedule({
    name: 'packets.pack-days',
    cron: '20 3 * * *',
    catchUpMs: dayMs,
    async run({ scheduledAt, signal, log }) {
      const failures: unknown[] = [];
      for (const day of await openDaysBefore(pool, scheduledAt.getTime() - dayMs)) {
        signal.throwIfAborted();
        // A day that can't be packed must not block the others.
        await packPacketDay({ pool, day, signal }).catch((error: unknown) => {
          signal.throwIfAborted();
          log.error({ err: error, day: new Date(day).toISOString() }, 'a day of packets could not be packed');
          failures.push(error);
        });
      }
      if (failures.length > 0) throw new AggregateError(failures, 'some days of packets could not be packed');
    },
  }),
];
