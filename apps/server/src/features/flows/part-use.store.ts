import { arrayContains, arrayOverlaps, asc, eq, or } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { flows } from './flow.table.ts';

/** Filters and transformers are shared by flows. */
export type PartKind = 'filter' | 'transformer';

const columnOf = { filter: flows.filterIds, transformer: flows.transformerIds };

/** Names of the flows that use each part. */
export async function flowsUsing(db: Db, kind: PartKind, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map();
  const column = columnOf[kind];
  const rows = await db
    .select({ name: flows.name, used: column })
    .from(flows)
    .where(arrayOverlaps(column, [...ids]))
    .orderBy(asc(flows.name));
  return new Map(ids.map((id) => [id, rows.filter(({ used }) => used.includes(id)).map(({ name }) => name)]));
}

/** The flows that contain a part, or use a connector. */
export const findFlowsWith = (
  db: Db,
  { filterId = 0, transformerId = 0 }: { filterId?: number; transformerId?: number },
) =>
  db
    .select({ steps: flows.steps, shadow: flows.shadow })
    .from(flows)
    .where(or(arrayContains(flows.filterIds, [filterId]), arrayContains(flows.transformerIds, [transformerId])));

export const countFlowsOf = (db: Db, accountId: number): Promise<number> =>
  db.$count(flows, eq(flows.accountId, accountId));
