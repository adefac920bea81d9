import { healths, operationalStatuses, readsDevices } from '@stellwerk/contract/device';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { connectors } from '../connectors/index.ts';
import { twins } from '../twins/index.ts';
import { deviceStatus, devices } from './device.table.ts';
import { deviceJoins, matchesTwinOfDevice } from './filter.store.ts';

const visibleDevices = (actor: Actor, tenantId: number | undefined): SQL =>
  sql`${twins} join ${scopes} on ${scopes.id} = ${twins.scopeId} ${deviceJoins} where ${matchesTwinOfDevice(actor, { tenantId })}`;

export interface Growth extends Record<string, unknown> {
  connectorId: number;
  name: string;
  accountId: number;
  accountName: string;
  /** Which edge they had been created by: 0 for those before the first one. */
  edge: number;
  count: number;
}

/** How many of today's devices were created between two edges, by connector and account. */
export async function findGrowth(
  db: Db,
  actor: Actor,
  { tenantId, edges }: { tenantId: number | undefined; edges: readonly number[] },
): Promise<Growth[]> {
  const moments = sql`(select array_agg(to_timestamp(edge / 1000.0) order by edge)
    from unnest(${sql.param([...edges])}::bigint[]) as edge)`;
  const grouped = await db.execute<Growth>(sql`
    select counted.*, ${connectors.name} as name, ${accounts.name} as "accountName" from (
      select ${devices.connectorId} as "connectorId", ${twins.accountId} as "accountId",
        width_bucket(${twins.createdAt}, ${moments}) as edge, count(*)::int as count
      from ${visibleDevices(actor, tenantId)} group by 1, 2, 3
    ) counted
    join ${connectors} on ${connectors.id} = counted."connectorId"
    join ${accounts} on ${accounts.id} = counted."accountId"
    order by counted."connectorId", counted."accountId"`);
  return grouped.rows;
}

/** Connectors of the accounts in which the caller sees devices. */
export async function findVisibleConnectors(db: Db, actor: Actor, tenantId: number | undefined): Promise<number[]> {
  const rows = await db
    .select({ id: connectors.id })
    .from(connectors)
    .innerJoin(accounts, eq(accounts.id, connectors.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(
      and(
        visible(actor.grants, readsDevices, scopes.path),
        tenantId === undefined ? undefined : eq(accounts.id, tenantId),
      ),
    );
  return rows.map(({ id }) => id);
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

const number = (condition: SQL) => sql`(count(*) filter (where ${condition}))::int`;

/** Counts over all devices that the caller may see, in one pass. */
export async function findTotals(
  db: Db,
  actor: Actor,
  { tenantId, midnight, now }: { tenantId: number | undefined; midnight: Date; now: Date },
) {
  const since = (moment: Date) => number(sql`${deviceStatus.lastSeenAt} >= ${moment.toISOString()}::timestamptz`);
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const byValue = (column: SQL, names: readonly string[]) =>
    sql`json_build_object(${sql.join(
      names.flatMap((name, index) => [sql`${name}::text`, number(sql`${column} = ${index}`)]),
      sql`, `,
    )})`;
  const { rows } = await db.execute<
    TotalsRow & { byHealth: Record<string, number>; byOperationalStatus: Record<string, number> }
  >(sql`
    select count(*)::int as total, ${number(sql`${twins.disabled}`)} as disabled,
      ${byValue(sql`${deviceStatus.health}`, healths)} as "byHealth",
      ${byValue(sql`${devices.operationalStatus}`, operationalStatuses)} as "byOperationalStatus",
      ${since(midnight)} as today, ${since(daysAgo(1))} as "last24Hours", ${since(daysAgo(7))} as "lastWeek",
      ${since(daysAgo(30))} as "lastMonth", ${number(sql`${deviceStatus.lastSeenAt} is null`)} as never
    from ${visibleDevices(actor, tenantId)}`);
  const types = await db.execute<{ type: string; count: number }>(sql`
    select ${connectors.type} as type, sum(counted.count)::int as count from (
      select ${devices.connectorId} as id, count(*) as count from ${visibleDevices(actor, tenantId)} group by 1
    ) counted join ${connectors} on ${connectors.id} = counted.id
    group by 1 order by 2 desc, 1`);
  return { totals: rows[0], types: types.rows };
}
