import type { Client } from '../db/connection.ts';
import { columnsOf } from './bundle.ts';
import { dayMs, type SeriesColumns } from './columns.ts';

const batchBytes = 3_000_000;

/**
 * Removes late values of a day from their table and returns them, as many bundles as fit into one transaction. It takes
 * two statements because the planner may, depending on its statistics, repeat the count for every row of a single one.
 */
export async function takeLate(client: Client, day: number): Promise<SeriesColumns[]> {
  const span = [day * dayMs, (day + 1) * dayMs];
  const counted = await client.query<{ bundle: number; bytes: number }>(
    `select bundle, sum(octet_length(points))::float8 as bytes from history_late where at >= $1 and at < $2
     group by bundle order by bundle`,
    span,
  );
  const chosen: number[] = [];
  let before = 0;
  for (const { bundle, bytes } of counted.rows) {
    if (before >= batchBytes) break;
    chosen.push(bundle);
    before += bytes;
  }
  if (chosen.length === 0) return [];
  const { rows } = await client.query<{ bundle: number; points: Buffer }>(
    'delete from history_late where at >= $1 and at < $2 and bundle = any($3::bigint[]) returning bundle, points',
    [...span, chosen],
  );
  return columnsOf(rows);
}
