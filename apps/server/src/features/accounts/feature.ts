import { defineFeature } from '../../platform/feature/define-feature.ts';
import { searchKinds } from '../search/index.ts';
import { accountGuard, parentAccountGuard } from './account.policy.ts';
import { accountRoutes } from './account.routes.ts';
import { createAccountService } from './account.service.ts';
import { createAccountChange } from './account-change.service.ts';
import { accountCleaners, accountContents, accountMoveBlockers } from './extensions.ts';
import { createMailServerService } from './mail-server.service.ts';
import { createModuleService } from './module.service.ts';
import { accountSearch } from './search-kind.store.ts';
import { createSettingsService } from './settings.service.ts';

export const feature = defineFeature({
  name: 'accounts',
  create({ clock, secrets, egress, mail, live, config: { publicUrl }, extensions }) {
    const mailServers = createMailServerService({ secrets, egress, mail });
    const accounts = createAccountService({
      mailServers,
      contents: () => extensions(accountContents),
      cleaners: () => extensions(accountCleaners),
      moveBlockers: () => extensions(accountMoveBlockers),
      onMove: () => live.reauthorise('everybody'),
    });
    const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
    return {
      guards: [accountGuard, parentAccountGuard],
      routes: accountRoutes({
        accounts,
        mailServers,
        change: createAccountChange({ accounts, mailServers, clock, publicHost }),
        settings: createSettingsService({ accounts }),
        modules: createModuleService({ accounts }),
      }),
      extensions: [searchKinds.add(accountSearch)],
    };
  },
});
