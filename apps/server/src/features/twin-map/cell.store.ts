import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { twinCells } from './twin-cell.table.ts';

/** Any number that nothing else locks. */
const lockKey = 7_306_044;
const batchSize = 20_000;

/**
 * Sums up a batch of the differences that came with changes of twins; true while there may be more of them. One
 * statement: whoever reads meanwhile sees either the differences or their sum.
 */
export function mergeDifferences(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    const { rows } = await tx.execute<{ taken: number }>(sql`
      with differences as (
        delete from ${twinCells} where ctid = any(array(
          select ctid from ${twinCells} where is_difference limit ${batchSize}
        )) returning *
      ), keys as (
        select distinct level, cell_x, cell_y, account_id, scope_id, category, type, disabled, status from differences
      ), sums as (
        delete from ${twinCells} sums using keys
        where not sums.is_difference and sums.level = keys.level and sums.cell_x = keys.cell_x
          and sums.cell_y = keys.cell_y and sums.account_id = keys.account_id and sums.scope_id = keys.scope_id
          and sums.category = keys.category and sums.type = keys.type and sums.disabled = keys.disabled
          and sums.status = keys.status
        returning sums.*
      ), merged as (
        insert into ${twinCells} (level, cell_x, cell_y, account_id, scope_id, category, type, disabled, status,
          count, sum_x, sum_y, is_difference)
        select level, cell_x, cell_y, account_id, scope_id, category, type, disabled, status,
          sum(count), sum(sum_x), sum(sum_y), false
        from (select * from differences union all select * from sums) as parts
        group by 1, 2, 3, 4, 5, 6, 7, 8, 9
        having sum(count) <> 0 or sum(sum_x) <> 0 or sum(sum_y) <> 0
      )
      select count(*)::int as taken from differences`);
    return (rows[0]?.taken ?? 0) === batchSize;
  });
}
