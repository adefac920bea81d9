import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { inScope, type Scoped } from '../../platform/tenancy/scoped-from.ts';
import { twinFiles, twins } from './twin.table.ts';

/**
 * The columns of twins that other features may read and join, with account and scope. Left joins, because the planner
 * drops those that a query does not use.
 */
export const twinViewAs = <Name extends string>(name: Name) =>
  new QueryBuilder()
    .select({
      id: twins.id,
      parentId: twins.parentId,
      path: twins.path,
      title: twins.title,
      searchText: twins.searchText,
      type: twins.type,
      category: twins.category,
      icon: twins.icon,
      tags: twins.tags,
      keyValue: twins.keyValue,
      disabled: twins.disabled,
      status: twins.status,
      latitude: twins.latitude,
      longitude: twins.longitude,
      x: twins.x,
      geoPolygon: twins.geoPolygon,
      createdAt: twins.createdAt,
      updatedAt: twins.updatedAt,
      accountId: twins.accountId,
      accountName: sql<string>`${accounts.name}`.as(`${name}_account_name`),
      scopeId: twins.scopeId,
      scopePath: sql<string>`${scopes.path}`.as(`${name}_scope_path`),
    })
    .from(twins)
    .leftJoin(scopes, eq(scopes.id, twins.scopeId))
    .leftJoin(accounts, eq(accounts.id, twins.accountId))
    .as(name);

export const twinView = twinViewAs('twin');

/** Twins, in queries of this feature. */
export const scopedTwins = inScope(twins, twins);

/** Rows that belong to a twin and lie in its scope. */
export const inTwin = (table: SQLWrapper, { id, twinId }: { id: SQLWrapper; twinId: SQLWrapper }): Scoped => ({
  id,
  tables: sql`${table} inner join ${twinView} on ${twinView.id} = ${twinId}`,
  scopePath: twinView.scopePath,
});

const attachments = new QueryBuilder()
  .select({ id: twinFiles.id, twinId: twinFiles.twinId })
  .from(twinFiles)
  .where(eq(twinFiles.kind, 'attachment'))
  .as('attachment');
export const scopedAttachments = inTwin(attachments, attachments);

/** Twins at or below this one. */
export const isBelowTwin = (path: SQLWrapper, twinId: number) =>
  sql`${path} <@ (select top.path from ${twins} top where top.id = ${twinId})`;
