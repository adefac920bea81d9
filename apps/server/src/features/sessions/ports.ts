import { definePort } from '../../platform/feature/port.ts';
import type { CheckSecondFactor, SessionService } from './session.service.ts';

export const sessionsPort = definePort<SessionService>('sessions');
export const secondFactorPort = definePort<CheckSecondFactor>('second factor');
