import { QueryBuilder } from 'drizzle-orm/pg-core';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { inScope } from '../../platform/tenancy/scoped-from.ts';
import { accountDefaultRoles, accountDomains, accountTerms } from './account.table.ts';

export const scopedAccounts = inScope(accounts, accounts);

export const accountDomainView = new QueryBuilder()
  .select({ domain: accountDomains.domain, accountId: accountDomains.accountId })
  .from(accountDomains)
  .as('account_domain');

export const defaultRoleView = new QueryBuilder()
  .select({ scopeId: accountDefaultRoles.scopeId, roleId: accountDefaultRoles.roleId })
  .from(accountDefaultRoles)
  .as('default_role');

/** Accounts with terms of use, one row per language, for other features. */
export const accountTermsView = new QueryBuilder()
  .select({ accountId: accountTerms.accountId })
  .from(accountTerms)
  .as('terms');
