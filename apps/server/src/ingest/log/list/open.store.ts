import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { packetFaults } from '../packet.table.ts';
import type { PacketQuery, PacketRow } from './stored-packet.ts';

/** SQL on packets of days that have not been packed. */

const outcomeOf = sql`case when fault.outcome is not null then fault.outcome
  when packet.seq > least(place.cursor, lane.cursor) then 'pending' else 'applied' end`;

function conditionsOf(query: PacketQuery): SQL {
  const { place, deviceIds, connectorId, fromMs, beforeMs, outcome, after, order } = query;
  const conditions = [
    deviceIds && sql`packet.device_id = any(${sql.param([...deviceIds])}::bigint[])`,
    connectorId !== undefined && sql`packet.connector_id = ${connectorId}`,
    place && sql`packet.shard = ${place.shard} and packet.seq = ${place.seq}`,
    fromMs !== undefined && sql`packet.received_at >= ${fromMs}`,
    beforeMs !== undefined && sql`packet.received_at < ${beforeMs}`,
    outcome && sql`${outcomeOf} = ${outcome}`,
    after &&
      sql`(packet.received_at, packet.shard, packet.seq) ${order === 'oldest' ? sql`>` : sql`<`}
        (${after.receivedAt}::bigint, ${after.shard}::int, ${after.seq}::bigint)`,
  ].filter((condition) => condition !== undefined && condition !== false);
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

export async function listOpen(db: Db, query: PacketQuery): Promise<PacketRow[]> {
  const direction = query.order === 'oldest' ? sql`asc` : sql`desc`;
  const { rows } = await db.execute<PacketRow>(sql`
    select packet.shard, packet.seq, packet.connector_id as "connectorId",
      coalesce(packet.device_id, fault.device_id) as "deviceId", packet.identifier,
      packet.received_at as "receivedAt", packet.content, ${outcomeOf} as outcome, fault.code,
      fault.params - 'refused' as params, fault.params -> 'refused' as refused
    from packets packet
    join ingest_cursors place on place.shard = packet.shard
    left join ingest_lanes lane on lane.account_id = packet.account_id and lane.shard = packet.shard
    left join ${packetFaults} fault on fault.shard = packet.shard and fault.seq = packet.seq
    where ${conditionsOf(query)}
    order by packet.received_at ${direction}, packet.shard ${direction}, packet.seq ${direction} limit ${query.limit}`);
  return rows;
}
