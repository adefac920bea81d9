import type { HealthEntry } from '@stellwerk/contract/health';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { HealthCandidate, HealthDevicesPort, HealthSubject } from '../device-health/index.ts';
import { driverVersions } from '../drivers/index.ts';
import { states } from '../states/index.ts';
import { twins } from '../twins/index.ts';
import { deviceStatus, devices } from './device.table.ts';

const versionInUse = sql`coalesce(device.driver_version_id, (select newest.id from ${driverVersions} newest
    where newest.driver_id = device.driver_id and newest.number > 0 order by newest.number desc limit 1))`;

/** Those of the driver's version in use, then the device's own. */
const entries = sql`coalesce((select version.health from ${driverVersions} version
  where version.id = ${versionInUse}), '[]') || device.health_config`;

const enabledDevices = sql`${devices} device join ${twins} twin on twin.id = device.twin_id and not twin.disabled
  join ${deviceStatus} status on status.twin_id = device.twin_id`;

interface SubjectRow extends Omit<HealthSubject, 'lastSeenAt'>, Record<string, unknown> {
  entries: HealthEntry[];
  lastSeenAt: string | null;
}

/** Only what has changed is written, in one order for everybody. */
export async function writeHealth(db: Db, outcomes: readonly { twinId: number; health: number }[]): Promise<void> {
  if (outcomes.length === 0) return;
  const ids = sql.param(outcomes.map(({ twinId }) => twinId));
  const healths = sql.param(outcomes.map(({ health }) => health));
  await db.execute(sql`
    with changed as (
      select status.twin_id, entry.health from ${deviceStatus} status
      join unnest(${ids}::bigint[], ${healths}::smallint[]) as entry(id, health) on entry.id = status.twin_id
      where status.health <> entry.health order by status.twin_id for no key update of status
    )
    update ${deviceStatus} set health = changed.health from changed where device_status.twin_id = changed.twin_id`);
}

/** What health needs to know of devices. */
export const healthDevices: HealthDevicesPort = {
  async page(db, afterId, limit) {
    const found = await db.execute<HealthCandidate & Record<string, unknown>>(sql`
      select * from (
        select device.twin_id as "twinId", ${entries} as entries, status.health as health
        from ${enabledDevices} where device.twin_id > ${afterId}
      ) candidate where entries <> '[]' order by "twinId" limit ${limit}`);
    return found.rows;
  },

  async lockSubjects(db, twinIds) {
    if (twinIds.length === 0) return [];
    const ids = sql`${sql.param([...twinIds])}::bigint[]`;
    await db.execute(sql`select 1 from ${deviceStatus} where twin_id = any(${ids}) order by twin_id for no key update`);
    const found = await db.execute<SubjectRow>(sql`
      select device.twin_id as "twinId", twin.account_id as "accountId", ${entries} as entries,
        device.operational_status as "operationalStatus", ${versionInUse} as "driverVersionId",
        status.last_seen_at as "lastSeenAt",
        coalesce((select jsonb_agg(jsonb_build_object('stateId', state.id, 'key', state.key))
          from ${states} state where state.twin_id = device.twin_id), '[]') as states
      from ${enabledDevices} where device.twin_id = any(${ids})`);
    return found.rows.map(({ lastSeenAt, ...row }) => ({
      ...row,
      lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt),
    }));
  },

  writeHealth,
};
