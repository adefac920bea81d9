import { definePort } from '../../platform/feature/port.ts';
import type { EndSessions, PasswordLock } from './password.service.ts';

interface UserSessions {
  endSessions: EndSessions;
  onSessionEnd(sessionId: number): void;
  lock: PasswordLock;
}

export const userSessionsPort = definePort<UserSessions>('sessions of users');
