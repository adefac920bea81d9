import { type Account, type Integration, integrations, type updateAccount } from '@stellwerk/contract/account';
import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { checkCarriesSecrets, checkGoverns } from './account.policy.ts';
import { type AccountService, refuseDuplicate } from './account.service.ts';
import { type AccountFields, changeAccount } from './account.store.ts';
import { setDefaultRoles } from './default-role.service.ts';
import { setDomains } from './domain.service.ts';
import type { MailServerService } from './mail-server.service.ts';

type Change = RouteInput<typeof updateAccount>['body'];
type Activations = Partial<Record<Integration, string>>;

/** Integrations create objects in other systems that can't be deleted from here, so an active one stays active. */
export function activate(active: Activations, wanted: NonNullable<Change['integrations']>, at: Date): Activations {
  const next = { ...active };
  for (const integration of integrations) {
    if (wanted[integration] === false && active[integration])
      fail('ACCOUNT_INTEGRATION_NOT_REVERSIBLE', { integration });
    if (wanted[integration]) next[integration] ??= at.toISOString();
  }
  // The dashboard reads the time-series database.
  if (next.dashboard && !next.timeseriesDatabase) {
    fail('ACCOUNT_INTEGRATION_PREREQUISITE', { integration: 'timeseriesDatabase' });
  }
  return next;
}

interface ChangeOptions {
  accounts: AccountService;
  mailServers: Pick<MailServerService, 'check' | 'change'>;
  clock: Clock;
  /** Host of the platform itself, which no account can use as its domain. */
  publicHost: string | undefined;
}

/** Changes only the fields that the caller sends. */
export const createAccountChange =
  ({ accounts, mailServers, clock, publicHost }: ChangeOptions) =>
  async (ctx: Ctx, id: number, change: Change): Promise<Account> => {
    const { parentId, mailServer, domains, defaultRoles, moduleRoles, ...simple } = change;
    ctx.activity.details = { changed: Object.keys(change) };
    if (mailServer !== undefined || domains) checkCarriesSecrets(ctx.actor.grants, await accounts.placeOf(ctx, id));
    // External calls precede the first write, so that no locks are held while they run.
    if (mailServer) await mailServers.check(mailServer);
    if (parentId !== undefined) await accounts.move(ctx, id, parentId);
    const found = await accounts.find(ctx, id);
    const place = await accounts.placeOf(ctx, id);
    if (mailServer !== undefined) await mailServers.change(ctx, id, found.mailServer, mailServer);
    if (simple.maxNumberOfDevices !== undefined) checkGoverns(ctx.actor.grants, place);
    const fields: AccountFields = {
      ...(simple.name === undefined ? {} : { name: simple.name }),
      ...(simple.description === undefined ? {} : { description: simple.description }),
      ...(simple.properties === undefined ? {} : { properties: simple.properties }),
      ...(simple.maxNumberOfDevices === undefined ? {} : { maxNumberOfDevices: simple.maxNumberOfDevices }),
      ...(simple.data === undefined ? {} : { data: { ...found.data, ...simple.data } }),
      ...(simple.integrations === undefined
        ? {}
        : { integrations: activate(found.integrations, simple.integrations, clock.now()) }),
    };
    await changeAccount(ctx.db, id, fields).catch(refuseDuplicate(simple.name ?? found.name));
    if (domains) await setDomains(ctx.db, id, { entered: domains, publicHost });
    if (defaultRoles || moduleRoles) {
      await setDefaultRoles(ctx, { id, ...place }, { defaultRoles, moduleRoles });
    }
    return accounts.read(ctx, id);
  };
export type AccountChange = ReturnType<typeof createAccountChange>;
