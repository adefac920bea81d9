import { defineSchedule } from '../../platform/jobs/define-job.ts';
import { removeExpiredTokens as remove } from './token.store.ts';

export const removeExpiredTokens = defineSchedule({
  name: 'users.remove-expired-tokens',
  cron: '27 * * * *',
  run: ({ db, scheduledAt }) => remove(db, scheduledAt),
});
