import { definePort } from '../../platform/feature/port.ts';
import type { EndSessions, PasswordLock } from './password.service.ts';

/** What users need of their sessions. */
export interface UserSessions {
  endSessions: EndSessions;
  /** Closes the live connection of a session that has ended. */
  onSessionEnd(sessionId: number): void;
  lock: PasswordLock;
}

export const userSessionsPort = definePort<UserSessions>('sessions of users');
