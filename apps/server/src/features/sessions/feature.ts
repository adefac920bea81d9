import { defineFeature } from '../../platform/feature/define-feature.ts';
import { userSessionsPort } from '../users/index.ts';
import { removeExpiredSessions } from './expire.job.ts';
import { createImpersonationService } from './impersonation.service.ts';
import { clearFailures, countFailure, isLocked, lockKeys } from './login-lock.store.ts';
import { createOwnSessionService } from './own-session.service.ts';
import { secondFactorPort, sessionsPort } from './ports.ts';
import { sessionGuard } from './session.policy.ts';
import { sessionRoutes } from './session.routes.ts';
import { createSessionService } from './session.service.ts';
import { endSessions } from './session.store.ts';

export const feature = defineFeature({
  name: 'sessions',
  needs: { secondFactor: secondFactorPort },
  provides: { sessions: sessionsPort, users: userSessionsPort },
  create({ clock, hashing, live, isOwnOrigin }, { secondFactor }) {
    const onEnd = live.closeSession;
    const sessions = createSessionService({ clock, hashing, secondFactor, onEnd });
    return {
      provides: {
        sessions,
        users: {
          endSessions,
          onSessionEnd: onEnd,
          lock: {
            isLocked: (db, id, address) => isLocked(db, lockKeys({ id }, address), clock.now()),
            countFailure: (db, id, address) => countFailure(db, lockKeys({ id }, address), clock.now()),
            clear: clearFailures,
          },
        },
      },
      guards: [sessionGuard],
      routes: sessionRoutes({
        service: sessions,
        own: createOwnSessionService({ clock, onEnd }),
        impersonation: createImpersonationService({ clock, onEnd }),
        isOwnOrigin,
      }),
      schedules: [removeExpiredSessions(sessions)],
    };
  },
});
