export { clearFailures, countFailure, deleteAllLocks, isLocked, lockKeys, sourceOf } from './login-lock.store.ts';
export { secondFactorPort, sessionsPort } from './ports.ts';
export type { CheckSecondFactor, Origin, SessionService } from './session.service.ts';
export { createSession, endSessions } from './session.store.ts';
