export { removeExpiredSessions } from './expire.job.ts';
export { deleteAllLocks } from './login-lock.store.ts';
export { sessionRoutes } from './session.routes.ts';
export { createSessionService, type SessionService } from './session.service.ts';
export { deleteSessionsOf } from './session.store.ts';
