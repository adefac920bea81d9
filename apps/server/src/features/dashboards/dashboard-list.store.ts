import type { RouteInput } from '@stellwerk/contract/core/route';
import type { DashboardSort, listDashboards } from '@stellwerk/contract/dashboard';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopedFrom, visibleIds } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { isStarred } from '../favourites/index.ts';
import { twinView } from '../twins/index.ts';
import { userName } from './dashboard.store.ts';
import { dashboards, widgets } from './dashboard.table.ts';
import { scopedDashboards, scopeOfDashboard } from './dashboard.view.ts';

type List = RouteInput<typeof listDashboards>['query'];

const dashboardPage = defineList<DashboardSort>({
  sort: {
    name: sql`lower(${dashboards.name})`,
    tenantName: sql`lower(${accounts.name})`,
    updatedAt: dashboards.updatedAt,
    // Ids ascend in the order of creation and have an index.
    createdAt: dashboards.id,
  },
  // The index contains names in lower case.
  search: [{ lower: sql`lower(${dashboards.name})` }],
});

const typesOfWidgets = sql<string[]>`array(select distinct part.type from ${widgets} part
  where part.dashboard_id = ${dashboards.id} order by part.type)`;

const findRows = (db: Db, userId: number, ids: number[]) =>
  db
    .select({
      id: dashboards.id,
      name: dashboards.name,
      accountId: dashboards.accountId,
      accountName: accounts.name,
      scopePath: sql<string>`${scopes.path}::text`,
      parentTwinId: dashboards.parentTwinId,
      parentTwinTitle: twinView.title,
      isFavourite: isStarred(userId, 'dashboardId', dashboards.id),
      createdAt: dashboards.createdAt,
      updatedAt: dashboards.updatedAt,
      updatedBy: userName,
      widgetCount: sql<number>`(select count(*)::int from ${widgets} part where part.dashboard_id = ${dashboards.id})`,
      widgetTypes: typesOfWidgets,
    })
    .from(dashboards)
    .innerJoin(accounts, eq(accounts.id, dashboards.accountId))
    .leftJoin(twinView, eq(twinView.id, dashboards.parentTwinId))
    .innerJoin(scopes, eq(scopes.id, scopeOfDashboard))
    .leftJoin(users, eq(users.id, dashboards.updatedBy))
    .where(inArray(dashboards.id, ids));
export type FoundRow = Awaited<ReturnType<typeof findRows>>[number];

const fromVisible = (actor: Actor) => scopedFrom(scopedDashboards, actor, 'Dashboards.read');

/** Above this number the caller sees a large part of all dashboards. */
const few = 5_000;

/**
 * The ids of the visible dashboards, if they are few: found through the indexes of twins and of accounts, because no
 * index serves both at once, and the list of a caller with ten dashboards would scan all of the installation.
 */
async function isOneOfFew(db: Db, { grants }: Actor): Promise<SQL | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select own.id from ${dashboards} own inner join ${accounts} on ${accounts.id} = own.account_id
    inner join ${scopes} on ${scopes.id} = ${accounts.scopeId}
    where own.parent_twin_id is null and ${visible(grants, 'Dashboards.read', scopes.path)}
    union all
    select of_twin.id from ${dashboards} of_twin inner join ${twinView} on ${twinView.id} = of_twin.parent_twin_id
    where ${visible(grants, 'Dashboards.read', twinView.scopePath)}
    limit ${few + 1}`);
  if (rows.length > few) return undefined;
  return sql`${dashboards.id} = any(${sql.param(rows.map(({ id }) => id))}::bigint[])`;
}

export async function findPage(db: Db, actor: Actor, list: List) {
  const { accountIds, dtwinId } = list;
  const found = fromVisible(actor).where(
    await isOneOfFew(db, actor),
    accountIds ? inArray(dashboards.accountId, accountIds) : undefined,
    dtwinId === undefined ? undefined : eq(dashboards.parentTwinId, dtwinId),
  );
  return dashboardPage(db, found, list, (ids) => findRows(db, actor.userId, ids));
}

export async function isFavouriteOf(db: Db, userId: number, id: number): Promise<boolean> {
  const isFavourite = isStarred(userId, 'dashboardId', dashboards.id);
  const [found] = await db.select({ isFavourite }).from(dashboards).where(eq(dashboards.id, id));
  return found?.isFavourite ?? false;
}

export async function findVisibleNames(db: Db, actor: Actor, ids: readonly number[]): Promise<Map<number, string>> {
  const seen = await visibleIds(db, fromVisible(actor), ids);
  const rows = await db
    .select({ id: dashboards.id, name: dashboards.name })
    .from(dashboards)
    .where(inArray(dashboards.id, [...seen]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
