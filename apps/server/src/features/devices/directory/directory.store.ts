import type { HealthEntry } from '@stellwerk/contract/health';
import { type SQL, sql } from 'drizzle-orm';
import type { ConnectorEntry } from '../../../ingest/ports.ts';
import type { Db } from '../../../platform/db/db.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { connectorView } from '../../connectors/index.ts';
import { versionInUse } from '../../drivers/index.ts';
import { stateView } from '../../states/index.ts';
import { twinView } from '../../twins/index.ts';
import { deviceView } from '../device.view.ts';

export interface DeviceRecord extends Record<string, unknown> {
  twinId: number;
  accountId: number;
  accountPath: string;
  connectorId: number;
  externalId: string;
  isDisabled: boolean;
  operationalStatus: number;
  driverVersionId: number | null;
  health: number;
  healthConfig: HealthEntry[];
  targetReference: { name: string; value: string } | null;
  title: string;
  tags: string[];
  keyValue: { key: string; value: string }[];
  groups: string[];
  /** Id, key and variable of each state that messages of the device feed. */
  fed: [number, string, string][] | null;
  /** Id and key of its other states, which health checks may use. */
  others: [number, string][] | null;
}

/** Devices with their states, one row each, because a hundred thousand of them must load quickly. */
const selectDevices = (which: SQL) => sql`
  select device.twin_id as "twinId", twin.account_id as "accountId", scope.path::text as "accountPath",
    device.connector_id as "connectorId",
    device.external_id as "externalId", twin.disabled as "isDisabled", device.operational_status as "operationalStatus",
    device.health,
    ${versionInUse(deviceView.driverVersionId, deviceView.driverId)} as "driverVersionId", device.health_config as "healthConfig",
    device.target_reference as "targetReference",
    twin.title, twin.tags, twin.key_value as "keyValue", device.groups,
    (select json_agg(json_build_array(state.id, state.key, state.state_variable) order by state.position, state.id)
      from ${stateView} where state.twin_id = device.twin_id and state.source = 'connector') as fed,
    (select json_agg(json_build_array(state.id, state.key) order by state.id)
      from ${stateView} where state.twin_id = device.twin_id and state.source <> 'connector') as others
  from ${deviceView} join ${twinView} on twin.id = device.twin_id
  join ${accounts} account on account.id = twin.account_id join ${scopes} scope on scope.id = account.scope_id
  where ${which}`;

const listOf = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;

export interface DeviceSelection {
  twinIds: readonly number[];
  driverIds: readonly number[];
  accountIds: readonly number[];
}

export async function findDevices(
  db: Db,
  { twinIds, driverIds, accountIds }: DeviceSelection,
): Promise<DeviceRecord[]> {
  const { rows } = await db.execute<DeviceRecord>(
    selectDevices(sql`device.twin_id = any(${listOf(twinIds)}) or device.driver_id = any(${listOf(driverIds)})
      or twin.account_id = any(${listOf(accountIds)})`),
  );
  return rows;
}

export async function pageDevices(db: Db, after: number, limit: number): Promise<DeviceRecord[]> {
  const { rows } = await db.execute<DeviceRecord>(
    sql`${selectDevices(sql`device.twin_id > ${after}`)} order by device.twin_id limit ${limit}`,
  );
  return rows;
}

export interface TwinStateRecord extends Record<string, unknown> {
  stateId: number;
  twinId: number;
  accountId: number;
  accountPath: string;
  /** Null for states that were stored before connectors were named. */
  connectorId: number | null;
  identifier: string;
  variable: string;
}

export type TwinStateSelection =
  | { twinIds: readonly number[]; accountIds: readonly number[] }
  | { identifiers: readonly string[] }
  | 'all';

function chosen(which: TwinStateSelection): SQL {
  if (which === 'all') return sql`true`;
  if ('identifiers' in which) return sql`state.state_identifier = any(${sql.param([...which.identifiers])}::text[])`;
  return sql`(state.twin_id = any(${listOf(which.twinIds)}) or twin.account_id = any(${listOf(which.accountIds)}))`;
}

/** States of plain twins that messages feed directly, by identifier. */
export async function findTwinStates(db: Db, which: TwinStateSelection): Promise<TwinStateRecord[]> {
  const { rows } = await db.execute<TwinStateRecord>(sql`
    select state.id as "stateId", state.twin_id as "twinId", twin.account_id as "accountId",
      scope.path::text as "accountPath", state.state_connector as "connectorId",
      state.state_identifier as identifier, state.state_variable as variable
    from ${stateView} join ${twinView} on twin.id = state.twin_id
    join ${accounts} account on account.id = twin.account_id join ${scopes} scope on scope.id = account.scope_id
    where state.source = 'connector' and state.state_identifier <> '' and not twin.disabled and ${chosen(which)}
    order by state.id`);
  return rows;
}

export async function readConnectors(db: Db, ids: readonly number[] | 'all'): Promise<Map<number, ConnectorEntry>> {
  const condition = ids === 'all' ? sql`true` : sql`connector.id = any(${listOf(ids)})`;
  const { rows } = await db.execute<ConnectorEntry & { id: number } & Record<string, unknown>>(sql`
    select connector.id, connector.type, scope.path::text as "accountPath" from ${connectorView}
    join ${accounts} account on account.id = connector.account_id join ${scopes} scope on scope.id = account.scope_id
    where ${condition}`);
  return new Map(rows.map(({ id, type, accountPath }) => [id, { type, accountPath }]));
}
