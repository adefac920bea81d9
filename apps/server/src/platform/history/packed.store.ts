import type { Client } from '../db/connection.ts';
import { copyIn } from './binary-copy.ts';
import { dayOf, type Extent, type SeriesColumns, type Values } from './columns.ts';
import { decodeChunk, decodeValues, encodeDay } from './day-codec.ts';
import type { Span } from './history.ts';
import { decodeHours, type Hours, type HoursColumn } from './rollup.ts';

/** SQL on packed days. */

interface Position {
  day: number;
  part: number;
}

export interface PackedPage {
  series: number;
  firstDay: number;
  lastDay: number;
  order: 'ascending' | 'descending';
  after: Position | undefined;
  limit: number;
}

/** A stored row, with the times of its first and last point. */
export interface StoredPart extends Position {
  firstAt: number;
  lastAt: number;
  chunk: Buffer;
}

export async function readPackedPage(client: Client, page: PackedPage): Promise<StoredPart[]> {
  const { series, firstDay, lastDay, order, after, limit } = page;
  const [direction, beyond, edge] = order === 'ascending' ? ['asc', '>', firstDay - 1] : ['desc', '<', lastDay + 1];
  const { rows } = await client.query<StoredPart>(
    `select day, part, first_at as "firstAt", last_at as "lastAt", chunk from history_days
     where series = $1 and day between $2 and $3 and (day, part) ${beyond} ($4::integer, $5::smallint)
     order by day ${direction}, part ${direction} limit $6`,
    [series, firstDay, lastDay, after?.day ?? edge, after?.part ?? 0, limit],
  );
  return rows;
}

interface NewestQuery {
  series: readonly number[];
  /** For each series: days that ended before this time are skipped. */
  since: readonly number[];
  limit: number;
}

/** The last rows of each series, newest first. */
export async function readPackedNewest(
  client: Client,
  { series, since, limit }: NewestQuery,
): Promise<Map<number, StoredPart[]>> {
  const { rows } = await client.query<StoredPart & { series: number }>({
    name: 'history-packed-newest',
    text: `select wanted.series, newest.* from unnest($1::bigint[], $2::bigint[]) as wanted (series, since) cross join lateral (
       select day, part, first_at as "firstAt", last_at as "lastAt", chunk from history_days packed
       where packed.series = wanted.series and packed.day >= wanted.since / 86400000
       order by day desc, part desc limit $3
     ) newest`,
    values: [series, since, limit],
  });
  return Map.groupBy(rows, (row) => row.series);
}

/** The span of each series' packed points. Whole days count, so the result may begin before and end after the span. */
export async function readPackedExtents(client: Client, series: readonly number[], span: Span): Promise<Extent[]> {
  const { rows } = await client.query<Extent>(
    `select series, sum(points) as points, min(first_at) as "from", max(last_at) + 1 as "to" from history_days
     where series = any($1::bigint[]) and day between $2 and $3 group by series`,
    [series, dayOf(span.from), dayOf(span.to - 1)],
  );
  return rows;
}

/** The first or last row of each series that overlaps a span. */
export async function readPackedEdges(
  client: Client,
  { series, from, to }: Span & { series: readonly number[] },
  order: 'ascending' | 'descending',
): Promise<Map<number, Buffer>> {
  const direction = order === 'ascending' ? 'asc' : 'desc';
  const { rows } = await client.query<{ series: number; chunk: Buffer }>({
    name: `history-packed-edges-${order}`,
    text: `select wanted.series, edge.chunk from unnest($1::bigint[]) as wanted (series) cross join lateral (
       select chunk from history_days packed
       where packed.series = wanted.series and day between $2 and $3 and first_at < $5 and last_at >= $4
       order by day ${direction}, part ${direction} limit 1
     ) edge`,
    values: [series, dayOf(from), dayOf(to - 1), from, to],
  });
  return new Map(rows.map((row) => [row.series, row.chunk]));
}

interface PackedQuery {
  series: readonly number[];
  firstDay: number;
  lastDay: number;
  /** Days to read as points although they have rollups: all of them, or those that the query cuts within an hour. */
  rawDays: 'all' | readonly number[];
  /** The last rollup column to decode. */
  upTo: HoursColumn;
}

export type PackedRow = { series: number; day: number } & ({ values: Values } | { hours: Hours });

interface StoredRow extends Position {
  series: number;
  chunk: Buffer | null;
  hours: Buffer | null;
}

/** Rows with points are a hundred times larger than rows with rollups. */
const pageRows = { raw: 200, rollup: 5_000 };

/** Reads all packed days of many series in order, as rollups where available and wanted. */
export async function* readPackedRows(client: Client, query: PackedQuery): AsyncGenerator<PackedRow> {
  const { series, firstDay, lastDay, rawDays } = query;
  const raw = rawDays === 'all' ? 'true' : '(hours is null or day = any($8::integer[]))';
  const limit = rawDays === 'all' ? pageRows.raw : pageRows.rollup;
  let after = { series: -1, day: 0, part: 0 };
  for (;;) {
    const position = [after.series, after.day, after.part, limit];
    const { rows } = await client.query<StoredRow>(
      `select series, day, part, case when ${raw} then chunk end as chunk, case when not ${raw} then hours end as hours
       from history_days
       where series = any($1::bigint[]) and day between $2 and $3
         and (series, day, part) > ($4::bigint, $5::integer, $6::smallint)
       order by series, day, part limit $7`,
      [series, firstDay, lastDay, ...position, ...(rawDays === 'all' ? [] : [rawDays])],
    );
    for (const row of rows) {
      const place = { series: row.series, day: row.day };
      if (row.chunk) yield { ...place, values: decodeValues(row.chunk) };
      else if (row.hours) yield { ...place, hours: decodeHours(row.hours, query.upTo) };
    }
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = last;
  }
}

/** Reads the parts of one day, in order. */
export async function readDay(client: Client, day: number, series: readonly number[]): Promise<SeriesColumns[]> {
  const { rows } = await client.query<{ series: number; chunk: Buffer }>(
    'select series, chunk from history_days where day = $1 and series = any($2::bigint[]) order by series, part',
    [day, series],
  );
  return rows.map((row) => ({ series: row.series, columns: decodeChunk(row.chunk) }));
}

/** Replaces the packed rows of these series and this day. */
export async function replaceDay(client: Client, day: number, entries: readonly SeriesColumns[]): Promise<void> {
  await client.query('delete from history_days where day = $1 and series = any($2::bigint[])', [
    day,
    entries.map((entry) => entry.series),
  ]);
  const rows = entries.flatMap(({ series, columns }) =>
    encodeDay(columns).map((part, index) => ({ series, index, part })),
  );
  await copyIn(
    client,
    'copy history_days (series, day, part, points, first_at, last_at, chunk, hours) from stdin (format binary)',
    rows,
    (fields, { series, index, part }) => {
      fields.row(8);
      fields.int8(series);
      fields.int4(day);
      fields.int2(index);
      fields.int4(part.points);
      fields.int8(part.firstAt);
      fields.int8(part.lastAt);
      fields.bytes(part.chunk);
      fields.bytes(part.hours);
    },
  );
}

export async function deletePackedBefore(client: Client, series: readonly number[], day: number): Promise<void> {
  await client.query('delete from history_days where series = any($1::bigint[]) and day < $2', [series, day]);
}
