import type { DashboardFields, WidgetFields } from '@stellwerk/contract/dashboard';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { stateView } from '../states/index.ts';
import { dashboards, widgets } from './dashboard.table.ts';
import { scopedWidgets } from './dashboard.view.ts';

export const findAskedStates = (db: Db, ids: number[]) =>
  db
    .select({ id: stateView.id, key: sql<string>`lower(${stateView.key})`, twinId: stateView.twinId })
    .from(stateView)
    .where(inArray(stateView.id, ids));

export interface HoldingWidget extends Pick<WidgetFields, 'type' | 'options'> {
  dashboardId: number;
  name: string;
  customParameters: DashboardFields['customParameters'];
  accountScopePath: string;
}

/** Widgets of visible dashboards whose options contain one of these words. */
export async function findWidgetsHolding(
  db: Db,
  actor: Actor,
  words: readonly string[],
  limit: number,
): Promise<HoldingWidget[]> {
  const quoted = words.map((word) => JSON.stringify(word));
  const { every } = scopedFrom(scopedWidgets, actor, 'Dashboards.read').where(
    sql`exists (select from unnest(${sql.param(quoted)}::text[]) as word
      where strpos(lower(${widgets.options}::text), word) > 0)`,
  );
  const { rows } = await db.execute<HoldingWidget & Record<string, unknown>>(sql`
    select ${dashboards.id} as "dashboardId", ${dashboards.name} as name, ${widgets.type} as type,
      ${widgets.options} as options, ${dashboards.customParameters} as "customParameters",
      (select path::text from ${scopes} own where own.id = ${accounts.scopeId}) as "accountScopePath"
    ${every} order by ${dashboards.id}, ${widgets.layoutOrderIdx} limit ${limit}`);
  return rows;
}
