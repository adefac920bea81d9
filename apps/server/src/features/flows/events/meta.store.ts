import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import { connectorView } from '../../connectors/index.ts';
import { deviceView } from '../../devices/index.ts';
import { stateView } from '../../states/index.ts';
import { twinView } from '../../twins/index.ts';

export type Meta = Record<string, JsonValue>;

/** The metadata of events of a state, without the time. */
export interface StateMeta {
  stateId: number;
  accountId: number;
  meta: Meta;
}

const select = (db: Db) =>
  db
    .select({
      stateId: stateView.id,
      key: stateView.key,
      valueType: stateView.valueType,
      unit: stateView.unit,
      source: stateView.source,
      stateConnectorId: stateView.connectorId,
      identifier: stateView.identifier,
      variable: stateView.variable,
      twinId: twinView.id,
      title: twinView.title,
      category: twinView.category,
      tags: twinView.tags,
      path: sql<string>`${twinView.path}::text`,
      keyValue: twinView.keyValue,
      latitude: twinView.latitude,
      longitude: twinView.longitude,
      address: twinView.address,
      accountId: twinView.accountId,
      deviceConnectorId: deviceView.connectorId,
      externalId: deviceView.externalId,
      driverId: deviceView.driverId,
      operationalStatus: deviceView.operationalStatus,
      groups: deviceView.groups,
      connectorType: connectorView.type,
    })
    .from(stateView)
    .innerJoin(twinView, eq(twinView.id, stateView.twinId))
    .leftJoin(deviceView, eq(deviceView.twinId, twinView.id))
    .leftJoin(connectorView, eq(connectorView.id, sql`coalesce(${deviceView.connectorId}, ${stateView.connectorId})`));

type Row = Awaited<ReturnType<typeof select>>[number];

/** The ids of the twins above it, from the top. */
const ancestorsOf = ({ path, twinId }: Row): number[] =>
  path
    .split('.')
    .map(Number)
    .filter((id) => id !== twinId);

function toMeta(row: Row): StateMeta {
  const { stateId, accountId, latitude, longitude, address } = row;
  const configId = row.deviceConnectorId ?? row.stateConnectorId;
  return {
    stateId,
    accountId,
    meta: {
      state_id: stateId,
      state_identifier: row.key,
      state_type: row.valueType,
      unit: row.unit,
      dtwin_id: row.twinId,
      dtwin_title: row.title,
      twin_category: row.category,
      twin_tags: row.tags,
      twin_ancestor_ids: ancestorsOf(row),
      twin_key_value: Object.fromEntries(row.keyValue.map(({ key, value }) => [key, value])),
      vdevice_groups: row.groups ?? [],
      device_type_id: row.driverId,
      device_driver_id: row.driverId,
      operational_status: row.operationalStatus,
      geolocation: latitude === null || longitude === null ? null : { latitude, longitude, address },
      account_id: accountId,
      config_id: configId === null ? null : Number(configId),
      config_type: row.connectorType === null ? null : `bridge-${row.connectorType}`,
      source_type: row.source === 'connector' ? 'bridge' : row.source,
      source_identifier: row.externalId ?? row.identifier,
      parser_variable: row.variable,
    },
  };
}

export async function readStateMeta(db: Db, stateIds: readonly number[]): Promise<Map<number, StateMeta>> {
  if (stateIds.length === 0) return new Map();
  const rows = await select(db).where(inArray(stateView.id, [...stateIds]));
  return new Map(rows.map((row) => [row.stateId, toMeta(row)]));
}

/** The accounts of twins; deleted twins are absent. */
export async function readTwinAccounts(db: Db, twinIds: readonly number[]): Promise<Map<number, number>> {
  if (twinIds.length === 0) return new Map();
  const rows = await db
    .select({ id: twinView.id, accountId: twinView.accountId })
    .from(twinView)
    .where(inArray(twinView.id, [...twinIds]));
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}
