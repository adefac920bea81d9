import { createAccount, deleteAccount, listAccounts, readAccount, updateAccount } from '@stellwerk/contract/account';
import {
  readAccountPasswordPolicy,
  readAccountTerms,
  readTemplateLimits,
  testMailServer,
  updateAccountPasswordPolicy,
  updateAccountTerms,
  updateCsvExportLimit,
  updateRetentionPolicy,
  updateTemplateLimits,
} from '@stellwerk/contract/account-settings';
import { listModules, toggleModule } from '@stellwerk/contract/module';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { AccountService } from './account.service.ts';
import type { AccountChange } from './account-change.service.ts';
import type { MailServerService } from './mail-server.service.ts';
import type { ModuleService } from './module.service.ts';
import type { SettingsService } from './settings.service.ts';

interface AccountServices {
  accounts: AccountService;
  change: AccountChange;
  settings: SettingsService;
  mailServers: MailServerService;
  modules: ModuleService;
}

export function accountRoutes({ accounts, change, settings, mailServers, modules }: AccountServices): HandledRoute[] {
  return [
    handle(listAccounts, (ctx, { query }) => accounts.list(ctx, query)),
    handle(createAccount, async (ctx, { body }) => ({ data: await accounts.create(ctx, body) })),
    handle(readAccount, async (ctx, { params, query }) => ({
      data: await accounts.read(ctx, params.id, { noDescendents: query['no-descendents'] ?? false }),
    })),
    handle(updateAccount, async (ctx, { params, body }) => ({ data: await change(ctx, params.id, body) })),
    handle(deleteAccount, async (ctx, { params }) => ({ data: await accounts.remove(ctx, params.id) })),
    handle(updateRetentionPolicy, async (ctx, { params, body }) => ({
      data: await settings.setRetention(ctx, params.id, body),
    })),
    handle(updateCsvExportLimit, async (ctx, { params, body }) => ({
      data: await settings.setCsvExportLimit(ctx, params.id, body),
    })),
    handle(readTemplateLimits, async (ctx, { params }) => ({ data: await settings.templates(ctx, params.id) })),
    handle(updateTemplateLimits, async (ctx, { params, body }) => ({
      data: await settings.setTemplateLimit(ctx, params.id, body.own),
    })),
    handle(readAccountPasswordPolicy, async (ctx, { params }) => ({ data: await settings.policy(ctx, params.id) })),
    handle(updateAccountPasswordPolicy, async (ctx, { params, body }) => ({
      data: await settings.setPolicy(ctx, params.id, body.own),
    })),
    handle(readAccountTerms, async (ctx, { params }) => ({ data: await settings.terms(ctx, params.id) })),
    handle(updateAccountTerms, async (ctx, { params, body }) => ({
      data: await settings.setTerms(ctx, params.id, body.own),
    })),
    handle(testMailServer, async (ctx, { params }) => ({ data: await mailServers.test(ctx, params.id) })),
    handle(listModules, async (ctx, { params }) => ({ data: await modules.list(ctx, params.id) })),
    handle(toggleModule, async (ctx, { params, body }) => ({
      data: await modules.toggle(ctx, params.id, { id: params.module, active: body.active }),
    })),
  ];
}
