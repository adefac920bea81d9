import { defineFeature } from '../../platform/feature/define-feature.ts';
import { bulkUndoJob } from '../bulk/index.ts';
import { searchKinds } from '../search/index.ts';
import { bulkCreateJob } from './bulk.job.ts';
import { createBulkService } from './bulk.service.ts';
import { createUserUndo } from './bulk-undo.ts';
import { removeExpiredTokens } from './expire.job.ts';
import { passwordRoutes } from './password.routes.ts';
import { createPasswordService } from './password.service.ts';
import { createPasswordLinks, userMailKind } from './password-link.service.ts';
import { userSessionsPort } from './ports.ts';
import { createProfileService } from './profile.service.ts';
import { userSearch } from './search-kind.store.ts';
import { callerGuard, userGuard } from './user.policy.ts';
import { userRoutes } from './user.routes.ts';
import { createUserService } from './user.service.ts';
import { createUserMailDelivery } from './user-mail.service.ts';

export const feature = defineFeature({
  name: 'users',
  needs: { sessions: userSessionsPort },
  create(context, { sessions }) {
    const { clock, database, files, jobs, linkBase, mailTransport } = context;
    const hasMailServer = async (accountId?: number) => (await mailTransport(accountId)) !== undefined;
    const links = createPasswordLinks({ clock, linkBase, hasMailServer });
    const users = createUserService({ ...context, ...sessions, links });
    return {
      guards: [userGuard, callerGuard],
      jobs: [bulkCreateJob({ files, links }), bulkUndoJob(createUserUndo(users), clock)],
      schedules: [removeExpiredTokens],
      deliverers: { [userMailKind]: createUserMailDelivery({ ...context, db: database.db, links }) },
      routes: [
        ...userRoutes({
          users,
          profile: createProfileService({ clock }),
          bulk: createBulkService({ files, jobs, links }),
        }),
        ...passwordRoutes(createPasswordService({ ...context, ...sessions, links })),
      ],
      extensions: [searchKinds.add(userSearch)],
    };
  },
});
