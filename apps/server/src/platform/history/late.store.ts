import { dayMs, type SeriesRow } from './columns.ts';
import type { Client } from './connection.ts';

const batchRows = 100_000;

/**
 * Takes late values of a day out of their table, series by series, as many as fit into one transaction. In two steps:
 * as one statement the planner may choose, by its statistics, to count anew for every row.
 */
export async function takeLate(client: Client, day: number): Promise<SeriesRow[]> {
  const span = [day * dayMs, (day + 1) * dayMs];
  const counted = await client.query<{ series: number; count: number }>(
    'select series, count(*)::int as count from history_late where at >= $1 and at < $2 group by series order by series',
    span,
  );
  const chosen: number[] = [];
  let before = 0;
  for (const { series, count } of counted.rows) {
    if (before >= batchRows) break;
    chosen.push(series);
    before += count;
  }
  if (chosen.length === 0) return [];
  const { rows } = await client.query<SeriesRow>(
    `delete from history_late where at >= $1 and at < $2 and series = any($3::bigint[])
     returning series, at, shard, seq, source, kind, number, text`,
    [...span, chosen],
  );
  return rows.sort((a, b) => a.series - b.series || a.at - b.at);
}
