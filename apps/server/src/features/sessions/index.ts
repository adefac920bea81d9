export { removeExpiredSessions } from './expire.job.ts';
export { sessionRoutes } from './session.routes.ts';
export { createSessionService, type SessionService } from './session.service.ts';
