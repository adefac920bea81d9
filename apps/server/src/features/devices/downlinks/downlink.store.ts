import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { OutboxFailure } from '../../../platform/outbox/outbox.table.ts';
import { users } from '../../../platform/tenancy/user.table.ts';
import { connectorView } from '../../connectors/index.ts';
import { devices, downlinks } from '../device.table.ts';

const kept = 100;

export type NewDownlink = Omit<typeof downlinks.$inferInsert, 'state' | 'code' | 'params' | 'createdAt' | 'changedAt'>;

/** Keeps the last hundred downlinks of a device and all pending ones. */
export async function insertDownlink(db: Db, downlink: NewDownlink): Promise<number> {
  const [created] = await db.insert(downlinks).values(downlink).returning({ id: downlinks.id });
  await db.execute(sql`delete from ${downlinks} where twin_id = ${downlink.twinId} and state <> 'pending' and id <= (
    select id from ${downlinks} where twin_id = ${downlink.twinId} order by id desc offset ${kept} limit 1)`);
  return created?.id ?? 0;
}

export interface DownlinkDevice {
  id: number;
  connectorId: number;
  connectorType: string;
}

export async function findDownlinkDevice(db: Db, twinId: number): Promise<DownlinkDevice | undefined> {
  const [device] = await db
    .select({ id: devices.twinId, connectorId: devices.connectorId, connectorType: connectorView.type })
    .from(devices)
    .innerJoin(connectorView, eq(connectorView.id, devices.connectorId))
    .where(eq(devices.twinId, twinId));
  return device;
}

const fullName = sql<string | null>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''),
  ${users.username})`;

export async function findDownlinks(db: Db, twinId: number, id?: number) {
  return db
    .select({
      id: downlinks.id,
      name: downlinks.name,
      port: downlinks.port,
      payload: downlinks.payload,
      encoding: downlinks.encoding,
      confirmed: downlinks.confirmed,
      state: downlinks.state,
      code: downlinks.code,
      params: downlinks.params,
      createdAt: downlinks.createdAt,
      createdBy: fullName,
      changedAt: downlinks.changedAt,
    })
    .from(downlinks)
    .leftJoin(users, eq(users.id, downlinks.createdBy))
    .where(and(eq(downlinks.twinId, twinId), id === undefined ? undefined : eq(downlinks.id, id)))
    .orderBy(desc(downlinks.id))
    .limit(kept);
}
export type FoundDownlink = Awaited<ReturnType<typeof findDownlinks>>[number];

export async function findPending(db: Db, ids: number[]) {
  return db
    .select({
      id: downlinks.id,
      twinId: downlinks.twinId,
      port: downlinks.port,
      payload: downlinks.payload,
      encoding: downlinks.encoding,
      confirmed: downlinks.confirmed,
      gatewayIds: downlinks.gatewayIds,
      connectorId: devices.connectorId,
      externalId: devices.externalId,
      connectorData: devices.connectorData,
    })
    .from(downlinks)
    .innerJoin(devices, eq(devices.twinId, downlinks.twinId))
    .where(and(inArray(downlinks.id, ids), eq(downlinks.state, 'pending')));
}
export type PendingDownlink = Awaited<ReturnType<typeof findPending>>[number];

interface NewState {
  state: (typeof downlinks.$inferSelect)['state'];
  failure?: OutboxFailure;
  now: Date;
}

export async function failPending(db: Db, ids: readonly number[], { failure, now }: Required<Omit<NewState, 'state'>>) {
  return db
    .update(downlinks)
    .set({ state: 'failed', code: failure.code, params: failure.params, changedAt: now })
    .where(and(sql`${downlinks.id} = any(${sql.param(ids)}::bigint[])`, eq(downlinks.state, 'pending')))
    .returning({ id: downlinks.id, twinId: downlinks.twinId });
}

export async function setDownlinkState(db: Db, id: number, { state, failure, now }: NewState): Promise<void> {
  const reason = { code: failure?.code ?? null, params: failure?.params ?? null };
  await db
    .update(downlinks)
    .set({ state, ...reason, changedAt: now })
    .where(eq(downlinks.id, id));
}
