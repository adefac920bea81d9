import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { versionInUse } from '../../drivers/index.ts';
import { stateView } from '../../states/index.ts';
import { twinView } from '../../twins/index.ts';
import { devices } from '../device.table.ts';

export interface ReadingDevice extends Record<string, unknown> {
  id: number;
  accountId: number;
  title: string;
  tags: string[];
  keyValue: { key: string; value: string }[];
  groups: string[];
  /** The version of its driver; null without a driver. */
  parserId: number | null;
  /** States that its own packets feed, without `_raw`. */
  states: { id: number; key: string; variable: string }[];
}

/** Devices with the data that their parsers need. */
export async function findReadingDevices(db: Db, ids: readonly number[]): Promise<Map<number, ReadingDevice>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<ReadingDevice>(sql`
    select device.twin_id as id, twin.account_id as "accountId", twin.title, twin.tags, twin.key_value as "keyValue", device.groups,
      ${versionInUse(sql`device.driver_version_id`, sql`device.driver_id`)} as "parserId",
      coalesce((select jsonb_agg(jsonb_build_object(
          'id', state.id, 'key', state.key, 'variable', state.state_variable) order by state.position, state.id)
        from ${stateView} where state.twin_id = device.twin_id and state.source = 'connector'
          and state.state_identifier = '' and state.state_variable <> ''), '[]') as states
    from ${devices} device join ${twinView} on twin.id = device.twin_id
    where device.twin_id = any(${sql.param([...ids])}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
