import type { Db } from '../db/db.ts';
import { type CopyFields, copyIn } from './binary-copy.ts';
import {
  appendRow,
  type Columns,
  checkPoint,
  emptyColumns,
  type Kind,
  kindOf,
  letterOfSource,
  type Row,
  rowAt,
  type SeriesRow,
  type Values,
} from './columns.ts';
import { type Client, inTransactionOf, onConnectionOf } from './connection.ts';
import type { Grid } from './grid.ts';
import type { HistoryPoint, JsonValue, Span } from './history.ts';
import { copyPlain, isPlain, mostPlain } from './plain-points.ts';

/** SQL on points of open days, late values included. */

function writeValue(fields: CopyFields, value: JsonValue): void {
  const isNumeric = typeof value === 'number' || typeof value === 'boolean';
  fields.float8(isNumeric ? Number(value) : null);
  if (isNumeric || value === null) fields.text(null);
  else fields.text(typeof value === 'string' ? value : JSON.stringify(value));
}

const copyOthers = (client: Client, points: readonly HistoryPoint[]) =>
  copyIn(
    client,
    'copy history_points (series, at, seq, shard, kind, source, number, text) from stdin (format binary)',
    // Points of a series lie side by side, so that reading them touches fewer pages.
    points.toSorted((a, b) => a.series - b.series || a.at - b.at),
    (fields, point) => {
      fields.row(8);
      fields.int8(point.series);
      fields.int8(point.at);
      fields.int8(point.seq);
      fields.int4(point.shard);
      fields.letter(kindOf(point.value));
      fields.letter(letterOfSource(point.source));
      writeValue(fields, point.value);
    },
  );

export async function writePoints(db: Db, points: readonly HistoryPoint[]): Promise<void> {
  if (points.length === 0) return;
  // All points are checked before the first is sent: a COPY that breaks half-way would spoil the caller's transaction.
  for (const point of points) checkPoint(point);
  const isFew = points.length <= mostPlain;
  if (isFew && points.every(isPlain)) return onConnectionOf(db, (client) => copyPlain(client, points));
  const plain = isFew ? points.filter(isPlain) : [];
  const others = isFew ? points.filter((point) => !isPlain(point)) : points;
  if (plain.length === 0) return onConnectionOf(db, (client) => copyOthers(client, others));
  await inTransactionOf(db, async (client) => {
    await copyPlain(client, plain);
    await copyOthers(client, others);
  });
}

export interface PageQuery extends Span {
  series: number;
  order: 'ascending' | 'descending';
  limit: number;
}

/** The first points of a span, or the last when descending; the result is ascending either way. */
export async function readOpenPage(client: Client, { series, from, to, order, limit }: PageQuery): Promise<Columns> {
  const direction = order === 'ascending' ? 'asc' : 'desc';
  const { rows } = await client.query<Row>(
    `select distinct on (at) at, shard, seq, source, kind, number, text from history_open
     where series = $1 and at >= $2 and at < $3
     order by at ${direction}, shard desc, seq desc, source desc limit $4`,
    [series, from, to, limit],
  );
  const columns = emptyColumns();
  for (const row of order === 'ascending' ? rows : rows.reverse()) appendRow(columns, row);
  return columns;
}

/**
 * The last `count` rows of each series and all others at the time of the last one, as points in ascending order. Where
 * points came twice they are fewer than `count`, although more may exist.
 */
export async function readOpenNewest(
  client: Client,
  series: readonly number[],
  count: number,
): Promise<Map<number, { points: Columns; isWhole: boolean }>> {
  const { rows } = await client.query<SeriesRow>({
    // Planning it would take as long as running it.
    name: 'history-open-newest',
    text: `select wanted.series, newest.* from unnest($1::bigint[]) as wanted (series) cross join lateral (
         select at, shard, seq, source, kind, number, text from history_open points
         where points.series = wanted.series order by at desc fetch first $2 rows with ties
       ) newest`,
    values: [series, count],
  });
  const answer = new Map<number, { points: Columns; isWhole: boolean }>();
  for (const [id, found] of Map.groupBy(rows, (row) => row.series)) {
    const points = emptyColumns();
    for (const row of found.reverse()) appendRow(points, row);
    answer.set(id, { points, isWhole: found.length < count });
  }
  return answer;
}

export interface OpenGroup {
  series: number;
  /** Days since 1970, UTC: groups don't reach over midnight, whatever the bucket. */
  day: number;
  start: number;
}

export interface OpenSums extends OpenGroup {
  count: number;
  numbers: number;
  sum: number | null;
  min: number | null;
  max: number | null;
}

export interface OpenEnd extends OpenGroup {
  at: number;
  kind: Kind;
  number: number | null;
  text: string | null;
}

export interface GroupQuery extends Span {
  series: readonly number[];
  grid: Grid;
}

/** Of several points at one time only the winner counts, also when that one is null. */
const winnersIn = (direction: 'asc' | 'desc', columns: string) => `
  select distinct on (series, at) series, at, ${columns} from history_open
  where series = any($1::bigint[]) and at >= $2 and at < $3
  order by series ${direction}, at ${direction}, shard desc, seq desc, source desc`;

const bucketOf = ({ starts }: Grid) =>
  starts ? '($4::bigint[])[width_bucket(at, $4::bigint[])]' : 'at - at % $4::bigint';

const parameters = ({ series, from, to, grid }: GroupQuery) => [series, from, to, grid.starts ?? grid.widthMs];

