import type { DashboardFields, WidgetFields } from '@stellwerk/contract/dashboard';
import { readsStates } from '@stellwerk/contract/state';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { states } from '../states/index.ts';
import { twins } from '../twins/index.ts';
import { dashboards, widgets } from './dashboard.table.ts';
import { fits, type ResolvedFilter, type Viewer } from './data/index.ts';
import { scopeOfDashboard } from './guard.store.ts';

export interface AskedState {
  id: number;
  key: string;
  twinId: number;
}

export async function findAskedStates(db: Db, ids: readonly number[]): Promise<AskedState[]> {
  const { rows } = await db.execute<AskedState & Record<string, unknown>>(
    sql`select id, lower(key) as key, twin_id as "twinId" from ${states} where id = any(${sql.param([...ids])}::bigint[])`,
  );
  return rows;
}

export interface HoldingWidget extends Pick<WidgetFields, 'type' | 'options'> {
  dashboardId: number;
  name: string;
  customParameters: DashboardFields['customParameters'];
  accountScopePath: string;
}

/** Widgets of dashboards that somebody may see, and whose options hold one of these words anywhere. */
export async function findWidgetsHolding(
  db: Db,
  { grants }: Actor,
  words: readonly string[],
  limit: number,
): Promise<HoldingWidget[]> {
  const quoted = words.map((word) => JSON.stringify(word));
  const { rows } = await db.execute<HoldingWidget & Record<string, unknown>>(sql`
    select ${dashboards.id} as "dashboardId", ${dashboards.name} as name, ${widgets.type} as type,
      ${widgets.options} as options, ${dashboards.customParameters} as "customParameters",
      (select path::text from ${scopes} own where own.id = ${accounts.scopeId}) as "accountScopePath"
    from ${widgets} inner join ${dashboards} on ${dashboards.id} = ${widgets.dashboardId}
    inner join ${accounts} on ${accounts.id} = ${dashboards.accountId}
    left join ${twins} on ${twins.id} = ${dashboards.parentTwinId}
    inner join ${scopes} on ${scopes.id} = ${scopeOfDashboard}
    where ${visible(grants, 'Dashboards.read', scopes.path)}
      and exists (select from unnest(${sql.param(quoted)}::text[]) as word
        where strpos(lower(${widgets.options}::text), word) > 0)
    order by ${dashboards.id}, ${widgets.layoutOrderIdx} limit ${limit}`);
  return rows;
}

/** Which of these twins a filter finds. */
export async function findFitting(
  db: Db,
  viewer: Viewer,
  filter: ResolvedFilter,
  twinIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${twins.id} as id from ${twins} inner join ${scopes} on ${scopes.id} = ${twins.scopeId}
    where ${twins.id} = any(${sql.param([...twinIds])}::bigint[]) and ${fits(viewer, filter, readsStates) ?? sql`true`}`);
  return new Set(rows.map(({ id }) => id));
}
