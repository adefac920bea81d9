import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { driverVersions } from '../drivers/index.ts';
import { states } from '../states/index.ts';
import { twins } from '../twins/index.ts';
import { devices } from './device.table.ts';

export interface ReadingDevice extends Record<string, unknown> {
  id: number;
  accountId: number;
  title: string;
  tags: string[];
  keyValue: { key: string; value: string }[];
  groups: string[];
  /** The version of the driver that it uses; null without a driver. */
  parserId: number | null;
  /** What its own messages feed, without `_raw`. */
  states: { id: number; key: string; variable: string }[];
}

/** Devices with what is needed to read their packets. */
export async function findReadingDevices(db: Db, ids: readonly number[]): Promise<Map<number, ReadingDevice>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<ReadingDevice>(sql`
    select device.twin_id as id, twin.account_id as "accountId", twin.title, twin.tags, twin.key_value as "keyValue", device.groups,
      coalesce(device.driver_version_id, (select newest.id from ${driverVersions} newest
        where newest.driver_id = device.driver_id and newest.number > 0 order by newest.number desc limit 1)) as "parserId",
      coalesce((select jsonb_agg(jsonb_build_object(
          'id', state.id, 'key', state.key, 'variable', state.config ->> 'variable') order by state.position, state.id)
        from ${states} state where state.twin_id = device.twin_id and state.source = 'connector'
          and state.config ->> 'identifier' = '' and state.config ->> 'variable' <> ''), '[]') as states
    from ${devices} device join ${twins} twin on twin.id = device.twin_id
    where device.twin_id = any(${sql.param([...ids])}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
