import type { RouteInput } from '@stellwerk/contract/core/route';
import type { DashboardSort, listDashboards } from '@stellwerk/contract/dashboard';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike, pageOfIds } from '../../platform/db/page.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { favourites } from '../favourites/index.ts';
import { twins } from '../twins/index.ts';
import { userName } from './dashboard.store.ts';
import { dashboards, widgets } from './dashboard.table.ts';
import { scopeOfDashboard } from './guard.store.ts';

type List = RouteInput<typeof listDashboards>['query'];

const keys: Record<DashboardSort, SQL> = {
  name: sql`lower(${dashboards.name})`,
  tenantName: sql`lower(${accounts.name})`,
  updatedAt: sql`${dashboards.updatedAt}`,
  // Ids are given in the order of creation, and an index knows theirs.
  createdAt: sql`${dashboards.id}`,
};

function orderOf(sort: List['sort']) {
  // The contract lists the sorts, each with and without the sign.
  return { key: keys[sort.replace(/^-/, '') as DashboardSort], isDescending: sort.startsWith('-') };
}

/** Every word in the name. */
const contains = (search: string | undefined) =>
  and(
    ...(search ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql`lower(${dashboards.name}) like ${`%${escapeLike(word)}%`}`),
  );

const isFavourite = (userId: number) => sql<boolean>`exists (select 1 from ${favourites} starred
  where starred.user_id = ${userId} and starred.dashboard_id = ${dashboards.id})`;

const kindsOf = sql<string[]>`array(select distinct part.type from ${widgets} part
  where part.dashboard_id = ${dashboards.id} order by part.type)`;

async function findRows(db: Db, userId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const found = await db
    .select({
      id: dashboards.id,
      name: dashboards.name,
      accountId: dashboards.accountId,
      accountName: accounts.name,
      scopePath: sql<string>`${scopes.path}::text`,
      parentTwinId: dashboards.parentTwinId,
      parentTwinTitle: twins.title,
      isFavourite: isFavourite(userId),
      createdAt: dashboards.createdAt,
      updatedAt: dashboards.updatedAt,
      updatedBy: userName,
      widgetCount: sql<number>`(select count(*)::int from ${widgets} part where part.dashboard_id = ${dashboards.id})`,
      widgetTypes: kindsOf,
    })
    .from(dashboards)
    .innerJoin(accounts, eq(accounts.id, dashboards.accountId))
    .leftJoin(twins, eq(twins.id, dashboards.parentTwinId))
    .innerJoin(scopes, eq(scopes.id, scopeOfDashboard))
    .leftJoin(users, eq(users.id, dashboards.updatedBy))
    .where(inArray(dashboards.id, [...ids]));
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
export type FoundRow = Awaited<ReturnType<typeof findRows>>[number];

/** Somebody who sees more than these reads a good part of all anyway. */
const few = 5_000;

/**
 * Those that the caller sees, by the index of twins and by that of accounts, where they are few: no index serves both at
 * once, and somebody with ten dashboards would wait for all of the installation.
 */
async function isSeen(db: Db, { grants }: Actor): Promise<SQL> {
  const isVisible = visible(grants, 'Dashboards.read', scopes.path);
  const { rows } = await db.execute<{ id: number }>(sql`
    select own.id from ${dashboards} own inner join ${accounts} on ${accounts.id} = own.account_id
    inner join ${scopes} on ${scopes.id} = ${accounts.scopeId} where own.parent_twin_id is null and ${isVisible}
    union all
    select hung.id from ${dashboards} hung inner join ${twins} on ${twins.id} = hung.parent_twin_id
    inner join ${scopes} on ${scopes.id} = ${twins.scopeId} where ${isVisible}
    limit ${few + 1}`);
  if (rows.length > few) return isVisible;
  return sql`${dashboards.id} = any(${sql.param(rows.map(({ id }) => id))}::bigint[])`;
}

/** What is told of a dashboard is looked up for those of the page alone. */
export async function findPage(db: Db, actor: Actor, list: List) {
  const { accountIds, dtwinId, offset, limit } = list;
  const where = and(
    await isSeen(db, actor),
    accountIds ? inArray(dashboards.accountId, accountIds) : undefined,
    dtwinId === undefined ? undefined : eq(dashboards.parentTwinId, dtwinId),
    contains(list.search),
  );
  const every = sql`from ${dashboards} inner join ${accounts} on ${accounts.id} = ${dashboards.accountId}
    left join ${twins} on ${twins.id} = ${dashboards.parentTwinId}
    inner join ${scopes} on ${scopes.id} = ${scopeOfDashboard} where ${where ?? sql`true`}`;
  const { ids, ...total } = await pageOfIds(db, { ...orderOf(list.sort), id: dashboards.id, every, offset, limit });
  return { rows: await findRows(db, actor.userId, ids), ...total };
}

/** Whether somebody has starred it. */
export async function isStarred(db: Db, userId: number, dashboardId: number): Promise<boolean> {
  return (await db.$count(favourites, and(eq(favourites.userId, userId), eq(favourites.dashboardId, dashboardId)))) > 0;
}

/** Of these dashboards, those that the caller may see, with their names. */
export async function findVisible(db: Db, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db
    .select({ id: dashboards.id, name: dashboards.name })
    .from(dashboards)
    .innerJoin(accounts, eq(accounts.id, dashboards.accountId))
    .leftJoin(twins, eq(twins.id, dashboards.parentTwinId))
    .innerJoin(scopes, eq(scopes.id, scopeOfDashboard))
    .where(and(inArray(dashboards.id, [...ids]), visible(actor.grants, 'Dashboards.read', scopes.path)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
