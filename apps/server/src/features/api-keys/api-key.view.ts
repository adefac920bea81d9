import { eq, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { inAccount } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { apiKeys } from './api-key.table.ts';

/** The columns of API keys that other features may read and join. */
export const apiKeyView = new QueryBuilder()
  .select({ id: apiKeys.id, title: apiKeys.title })
  .from(apiKeys)
  .as('api_key');

/** API keys lie in the scope of their owner's account. */
export const scopedApiKeys = inAccount(sql`${apiKeys} inner join ${users} on ${eq(users.id, apiKeys.userId)}`, {
  id: apiKeys.id,
  accountId: users.accountId,
});
