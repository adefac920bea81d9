import { sql } from 'drizzle-orm';
import { listPackets } from '../../ingest/log/list/list.store.ts';
import type { Db } from '../../platform/db/db.ts';
import { alarmView } from '../alarms/index.ts';
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
      select ${key} as key, exists (select from ${alarmView} where ${alarmView.twinId} = ${twinView.id} and ${alarmView.origin} = 'health'
        and ${alarmView.category} = 'connectivity' and ${alarmView.resolvedAt} is null) as is_silent
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
