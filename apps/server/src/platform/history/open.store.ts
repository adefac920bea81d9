import { type Client, onConnectionOf } from '../db/connection.ts';
import type { Db } from '../db/db.ts';
import { copyIn } from './binary-copy.ts';
import { bitOf, bundleOf, bundlesOf, columnsOf, createGatherer, seriesOf } from './bundle.ts';
import {
  type Columns,
  checkPoint,
  dayMs,
  dayOf,
  emptyColumns,
  indexOf,
  pointAt,
  type SeriesColumns,
} from './columns.ts';
import type { HistoryPoint, Span } from './history.ts';

/** SQL on points of open days, including late values. */

const copyPoints = (client: Client, points: readonly HistoryPoint[]) =>
  copyIn(
    client,
    'copy history_points (bundle, at, first_at, members, points) from stdin (format binary)',
    bundlesOf(points),
    (fields, row) => {
      fields.row(5);
      fields.int8(row.bundle);
      fields.int8(row.at);
      fields.int8(row.firstAt);
      fields.int4(row.members);
      fields.bytes(row.points);
    },
  );

export async function writePoints(db: Db, points: readonly HistoryPoint[]): Promise<void> {
  if (points.length === 0) return;
  // All points are checked before the first is sent: a COPY that fails half-way would abort the caller's transaction.
  for (const point of points) checkPoint(point);
  await onConnectionOf(db, (client) => copyPoints(client, points));
}

export type Order = 'ascending' | 'descending';

interface OpenQuery extends Span {
  series: readonly number[];
  order: Order;
}

/** The points of one series and UTC day that lie in the span. */
export interface OpenBlock extends SeriesColumns {
  day: number;
}

interface StoredRow {
  bundle: number;
  at: number;
  points: Buffer;
}

const pageRows = 10_000;
const [beforeAll, afterAll] = [-1, Number.MAX_SAFE_INTEGER];
const endOfDay = (at: number) => (dayOf(at) + 1) * dayMs;

function bundled(series: readonly number[]) {
  const members = new Map<number, number>();
  for (const id of series) members.set(bundleOf(id), (members.get(bundleOf(id)) ?? 0) | bitOf(id));
  return [...members].sort(([a], [b]) => a - b).map(([bundle, bits]) => ({ bundle, members: bits }));
}

/** Reads rows by bundle and time of their newest point; rows that tie with the last of a page belong to that page. */
async function* readRows(client: Client, { series, from, to, order }: OpenQuery): AsyncGenerator<StoredRow[]> {
  const [direction, beyond, start] = order === 'ascending' ? ['asc', '>', beforeAll] : ['desc', '<', afterAll];
  let wanted = bundled(series).map((one) => ({ ...one, beyond: start }));
  for (;;) {
    const { rows } = await client.query<StoredRow>({
      // A named statement is prepared once: planning it takes as long as running it.
      name: `history-open-rows-${order}`,
      text: `select stored.bundle, stored.at, stored.points
         from unnest($1::bigint[], $2::integer[], $3::bigint[]) as wanted (bundle, members, beyond)
         join history_open stored on stored.bundle = wanted.bundle and stored.members & wanted.members <> 0
           and stored.at ${beyond} wanted.beyond
         where stored.at >= $4 and stored.at < $5 and stored.first_at < $6
         order by stored.bundle, stored.at ${direction} fetch first ${pageRows} rows with ties`,
      values: [
        wanted.map(({ bundle }) => bundle),
        wanted.map(({ members }) => members),
        wanted.map((one) => one.beyond),
        from,
        endOfDay(to - 1),
        to,
      ],
    });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    wanted = wanted.filter(({ bundle }) => bundle >= last.bundle);
    wanted = wanted.map((one) => (one.bundle === last.bundle ? { ...one, beyond: last.at } : one));
  }
}

/** Yields blocks by bundle, then by day in the requested order; holds at most one page and one day of a bundle. */
export async function* readOpenBlocks(client: Client, query: OpenQuery): AsyncGenerator<OpenBlock, undefined> {
  if (query.from >= query.to || query.series.length === 0) return;
  const wanted = new Set(query.series);
  const isWanted = (series: number) => wanted.has(series);
  let current: { bundle: number; day: number; gatherer: ReturnType<typeof createGatherer> } | undefined;
  const blocks = () => {
    const day = current?.day ?? 0;
    return (current?.gatherer.finish() ?? []).map((found) => ({ ...found, day }));
  };
  for await (const rows of readRows(client, query)) {
    for (const { bundle, at, points } of rows) {
      const day = dayOf(at);
      if (current?.bundle !== bundle || current.day !== day) {
        yield* blocks();
        current = { bundle, day, gatherer: createGatherer(bundle, isWanted, query) };
      }
      current.gatherer.add(points);
    }
  }
  yield* blocks();
}

