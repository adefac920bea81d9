import type { Row } from './columns.ts';
import { dayMs } from './columns.ts';
import type { Client } from './connection.ts';

const batchRows = 100_000;

export interface LateRow extends Row {
  series: number;
}

/** Takes late values of a day out of their table, series by series, as many as fit into one transaction. */
export async function takeLate(client: Client, day: number): Promise<LateRow[]> {
  const { rows } = await client.query<LateRow>(
    `delete from history_late where at >= $1 and at < $2 and series in (
       select series from (
         select series, sum(count(*)) over (order by series) - count(*) as before
         from history_late where at >= $1 and at < $2 group by series
       ) counted where before < ${batchRows}
     ) returning series, at, shard, seq, source, kind, number, text`,
    [day * dayMs, (day + 1) * dayMs],
  );
  return rows.sort((a, b) => a.series - b.series || a.at - b.at);
}
