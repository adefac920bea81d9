import type pg from 'pg';
import { dropPacketsBefore, ensurePacketDays } from '../../ingest/log/partitions.store.ts';
import { defineSchedule, type Schedule } from '../../platform/jobs/define-job.ts';
import { dropOldChanges } from './config-log.store.ts';
import { dropFaultsBefore } from './sink.store.ts';

const dayMs = 86_400_000;
/** How long packets are kept; what was derived from them stays. */
export const packetRetentionDays = 90;

export const ingestionSchedules = (pool: pg.Pool): Schedule[] => [
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
    async run({ db, scheduledAt }) {
      const before = scheduledAt.getTime() - packetRetentionDays * dayMs;
      await dropPacketsBefore(pool, before);
      await dropFaultsBefore(db, before);
    },
  }),
  defineSchedule({
    name: 'config.drop-changes',
    cron: '35 * * * *',
    run: ({ db, scheduledAt }) => dropOldChanges(db, new Date(scheduledAt.getTime() - 3_600_000)),
  }),
];