/** The newest known points; points older than `knownFrom` may be missing. */
export interface Newest {
  points: Columns;
  knownFrom: number;
}

/** Extra rows to read if several series of a bundle are wanted, because their devices write alternating rows. */
const furtherRows = 4;

type Members = ReturnType<typeof bundled>[number];

/** Reads the last rows of each bundle. A lower time bound would mislead the planner into sorting all rows. */
async function readLastRows(client: Client, wanted: readonly Members[], { from, to }: Span, limit: number) {
  const { rows } = await client.query<StoredRow & { place: number }>({
    name: 'history-open-newest',
    text: `select wanted.place, newest.*
       from unnest($1::bigint[], $2::integer[]) with ordinality as wanted (bundle, members, place)
       cross join lateral (
         select bundle, at, points from history_open stored
         where stored.bundle = wanted.bundle and stored.members & wanted.members <> 0
           and stored.at < $3 and stored.first_at < $4
         order by at desc fetch first $5 rows with ties
       ) newest`,
    values: [wanted.map(({ bundle }) => bundle), wanted.map(({ members }) => members), endOfDay(to - 1), to, limit],
  });
  const found = Map.groupBy(rows, ({ place }) => place);
  const answer = new Map<number, Newest>();
  for (const [index, { bundle, members }] of wanted.entries()) {
    const last = found.get(index + 1)?.reverse() ?? [];
    // The newest point of a row may belong to another series, so only the time after the last row is fully known.
    const knownFrom = last.length < limit ? from : Math.min(to, Math.max(from, last[0]?.at ?? from));
    const gatherer = createGatherer(bundle, (id) => (bitOf(id) & members) !== 0, { from, to });
    for (const { points } of last) gatherer.add(points);
    for (const id of seriesOf(bundle, members)) answer.set(id, { points: emptyColumns(), knownFrom });
    for (const { series, columns } of gatherer.finish()) answer.set(series, { points: columns, knownFrom });
  }
  return answer;
}

/** True if these include the newest `count` points of a span, or all of its points. */
export const isEnough = ({ points, knownFrom }: Newest, from: number, count: number) =>
  knownFrom <= from || points.at.length - indexOf(points, knownFrom) >= count;

/**
 * Returns at least the newest `count` points of each series, or as many as are known. Neighbours are mostly written
 * together, so the last rows of a bundle cover all of them; only series written less often need a query of their own.
 */
export async function readOpenNewest(
  client: Client,
  { series, ...span }: Omit<OpenQuery, 'order'>,
  count: number,
): Promise<Map<number, Newest>> {
  const wanted = bundled(series);
  const isShared = wanted.length < series.length;
  const answer = await readLastRows(client, wanted, span, count + (isShared ? furtherRows : 1));
  if (!isShared) return answer;
  const rest = [...answer].filter(([, newest]) => !isEnough(newest, span.from, count)).map(([id]) => id);
  if (rest.length === 0) return answer;
  const alone = rest.map((id) => ({ bundle: bundleOf(id), members: bitOf(id) }));
  return new Map([...answer, ...(await readLastRows(client, alone, span, count + 1))]);
}

/** Removes points; other points in the same rows are written again. */
export async function deleteOpenBefore(client: Client, series: readonly number[], before: number): Promise<void> {
  const wanted = bundled(series);
  const removed = new Set(series);
  for (const table of ['history_points', 'history_closed']) {
    const { rows } = await client.query<StoredRow>(
      `with gone as (
         delete from ${table} stored using unnest($1::bigint[], $2::integer[]) as wanted (bundle, members)
         where stored.bundle = wanted.bundle and stored.members & wanted.members <> 0 and stored.at < $3
         returning stored.bundle, stored.at, stored.points, stored.members & ~wanted.members as others
       )
       select bundle, at, points from gone where others <> 0`,
      [wanted.map(({ bundle }) => bundle), wanted.map(({ members }) => members), before],
    );
    const others = columnsOf(rows).filter((one) => !removed.has(one.series));
    const points = others.flatMap((one) => one.columns.at.map((_, index) => pointAt(one.series, one.columns, index)));
    if (points.length > 0) await copyPoints(client, points);
  }
}
