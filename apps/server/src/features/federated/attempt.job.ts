import { defineSchedule, type Schedule } from '../../platform/jobs/define-job.ts';
import type { SignInService } from './sign-in.service.ts';

export const removeExpiredAttempts = (service: Pick<SignInService, 'removeExpired'>): Schedule =>
  defineSchedule({
    name: 'federated.remove-expired-attempts',
    cron: '*/10 * * * *',
    run: ({ db }) => service.removeExpired(db),
  });
