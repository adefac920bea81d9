import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { flowFigures, flowShadows, flows } from '../flow.table.ts';
import type { NewFigures, NewShadow } from './recorder.ts';

/** The newest twenty of the new and the known ones. */
const newestOf = (fresh: string, known: string) =>
  sql.raw(`(select coalesce(jsonb_agg(each order by n), '[]'::jsonb)
  from (select each, n from jsonb_array_elements(${fresh} || ${known}) with ordinality as listed (each, n)
    order by n limit 20) as newest)`);

/** Flows that were deleted meanwhile are skipped. */
export async function addFigures(db: Db, figures: readonly NewFigures[]): Promise<void> {
  if (figures.length === 0) return;
  await db.execute(sql`
    insert into ${flowFigures} as known (flow_id, step, connector_id, entered, passed, stopped, failed, last_at,
      last_failure, last_failure_at, samples)
    select "flowId", step, "connectorId", entered, passed, stopped, failed, "lastAt",
      nullif("lastFailure", 'null'::jsonb), "lastFailureAt", samples
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as row ("flowId" bigint, step int, "connectorId" bigint,
      entered bigint, passed bigint, stopped bigint, failed bigint, "lastAt" timestamptz, "lastFailure" jsonb,
      "lastFailureAt" timestamptz, samples jsonb)
    where exists (select from ${flows} where ${flows.id} = "flowId")
    order by "flowId", step, "connectorId"
    on conflict (flow_id, step, connector_id) do update set
      entered = known.entered + excluded.entered, passed = known.passed + excluded.passed,
      stopped = known.stopped + excluded.stopped, failed = known.failed + excluded.failed, last_at = excluded.last_at,
      last_failure = coalesce(excluded.last_failure, known.last_failure),
      last_failure_at = coalesce(excluded.last_failure_at, known.last_failure_at),
      samples = ${newestOf('excluded.samples', 'known.samples')}`);
}

export async function addShadows(db: Db, shadows: readonly NewShadow[]): Promise<void> {
  if (shadows.length === 0) return;
  await db.execute(sql`
    insert into ${flowShadows} as known (flow_id, same, different, only_productive, only_shadow, differences)
    select "flowId", same, different, "onlyProductive", "onlyShadow", differences
    from jsonb_to_recordset(${JSON.stringify(shadows)}::jsonb) as row ("flowId" bigint, same bigint, different bigint,
      "onlyProductive" bigint, "onlyShadow" bigint, differences jsonb)
    where exists (select from ${flows} where ${flows.id} = "flowId" and ${flows.shadow} is not null)
    order by "flowId"
    on conflict (flow_id) do update set
      same = known.same + excluded.same, different = known.different + excluded.different,
      only_productive = known.only_productive + excluded.only_productive,
      only_shadow = known.only_shadow + excluded.only_shadow,
      differences = ${newestOf('excluded.differences', 'known.differences')}`);
}