const sums = `count(*) filter (where kind <> 'z') as count, count(number) as numbers, sum(number) as sum,
  min(number) as min, max(number) as max`;

const groupsIn = (grid: Grid) => `series, at / 86400000 as day, ${bucketOf(grid)} as start`;

/** By groups, of every point: times with several are rare, and choosing among them costs as much again. Null where there are some. */
async function readPlain<T>(client: Client, query: GroupQuery, columns: string): Promise<(OpenGroup & T)[] | null> {
  const { rows } = await client.query<OpenGroup & T & { isPlain: boolean }>(
    `select ${groupsIn(query.grid)}, ${columns}, count(*) = count(distinct at) as "isPlain" from history_open
     where series = any($1::bigint[]) and at >= $2 and at < $3 group by 1, 2, 3`,
    parameters(query),
  );
  return rows.every(({ isPlain }) => isPlain) ? rows : null;
}

/** Groups that hold null alone are told of too: it may hide what is packed. */
export async function readOpenSums(client: Client, query: GroupQuery): Promise<OpenSums[]> {
  const plain = await readPlain<OpenSums>(client, query, sums);
  if (plain) return plain;
  const { rows } = await client.query<OpenSums>(
    `select ${groupsIn(query.grid)}, ${sums} from (${winnersIn('asc', 'kind, number')}) winners group by 1, 2, 3`,
    parameters(query),
  );
  return rows;
}

/** Null is the end of a group only where there is nothing else. */
export async function readOpenEnds(client: Client, query: GroupQuery, end: 'first' | 'latest'): Promise<OpenEnd[]> {
  const outermost = end === 'first' ? 'min(at)' : 'max(at)';
  const at = `coalesce(${outermost} filter (where kind <> 'z'), ${outermost}) as at`;
  const plain = await readPlain<{ at: number }>(client, query, at);
  if (plain) return readOpenAt(client, plain);
  // Points that are in order already cost little to sort.
  const direction = end === 'first' ? 'asc' : 'desc';
  const { rows } = await client.query<OpenEnd>(
    `select distinct on (series, day, start) * from (
       select ${groupsIn(query.grid)}, at, kind, number, text
       from (${winnersIn(direction, 'kind, number, text')}) winners
     ) grouped order by series ${direction}, day ${direction}, start ${direction}, kind = 'z', at ${direction}`,
    parameters(query),
  );
  return rows;
}

/** The points of these groups at these times, of which there is one each. */
async function readOpenAt(client: Client, groups: readonly (OpenGroup & { at: number })[]): Promise<OpenEnd[]> {
  const { rows } = await client.query<Omit<OpenEnd, keyof OpenGroup> & { series: number }>(
    `select series, at, kind, number, text from history_open
     where (series, at) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [groups.map(({ series }) => series), groups.map(({ at }) => at)],
  );
  const found = new Map(rows.map((row) => [`${row.series} ${row.at}`, row]));
  return groups.flatMap((group) => {
    const point = found.get(`${group.series} ${group.at}`);
    return point ? [{ ...point, series: group.series, day: group.day, start: group.start }] : [];
  });
}

/** Where the points of a series lie, and about how many they are. */
export interface Extent extends Span {
  series: number;
  points: number;
}

export async function readOpenExtents(
  client: Client,
  series: readonly number[],
  { from, to }: Span,
): Promise<Extent[]> {
  const { rows } = await client.query<Extent>(
    `select series, count(*) as points, min(at) as "from", max(at) + 1 as "to" from history_open
     where series = any($1::bigint[]) and at >= $2 and at < $3 group by series`,
    [series, from, to],
  );
  return rows;
}

/** Numbers of several series in order of series and time. */
export async function readOpenNumbers(
  client: Client,
  series: readonly number[],
  { from, to }: Span,
): Promise<Map<number, Pick<Values, 'at' | 'number'>>> {
  const { rows } = await client.query<[number, number, number | null]>({
    text: winnersIn('asc', 'number'),
    values: [series, from, to],
    rowMode: 'array',
  });
  const found = new Map<number, Pick<Values, 'at' | 'number'>>();
  for (const [id, at, number] of rows) {
    const line = found.get(id) ?? { at: [], number: [] };
    if (line.at.length === 0) found.set(id, line);
    line.at.push(at);
    line.number.push(number ?? Number.NaN);
  }
  return found;
}

/** The first or last point of each series in a span. */
export async function readOpenEdges(
  client: Client,
  { series, from, to }: Span & { series: readonly number[] },
  order: 'ascending' | 'descending',
): Promise<Map<number, Row>> {
  const { rows } = await client.query<SeriesRow>({
    name: `history-open-edges-${order}`,
    text: `select wanted.series, edge.* from unnest($1::bigint[]) as wanted (series) cross join lateral (
         select at, shard, seq, source, kind, number, text from history_open points
         where points.series = wanted.series and at >= $2 and at < $3
         order by at ${order === 'ascending' ? 'asc' : 'desc'} fetch first 1 rows with ties
       ) edge`,
    values: [series, from, to],
  });
  const edges = new Map<number, Row>();
  for (const [id, tied] of Map.groupBy(rows, (row) => row.series)) {
    const points = emptyColumns();
    for (const row of tied) appendRow(points, row);
    edges.set(id, rowAt(points, 0));
  }
  return edges;
}

export async function deleteOpenBefore(client: Client, series: readonly number[], before: number): Promise<void> {
  for (const table of ['history_points', 'history_closed']) {
    await client.query(`delete from ${table} where series = any($1::bigint[]) and at < $2`, [series, before]);
  }
}
