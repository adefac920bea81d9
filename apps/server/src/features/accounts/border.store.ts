import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import type { Border } from './account.service.ts';

/** As a list of ids: the database reads it once for a query, however many rows are compared with it. */
const isAmong = (accountId: AnyPgColumn, which: SQL): SQL =>
  sql`${accountId} in (select owner.id from ${accounts} owner join ${scopes} home on home.id = owner.scope_id where ${which})`;

/** Does an account lie in the branch, or on the side that the branch leaves? */
export const isInside = (accountId: AnyPgColumn, { branch }: Border): SQL =>
  isAmong(accountId, sql`home.path <@ ${branch}::ltree`);
export const isLeft = (accountId: AnyPgColumn, { branch, left }: Border): SQL =>
  isAmong(accountId, sql`home.path <@ ${left}::ltree and not home.path <@ ${branch}::ltree`);
