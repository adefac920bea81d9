import { type Health, healths, operationalStatuses, readsDevices } from '@stellwerk/contract/device';
import { eq, type SQL, sql } from 'drizzle-orm';
import { deviceStatusView } from '../../../ingest/newest/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopedFrom } from '../../../platform/tenancy/scoped-from.ts';
import { connectorView, scopedConnectors } from '../../connectors/index.ts';
import { twinView } from '../../twins/index.ts';
import { devices } from '../device.table.ts';
import { type DeviceQuery, visibleDevices } from '../list/filter.store.ts';

export interface Growth extends Record<string, unknown> {
  connectorId: number;
  name: string;
  accountId: number;
  accountName: string;
  /** Index of the last edge before their creation, from 1 on; 0 for devices created before the first edge. */
  edge: number;
  count: number;
}

/** Counts existing devices by the edges between which they were created, by connector and account. */
export async function findGrowth(
  db: Db,
  actor: Actor,
  { tenantId, edges }: { tenantId: number | undefined; edges: readonly number[] },
): Promise<Growth[]> {
  const moments = sql`(select array_agg(to_timestamp(edge / 1000.0) order by edge)
    from unnest(${sql.param([...edges])}::bigint[]) as edge)`;
  const grouped = await db.execute<Growth>(sql`
    select counted.*, ${connectorView.name} as name, ${accounts.name} as "accountName" from (
      select ${devices.connectorId} as "connectorId", ${twinView.accountId} as "accountId",
        width_bucket(${twinView.createdAt}, ${moments}) as edge, count(*)::int as count
      ${visibleDevices(actor, { tenantId }).every} group by 1, 2, 3
    ) counted
    join ${connectorView} on ${connectorView.id} = counted."connectorId"
    join ${accounts} on ${accounts.id} = counted."accountId"
    order by counted."connectorId", counted."accountId"`);
  return grouped.rows;
}

/** Connectors of the accounts in which the caller sees devices. */
export async function findVisibleConnectors(db: Db, actor: Actor, tenantId: number | undefined): Promise<number[]> {
  const { id, every } = scopedFrom(scopedConnectors, actor, readsDevices).where(
    tenantId === undefined ? undefined : eq(accounts.id, tenantId),
  );
  return (await db.execute<{ id: number }>(sql`select ${id} as id ${every}`)).rows.map((row) => Number(row.id));
}

interface TotalsRow extends Record<string, unknown> {
  total: number;
  disabled: number;
  today: number;
  last24Hours: number;
  lastWeek: number;
  lastMonth: number;
  never: number;
}

interface HealthCounts extends Record<string, unknown> {
  devices: number;
  disabled: number;
  active: number;
  byHealth: Record<Health, number>;
}

interface HealthCountsQuery {
  query: DeviceQuery;
  activeSince: Date;
}

const number = (condition: SQL) => sql`(count(*) filter (where ${condition}))::int`;

const since = (moment: Date) => number(sql`${deviceStatusView.lastSeenAt} >= ${moment.toISOString()}::timestamptz`);

const byValue = (column: SQL, names: readonly string[]) =>
  sql`json_build_object(${sql.join(
    names.flatMap((name, index) => [sql`${name}::text`, number(sql`${column} = ${index}`)]),
    sql`, `,
  )})`;

const byHealth = byValue(sql`${deviceStatusView.health}`, healths);

/** Counts the visible devices that match a filter, in one pass. */
export async function findHealthCounts(db: Db, actor: Actor, { query, activeSince }: HealthCountsQuery) {
  const { rows } = await db.execute<HealthCounts>(sql`
    select count(*)::int as devices, ${number(sql`${twinView.disabled}`)} as disabled,
      ${since(activeSince)} as active, ${byHealth} as "byHealth"
    ${visibleDevices(actor, query).every}`);
  return rows[0];
}

/** Counts over all devices that the caller may see, in one pass. */
export async function findTotals(
  db: Db,
  actor: Actor,
  { tenantId, midnight, now }: { tenantId: number | undefined; midnight: Date; now: Date },
) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const { rows } = await db.execute<
    TotalsRow & { byHealth: Record<string, number>; byOperationalStatus: Record<string, number> }
  >(sql`
    select count(*)::int as total, ${number(sql`${twinView.disabled}`)} as disabled,
      ${byHealth} as "byHealth",
      ${byValue(sql`${devices.operationalStatus}`, operationalStatuses)} as "byOperationalStatus",
      ${since(midnight)} as today, ${since(daysAgo(1))} as "last24Hours", ${since(daysAgo(7))} as "lastWeek",
      ${since(daysAgo(30))} as "lastMonth", ${number(sql`${deviceStatusView.lastSeenAt} is null`)} as never
    ${visibleDevices(actor, { tenantId }).every}`);
  const types = await db.execute<{ type: string; count: number }>(sql`
    select ${connectorView.type} as type, sum(counted.count)::int as count from (
      select ${devices.connectorId} as id, count(*) as count ${visibleDevices(actor, { tenantId }).every} group by 1
    ) counted join ${connectorView} on ${connectorView.id} = counted.id
    group by 1 order by 2 desc, 1`);
  return { totals: rows[0], types: types.rows };
}
