export { removeExpiredSessions } from './expire.job.ts';
export { createImpersonationService } from './impersonation.service.ts';
export { clearFailures, countFailure, deleteAllLocks, isLocked, lockKeys, sourceOf } from './login-lock.store.ts';
export { createOwnSessionService } from './own-session.service.ts';
export { sessionGuard } from './session.policy.ts';
export { sessionRoutes } from './session.routes.ts';
export { type CheckSecondFactor, createSessionService, type Origin, type SessionService } from './session.service.ts';
export { createSession, endSessions } from './session.store.ts';
