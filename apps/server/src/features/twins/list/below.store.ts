import { countedBelow, type StatusBelow } from '@stellwerk/contract/twin';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { twins } from '../twin.table.ts';

const [warning, error] = [2, 3];

const nothing: StatusBelow = { errors: 0, warnings: 0 };

/** The partial indexes contain the twins of one status, so that the cost depends on the number of twins with problems and not on the size of the tree. */
const foundBelow = (status: number, isSeen: SQL) => sql`(
  select ${sql.raw(String(status))} as status from ${twins} below join ${scopes} below_scope on below_scope.id = below.scope_id
  where below.path <@ top.path and below.id <> top.id and below.status = ${sql.raw(String(status))} and not below.disabled
    and ${isSeen}
  limit ${countedBelow})`;

async function countBelow(db: Db, ids: readonly number[], isSeen: SQL): Promise<(id: number) => StatusBelow> {
  if (ids.length === 0) return () => nothing;
  const { rows } = await db.execute<{ id: number; errors: number; warnings: number }>(sql`
    select top.id, count(*) filter (where found.status = ${error})::int as errors,
      count(*) filter (where found.status = ${warning})::int as warnings
    from ${twins} top cross join lateral (${foundBelow(error, isSeen)} union all ${foundBelow(warning, isSeen)}) as found
    where top.id = any(${sql.param([...ids])}::bigint[]) group by top.id`);
  const counted = new Map(rows.map(({ id, ...counts }) => [Number(id), counts]));
  return (id) => counted.get(id) ?? nothing;
}

/** The number of twins below each of these that need attention, as far as the caller may see them. */
export const statusesBelow = (db: Db, { grants }: Pick<Actor, 'grants'>, ids: readonly number[]) =>
  countBelow(db, ids, visible(grants, 'DigitalTwin.list', sql`below_scope.path`));

/** The same for visitors of a public page, who see whatever is below the shared twin. */
export const publicStatusesBelow = (db: Db, ids: readonly number[]) => countBelow(db, ids, sql`true`);
