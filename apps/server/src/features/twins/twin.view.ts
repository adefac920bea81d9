import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { inScope, type Scoped } from '../../platform/tenancy/scoped-from.ts';
import { twinFiles, twinPositions, twins } from './twin.table.ts';

/** The columns of twins that other features may read. */
const columns = {
  id: twins.id,
  parentId: twins.parentId,
  path: twins.path,
  title: twins.title,
  description: twins.description,
  searchText: twins.searchText,
  type: twins.type,
  category: twins.category,
  icon: twins.icon,
  tags: twins.tags,
  keyValue: twins.keyValue,
  disabled: twins.disabled,
  status: twins.status,
  address: twins.address,
  latitude: twins.latitude,
  longitude: twins.longitude,
  x: twins.x,
  y: twins.y,
  geoPolygon: twins.geoPolygon,
  createdAt: twins.createdAt,
  updatedAt: twins.updatedAt,
  floorNumber: twins.floorNumber,
  overlayBounds: twins.overlayBounds,
  accountId: twins.accountId,
  scopeId: twins.scopeId,
};

/**
 * The columns of twins that other features may join, with account and scope. Left joins, because the planner
 * drops those that a query does not use.
 */
export const twinViewAs = <Name extends string>(name: Name) =>
  new QueryBuilder()
    .select({
      ...columns,
      accountName: sql<string>`${accounts.name}`.as(`${name}_account_name`),
      scopePath: sql<string>`${scopes.path}`.as(`${name}_scope_path`),
    })
    .from(twins)
    .leftJoin(scopes, eq(scopes.id, twins.scopeId))
    .leftJoin(accounts, eq(accounts.id, twins.accountId))
    .as(name);

export const twinView = twinViewAs('twin');

/** The images and attachments of twins, for other features. */
export const twinFileView = new QueryBuilder()
  .select({ twinId: twinFiles.twinId, kind: twinFiles.kind })
  .from(twinFiles)
  .as('twin_file');

export const twinPositionView = new QueryBuilder().select().from(twinPositions).as('twin_position');

export const scopedTwins = inScope(twins, twins);

/** Twins that other features filter with `matchesTwins`, and their columns in such queries. */
export const viewedTwins = { ...scopedTwins, columns };

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

export const twinIdsOfAccount = (accountId: SQLWrapper) =>
  sql`(select of_account.id from ${twins} of_account where of_account.account_id = ${accountId})`;

export const isBelowTwin = (path: SQLWrapper, twinId: number) =>
  sql`${path} <@ (select top.path from ${twins} top where top.id = ${twinId})`;
