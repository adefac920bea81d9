import { sql } from 'drizzle-orm';
import { listPackets } from '../../ingest/log/list/list.store.ts';
import type { Db } from '../../platform/db/db.ts';
import { alarms, alarmView, noteAlarmChanges } from '../alarms/index.ts';
import { connectorView } from '../connectors/index.ts';
import { deviceView } from '../devices/index.ts';
import { driverVersionView, driverView, versionInUse } from '../drivers/index.ts';
import { twinView, twinViewAs } from '../twins/index.ts';

const list = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;
const place = twinViewAs('place');

export interface SilentRow extends Record<string, unknown> {
  alarmId: number;
  accountId: number;
  twinId: number;
  connectorId: number;
  connectorName: string;
  placeId: number | null;
  placeTitle: string | null;
  versionId: number | null;
  driverTitle: string | null;
  versionNumber: number | null;
}

/** Devices whose check of connectivity opened an alarm since then, which is still open and has no cause yet. */
export async function findNewlySilent(db: Db, since: Date): Promise<SilentRow[]> {
  const { rows } = await db.execute<SilentRow>(sql`
    select ${alarmView.id}::int as "alarmId", ${alarmView.accountId}::int as "accountId", ${twinView.id}::int as "twinId",
      ${connectorView.id}::int as "connectorId", ${connectorView.name} as "connectorName",
      ${place.id}::int as "placeId", ${place.title} as "placeTitle",
      ${driverVersionView.id}::int as "versionId", ${driverView.title} as "driverTitle",
      ${driverVersionView.number} as "versionNumber"
    from ${alarmView}
    join ${twinView} on ${twinView.id} = ${alarmView.twinId}
    join ${deviceView} on ${deviceView.twinId} = ${twinView.id}
    join ${connectorView} on ${connectorView.id} = ${deviceView.connectorId}
    left join ${place} on ${place.id} = ${twinView.parentId}
    left join ${driverView} on ${driverView.id} = ${deviceView.driverId}
    left join ${driverVersionView}
      on ${driverVersionView.id} = ${versionInUse(deviceView.driverVersionId, deviceView.driverId)}
    where ${alarmView.origin} = 'health' and ${alarmView.category} = 'connectivity' and ${alarmView.resolvedAt} is null
      and ${alarmView.causeId} is null and ${alarmView.openedAt} >= ${since.toISOString()}::timestamptz
    order by ${alarmView.accountId}, ${alarmView.id}`);
  return rows;
}

interface PeerQuery {
  accountId: number;
  kind: 'connector' | 'place' | 'driver';
  ids: readonly number[];
}

/** Enabled devices of an account by connector, place or driver version, and how many of them are silent. */
export async function countPeers(db: Db, { accountId, kind, ids }: PeerQuery) {
  const key = {
    connector: sql`${deviceView.connectorId}`,
    place: sql`${twinView.parentId}`,
    driver: versionInUse(deviceView.driverVersionId, deviceView.driverId),
  }[kind];
  const { rows } = await db.execute<{ id: number; devices: number; silent: number }>(sql`
    select key::int as id, count(*)::int as devices, (count(*) filter (where is_silent))::int as silent from (
      select ${key} as key, exists (select from ${alarms} open where open.twin_id = ${twinView.id}
        and open.origin = 'health' and open.category = 'connectivity' and open.resolved_at is null) as is_silent
      from ${deviceView} join ${twinView} on ${twinView.id} = ${deviceView.twinId}
      where ${twinView.accountId} = ${accountId} and not ${twinView.disabled} and ${deviceView.operationalStatus} < 4
    ) as peer where key = any(${list(ids)}) group by key`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** The gateway that received the last packet of a device best, for LoRaWAN. */
export async function lastGateway(db: Db, twinId: number): Promise<string | undefined> {
  const [packet] = await listPackets(db, { deviceIds: [twinId], limit: 1 });
  const lora: unknown = packet?.meta.lora;
  if (typeof lora !== 'object' || lora === null || !('gateways' in lora) || !Array.isArray(lora.gateways)) return;
  const first: unknown = lora.gateways[0];
  if (typeof first !== 'object' || first === null || !('gweui' in first)) return;
  return typeof first.gweui === 'string' ? first.gweui : undefined;
}

interface CauseSubject {
  originId: number;
  identifier: string;
}

export async function findOpenCause(db: Db, { originId, identifier }: CauseSubject): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id::int from ${alarms} where origin = 'silence' and origin_id = ${originId} and identifier = ${identifier}
      and resolved_at is null for update`);
  return rows[0]?.id;
}

/** Lets an alarm stand for others. */
export async function attach(
  db: Db,
  causeId: number,
  { alarmIds, accountId, params }: { alarmIds: readonly number[]; accountId: number; params: Record<string, unknown> },
): Promise<void> {
  await db.execute(sql`update ${alarms} set cause_id = ${causeId} where id = any(${list(alarmIds)})`);
  await db.execute(sql`update ${alarms} set params = ${JSON.stringify(params)}::jsonb where id = ${causeId}`);
  await noteAlarmChanges(db, [accountId]);
}

interface OpenCause extends Record<string, unknown> {
  id: number;
  accountId: number;
  originId: number;
  identifier: string;
  /** Alarms that it stands for and that are still open. */
  silent: number;
}

export async function openCauses(db: Db): Promise<OpenCause[]> {
  const { rows } = await db.execute<OpenCause>(sql`
    select cause.id::int, cause.account_id::int as "accountId", cause.origin_id::int as "originId", cause.identifier,
      (select count(*)::int from ${alarms} affected
        where affected.cause_id = cause.id and affected.resolved_at is null) as silent
    from ${alarms} cause where cause.origin = 'silence' and cause.resolved_at is null order by cause.id`);
  return rows;
}

/** The few that stay silent after the others have come back have a reason of their own. */
export const detachOpen = (db: Db, causeId: number) =>
  db.execute(sql`update ${alarms} set cause_id = null where cause_id = ${causeId} and resolved_at is null`);
