import { defineSchedule } from '../../platform/jobs/define-job.ts';
import { sealActivity } from './seal.service.ts';

export const sealEveryMinute = defineSchedule({
  name: 'activity.seal',
  cron: '* * * * *',
  async run({ db, signal }) {
    await sealActivity(db, { signal });
  },
});
