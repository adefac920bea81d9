import type { HealthEntry } from '@stellwerk/contract/health';
import { eq, inArray, sql } from 'drizzle-orm';
import { deviceStatusView, lockDeviceStatus, writeHealth } from '../../../ingest/newest/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { scopedFrom } from '../../../platform/tenancy/scoped-from.ts';
import type { HealthCandidate, HealthDevicesPort, HealthSubject } from '../../device-health/index.ts';
import { driverVersionView, newestVersionOf, versionInUse } from '../../drivers/index.ts';
import { stateView } from '../../states/index.ts';
import { twinView } from '../../twins/index.ts';
import { devices } from '../device.table.ts';
import { scopedDevices } from '../device.view.ts';

const inUse = versionInUse(sql`device.driver_version_id`, sql`device.driver_id`);

/** The checks of the driver's version in use, then those of the device. */
const entries = sql`coalesce((select ${driverVersionView.health} from ${driverVersionView}
  where ${driverVersionView.id} = ${inUse}), '[]') || device.health_config`;

const enabledDevices = sql`${devices} device join ${twinView} on twin.id = device.twin_id and not twin.disabled
  join ${deviceStatusView} on status.twin_id = device.twin_id`;

interface SubjectRow extends Omit<HealthSubject, 'lastSeenAt'>, Record<string, unknown> {
  entries: HealthEntry[];
  lastSeenAt: string | null;
}

export const healthDevices: HealthDevicesPort = {
  async page(db, afterId, limit) {
    const found = await db.execute<HealthCandidate & Record<string, unknown>>(sql`
      select * from (
        select device.twin_id as "twinId", ${entries} as entries, status.health as health
        from ${enabledDevices} where device.twin_id > ${afterId}
      ) candidate where entries <> '[]' order by "twinId" limit ${limit}`);
    return found.rows;
  },

  async accountsOf(db, twinIds) {
    const rows = await db
      .select({ id: twinView.id, accountId: twinView.accountId })
      .from(twinView)
      .where(inArray(twinView.id, [...twinIds]));
    return new Map(rows.map(({ id, accountId }) => [id, accountId]));
  },

  async lockSubjects(db, twinIds) {
    if (twinIds.length === 0) return [];
    await lockDeviceStatus(db, twinIds);
    const ids = sql`${sql.param([...twinIds])}::bigint[]`;
    const found = await db.execute<SubjectRow>(sql`
      select device.twin_id as "twinId", twin.account_id as "accountId", ${entries} as entries,
        device.operational_status as "operationalStatus", ${inUse} as "driverVersionId",
        status.last_seen_at as "lastSeenAt",
        coalesce((select jsonb_agg(jsonb_build_object('stateId', state.id, 'key', state.key))
          from ${stateView} where state.twin_id = device.twin_id), '[]') as states
      from ${enabledDevices} where device.twin_id = any(${ids})`);
    return found.rows.map(({ lastSeenAt, ...row }) => ({
      ...row,
      lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt),
    }));
  },

  writeHealth,
};

async function checksOf(db: Db, versionId: number): Promise<HealthEntry[]> {
  const [found] = await db
    .select({ health: driverVersionView.health })
    .from(driverVersionView)
    .where(eq(driverVersionView.id, versionId));
  return found?.health ?? [];
}

/** The checks of a driver's newest published version; none if no version is published. */
export async function readDriverChecks(db: Db, driverId: number): Promise<HealthEntry[]> {
  const versionId = (await newestVersionOf(db, [driverId])).get(driverId);
  return versionId === undefined ? [] : checksOf(db, versionId);
}

/** The checks of the version that a device uses; undefined if it has no driver. */
export async function readChecksInUse(db: Db, twinId: number): Promise<HealthEntry[] | undefined> {
  const [found] = await db
    .select({ driverId: devices.driverId, versionId: devices.driverVersionId })
    .from(devices)
    .where(eq(devices.twinId, twinId));
  if (!found || found.driverId === null) return undefined;
  return found.versionId === null ? readDriverChecks(db, found.driverId) : checksOf(db, found.versionId);
}

export async function writeHealthConfig(db: Db, twinId: number, healthConfig: HealthEntry[]): Promise<void> {
  await db.update(devices).set({ healthConfig }).where(eq(devices.twinId, twinId));
}

/** Replaces the own checks of the driver's devices that the caller manages and nothing else binds, in the order of ids. */
export async function copyToDevices(
  db: Db,
  actor: Actor,
  { driverId, entries: copied, bound }: { driverId: number; entries: readonly HealthEntry[]; bound: readonly number[] },
): Promise<number> {
  const managed = scopedFrom(scopedDevices, actor, 'VirtualDevice.manage').where(
    eq(devices.driverId, driverId),
    sql`not ${devices.twinId} = any(${sql.param([...bound])}::bigint[])`,
  );
  const { rowCount } = await db.execute(sql`
    with target as (
      select ${devices.twinId} as id ${managed.every} order by ${devices.twinId} for no key update of ${devices}
    )
    update ${devices} set health_config = ${JSON.stringify(copied)}::jsonb from target
    where ${devices.twinId} = target.id`);
  return rowCount ?? 0;
}
