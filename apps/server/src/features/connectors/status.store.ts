import type { ConnectorState } from '@stellwerk/contract/connector';
import type { Reason } from '@stellwerk/plugin/connector-server';
import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { connectorLogs, connectorStatus, connectors } from './connector.table.ts';

/** Number of log entries kept per connector. */
const kept = 100;

interface NewState {
  connectorId: number;
  state: ConnectorState;
  reason?: Reason | null;
  /** The revision that the reporting run was started with: reports of outdated runs are ignored. */
  revision?: number;
}

/** Records a state with its reason; false if it was the same before. */
export async function writeState(db: Db, { connectorId, state, reason = null, revision }: NewState): Promise<boolean> {
  const isCurrent = sql`exists (select from ${connectors}
    where ${connectors.id} = ${connectorId} and ${connectors.active} and ${connectors.revision} = ${revision})`;
  const params = reason ? sql`${JSON.stringify(reason.params)}::jsonb` : sql`null::jsonb`;
  const changed = await db.execute(sql`
    with changed as (
      update ${connectorStatus}
      set state = ${state}, code = ${reason?.code ?? null}, params = ${params}, state_at = clock_timestamp()
      where connector_id = ${connectorId} and ${revision === undefined ? sql`true` : isCurrent}
        and (state, code, params) is distinct from (${state}::text, ${reason?.code ?? null}::text, ${params})
      returning connector_id, state, code, params, state_at
    )
    insert into ${connectorLogs} (connector_id, at, state, code, params)
    select connector_id, state_at, state, code, params from changed`);
  if (changed.rowCount === 0) return false;
  await truncateLog(db, connectorId);
  return true;
}

async function truncateLog(db: Db, connectorId: number): Promise<void> {
  await db.execute(sql`delete from ${connectorLogs} where connector_id = ${connectorId} and id <= (
    select id from ${connectorLogs} where connector_id = ${connectorId} order by id desc offset ${kept} limit 1)`);
}

export interface RefusedSignIns {
  connectorId: number;
  code: string;
  /** Of the last attempt. */
  address: string;
  count: number;
}

/** Refused sign-ins with the same reason share an entry until none came for this long. */
const sharedHours = 24;

/** Replaces the newest entry with this reason by one with the sum. Connectors that were deleted are skipped. */
export async function addRefusedSignIns(db: Db, { connectorId, code, address, count }: RefusedSignIns): Promise<void> {
  await db.execute(sql`
    with earlier as (
      delete from ${connectorLogs}
      where connector_id = ${connectorId} and state = 'refused' and code = ${code}
        and at > clock_timestamp() - make_interval(hours => ${sharedHours})
      returning (params ->> 'count')::bigint as count
    )
    insert into ${connectorLogs} (connector_id, at, state, code, params)
    select id, clock_timestamp(), 'refused', ${code}, jsonb_build_object(
      'count', ${count}::bigint + coalesce((select sum(count) from earlier), 0), 'address', ${address}::text)
    from ${connectors} where id = ${connectorId}`);
  await truncateLog(db, connectorId);
}

export async function findLogs(db: Db, connectorId: number, limit: number) {
  return db
    .select()
    .from(connectorLogs)
    .where(eq(connectorLogs.connectorId, connectorId))
    .orderBy(desc(connectorLogs.id))
    .limit(limit);
}

export interface Counted {
  connectorId: number;
  accepted: number;
  rejected: number;
  dropped: number;
  lastPacketAt: Date | null;
}

export async function addCounts(db: Db, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return;
  await db.execute(sql`
    update ${connectorStatus} set
      accepted = ${connectorStatus.accepted} + counted.accepted,
      rejected = ${connectorStatus.rejected} + counted.rejected,
      dropped = ${connectorStatus.dropped} + counted.dropped,
      last_packet_at = greatest(${connectorStatus.lastPacketAt}, counted.last_packet_at)
    from jsonb_to_recordset(${JSON.stringify(
      counted.map(({ connectorId, accepted, rejected, dropped, lastPacketAt }) => ({
        id: connectorId,
        accepted,
        rejected,
        dropped,
        last_packet_at: lastPacketAt,
      })),
    )}::jsonb) as counted (id bigint, accepted bigint, rejected bigint, dropped bigint, last_packet_at timestamptz)
    where ${connectorStatus.connectorId} = counted.id`);
}
