import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from '../../../platform/db/db.ts';
import { deviceStatus, stateValues } from '../newest.table.ts';
import { type Newest, readNewest } from '../read.store.ts';

/** A pool or a client. */
type Queries = Pick<pg.Pool, 'query'>;
type DeviceStatus = typeof deviceStatus.$inferSelect;

/** For tests that need a newest value without its history. */
export async function setNewest(db: Db, stateId: number, fields: Partial<Newest>): Promise<void> {
  await db.update(stateValues).set(fields).where(eq(stateValues.stateId, stateId));
}

export async function newestValue(db: Db, stateId: number): Promise<unknown> {
  return (await readNewest(db, [stateId])).get(stateId)?.value;
}

export async function setDeviceStatus(db: Db, twinId: number, fields: Partial<DeviceStatus>): Promise<void> {
  await db.update(deviceStatus).set(fields).where(eq(deviceStatus.twinId, twinId));
}

export async function readDeviceStatus(db: Db, twinId: number): Promise<DeviceStatus | undefined> {
  const [found] = await db.select().from(deviceStatus).where(eq(deviceStatus.twinId, twinId));
  return found;
}

/** What the features add when they create states and devices, for those created by SQL. */
export async function completeNewest(queries: Queries): Promise<void> {
  await queries.query('insert into state_values (state_id) select id from states on conflict do nothing');
  await queries.query('insert into device_status (twin_id) select twin_id from devices on conflict do nothing');
}

/** Gives all states the same newest value. */
export async function fillNewest(queries: Queries, value: unknown, measuredAt: Date): Promise<void> {
  await completeNewest(queries);
  await queries.query(`update state_values set value = $1, measured_at = $2, received_at = now(), origin = 'live'`, [
    JSON.stringify(value),
    measuredAt,
  ]);
}

/** Holds the newest value of a state until the transaction of the client ends. */
export async function holdNewest(client: Queries, stateId: number): Promise<void> {
  await client.query('select from state_values where state_id = $1 for update', [stateId]);
}

/** The newest values of these or all states, in the order of their ids. */
export async function allNewest(queries: Queries, stateIds?: readonly number[]): Promise<unknown[]> {
  const { rows } = await queries.query<{ value: unknown }>(
    'select value::json from state_values where $1::bigint[] is null or state_id = any($1) order by state_id',
    [stateIds],
  );
  return rows.map(({ value }) => value);
}

/** The newest value as a number, as an expression over the id of a state. */
export const newestNumber = (stateId: string | number) =>
  `(select value::float8 from state_values where state_id = ${stateId})`;

/** The number of applied packets of all devices, or as an expression over the id of one device. */
export const packetsApplied = (twinId?: string) =>
  `(select coalesce(sum(packets), 0)::int from device_status ${twinId === undefined ? '' : `where twin_id = ${twinId}`})`;

/** The number of devices that were last seen after a time. */
export async function countSeenAfter(queries: Queries, at: Date): Promise<number | null> {
  return (await queries.query('select from device_status where last_seen_at > $1', [at])).rowCount;
}
