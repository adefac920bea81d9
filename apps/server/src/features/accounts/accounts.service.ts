import type { Clock } from '../../platform/clock/clock.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { type AccountCleaner, createAccountService, type ObjectCounter, type TieCounters } from './account.service.ts';
import { createAccountChange } from './account-change.service.ts';
import { createMailServerService } from './mail-server.service.ts';
import { createModuleService } from './module.service.ts';
import { createSettingsService } from './settings.service.ts';

export interface AccountsOptions {
  clock: Clock;
  secrets: Secrets;
  egress: Egress;
  mail: Mail;
  publicUrl: string | undefined;
  /** What other features keep in accounts; an account with any of it is not deleted. */
  counters: readonly ObjectCounter[];
  cleaners: readonly AccountCleaner[];
  /** What keeps an account from being moved. */
  ties: TieCounters;
  live: Pick<Live, 'reauthorise'>;
}

/** Everything that the routes of accounts and modules call. */
export function createAccountsService(options: AccountsOptions) {
  const { clock, secrets, egress, mail, publicUrl, counters, cleaners, ties, live } = options;
  const mailServers = createMailServerService({ secrets, egress, mail });
  const accounts = createAccountService({
    ...{ mailServers, counters, cleaners, ties },
    onMove: () => live.reauthorise('everybody'),
  });
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  return {
    accounts,
    mailServers,
    change: createAccountChange({ accounts, mailServers, clock, publicHost }),
    settings: createSettingsService({ accounts }),
    modules: createModuleService({ accounts }),
  };
}
export type AccountsService = ReturnType<typeof createAccountsService>;
