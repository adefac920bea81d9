import type pg from 'pg';
import { deletePacketsOf, dropPacketsBefore, ensurePacketDays } from '../../ingest/log/partitions.store.ts';
import { defineSchedule, type Schedule } from '../../platform/jobs/define-job.ts';
import { type PacketRetention, packetRetentions } from '../accounts/index.ts';
import { dropOldChanges } from './config-log.store.ts';
import { dropFaultsBefore } from './sink.store.ts';

const dayMs = 86_400_000;

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
    async run({ db, scheduledAt, signal }) {
      const [longest, ...shorter] = await packetRetentions(db);
      const before = ({ days }: PacketRetention) => scheduledAt.getTime() - days * dayMs;
      if (!longest) return;
      await dropPacketsBefore(pool, before(longest));
      await dropFaultsBefore(db, before(longest));
      for (const each of shorter) {
        await deletePacketsOf(pool, { accountIds: each.accountIds, beforeMs: before(each), signal });
      }
    },
  }),
  defineSchedule({
    name: 'config.drop-changes',
    cron: '35 * * * *',
    run: ({ db, scheduledAt }) => dropOldChanges(db, new Date(scheduledAt.getTime() - 3_600_000)),
  }),
];
