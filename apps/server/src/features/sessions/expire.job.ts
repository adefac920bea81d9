import { defineSchedule, type Schedule } from '../../platform/jobs/define-job.ts';
import type { SessionService } from './session.service.ts';

export const removeExpiredSessions = (service: Pick<SessionService, 'removeExpired'>): Schedule =>
  defineSchedule({ name: 'sessions.remove-expired', cron: '17 * * * *', run: ({ db }) => service.removeExpired(db) });
