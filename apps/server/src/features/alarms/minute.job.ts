import { defineSchedule } from '../../platform/jobs/define-job.ts';
import { queueEscalations } from './escalation.store.ts';
import { refreshMutes } from './mute.store.ts';

/** Mutes and maintenances begin and end, and escalations become due. */
export const everyMinute = defineSchedule({
  name: 'alarms.every-minute',
  cron: '* * * * *',
  catchUpMs: 60_000,
  async run({ db, scheduledAt }) {
    await db.transaction((tx) => refreshMutes(tx, scheduledAt));
    await queueEscalations(db, scheduledAt);
  },
});
