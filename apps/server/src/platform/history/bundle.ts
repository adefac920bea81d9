import { getLong, setLong } from './bytes.ts';
import {
  appendRow,
  type Columns,
  dayOf,
  emptyColumns,
  hasNumber,
  hasText,
  type Kind,
  kindOf,
  kindOfCode,
  letterOfSource,
  numberOf,
  rowAt,
  type SeriesColumns,
  sourceOfCode,
  textOf,
} from './columns.ts';
import type { HistoryPoint, Span } from './history.ts';

/**
 * Storage format of points of open days: points of neighbouring series that were written together share a row, because
 * a row and its index entry cost the database ten times as much as a point. The comment at history_points in
 * migrations/0000_baseline.sql describes the byte layout.
 */
const seriesPerBundle = 16;
export const bundleOf = (series: number) => Math.floor(series / seriesPerBundle);
const memberOf = (series: number) => series % seriesPerBundle;
/** The bit of a series in the member mask of its bundle. */
export const bitOf = (series: number) => 1 << memberOf(series);

/** Returns the series whose bits are set in the member mask of a bundle. */
export const seriesOf = (bundle: number, members: number) =>
  Array.from({ length: seriesPerBundle }, (_, member) => bundle * seriesPerBundle + member).filter(
    (series) => (bitOf(series) & members) !== 0,
  );

export interface Bundle {
  bundle: number;
  /** Time of the newest point; `firstAt` is the time of the oldest. Both lie in the same UTC day. */
  at: number;
  firstAt: number;
  members: number;
  points: Buffer;
}

const pointBytes = 31;
/** A longer row would be compressed and moved out of the table; a long text gets its own row. */
const mostBytes = 60 * pointBytes;

/** Sorts by series. Combines series and index into one number if it fits, which sorts faster than a comparator. */
function* bySeries(points: readonly HistoryPoint[]): Generator<HistoryPoint> {
  const count = points.length;
  const largest = points.reduce((found, { series }) => Math.max(found, series), 0);
  if (!Number.isSafeInteger((largest + 1) * count)) {
    yield* points.toSorted((a, b) => a.series - b.series);
    return;
  }
  const keys = new Float64Array(count);
  for (let index = 0; index < count; index += 1) keys[index] = (points[index]?.series ?? 0) * count + index;
  for (const key of keys.sort()) {
    const point = points[key % count];
    if (point) yield point;
  }
}

function createPointWriter() {
  let buffer = Buffer.allocUnsafeSlow(mostBytes);
  let view = new DataView(buffer.buffer);
  let length = 0;

  return {
    hasRoom: (wantedBytes: number) => length + wantedBytes <= mostBytes,
    /** Without enough room the row must be empty: a single point may exceed the limit. */
    add({ series, at, shard, seq, value, source }: HistoryPoint, text: string | null, wantedBytes: number) {
      if (length + wantedBytes > buffer.length) {
        buffer = Buffer.allocUnsafeSlow(wantedBytes);
        view = new DataView(buffer.buffer);
      }
      view.setUint8(length, memberOf(series));
      view.setUint8(length + 1, kindOf(value).charCodeAt(0));
      view.setUint8(length + 2, letterOfSource(source).charCodeAt(0));
      view.setInt32(length + 3, shard);
      setLong(view, length + 7, seq);
      setLong(view, length + 15, at);
      view.setFloat64(length + 23, numberOf(value) ?? 0);
      length += pointBytes;
      if (text === null) return;
      const textBytes = buffer.write(text, length + 4);
      view.setInt32(length, textBytes);
      length += 4 + textBytes;
    },
    /** Returns the bytes added since the last call; they are valid until the next `add`. */
    take(): Buffer {
      const taken = buffer.subarray(0, length);
      length = 0;
      return taken;
    },
  };
}

/** The bytes of each bundle are valid only until the next bundle is requested. */
export function* bundlesOf(points: readonly HistoryPoint[]): Generator<Bundle> {
  const writer = createPointWriter();
  const close = (row: Omit<Bundle, 'points'>): Bundle => ({ ...row, points: writer.take() });
  let row: Omit<Bundle, 'points'> | undefined;
  for (const point of bySeries(points)) {
    const { series, at } = point;
    const bundle = bundleOf(series);
    const text = textOf(point.value);
    const wantedBytes = pointBytes + (text === null ? 0 : 4 + Buffer.byteLength(text));
    if (row && (row.bundle !== bundle || dayOf(row.at) !== dayOf(at) || !writer.hasRoom(wantedBytes))) {
      yield close(row);
      row = undefined;
    }
    row ??= { bundle, at, firstAt: at, members: 0 };
    row.at = Math.max(row.at, at);
    row.firstAt = Math.min(row.firstAt, at);
    row.members |= bitOf(series);
    writer.add(point, text, wantedBytes);
  }
  if (row) yield close(row);
}

interface Gathered {
  columns: Columns;
  isInOrder: boolean;
}

/** Sorts points by time; of several points at the same time it keeps the one with precedence. */
function inOrder({ columns, isInOrder }: Gathered): Columns {
  if (isInOrder) return columns;
  const sorted = emptyColumns();
  const places = columns.at.map((_, index) => index).sort((a, b) => (columns.at[a] ?? 0) - (columns.at[b] ?? 0));
  for (const place of places) appendRow(sorted, rowAt(columns, place));
  return sorted;
}

/** Extracts the points of selected series from the rows of one bundle. */
export function createGatherer(bundle: number, isWanted: (series: number) => boolean, { from, to }: Span) {
  const members: (Gathered | undefined)[] = Array.from({ length: seriesPerBundle }, (_, member) =>
    isWanted(bundle * seriesPerBundle + member) ? { columns: emptyColumns(), isInOrder: true } : undefined,
  );

  function add(into: Gathered, view: DataView, offset: number, kind: Kind, text: string | undefined): void {
    const at = getLong(view, offset + 15);
    if (at < from || at >= to) return;
    const { columns } = into;
    if (at <= (columns.at.at(-1) ?? -1)) into.isInOrder = false;
    columns.at.push(at);
    columns.kind.push(kind);
    columns.source.push(sourceOfCode(view.getUint8(offset + 2)));
    columns.shard.push(view.getInt32(offset + 3));
    columns.seq.push(getLong(view, offset + 7));
    columns.number.push(hasNumber(kind) ? view.getFloat64(offset + 23) : Number.NaN);
    columns.text.push(text);
  }

  return {
    add(points: Buffer): void {
      const view = new DataView(points.buffer, points.byteOffset, points.length);
      for (let offset = 0; offset < points.length; ) {
        const start = offset;
        const into = members[view.getUint8(start)];
        const kind = kindOfCode(view.getUint8(start + 1));
        offset += pointBytes;
        let text: string | undefined;
        if (hasText(kind)) {
          const textAt = offset + 4;
          offset = textAt + view.getInt32(offset);
          if (into) text = points.toString('utf8', textAt, offset);
        }
        if (into) add(into, view, start, kind, text);
      }
    },
    /** All series with points, ordered by series number. */
    finish: (): SeriesColumns[] =>
      members.flatMap((gathered, member) =>
        gathered && gathered.columns.at.length > 0
          ? [{ series: bundle * seriesPerBundle + member, columns: inOrder(gathered) }]
          : [],
      ),
  };
}

const always: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Extracts the points of all series in these rows, which may come in any order. */
export function columnsOf(rows: readonly Pick<Bundle, 'bundle' | 'points'>[]): SeriesColumns[] {
  const found = [...Map.groupBy(rows, ({ bundle }) => bundle)].sort(([a], [b]) => a - b);
  return found.flatMap(([bundle, members]) => {
    const gatherer = createGatherer(bundle, () => true, always);
    for (const { points } of members) gatherer.add(points);
    return gatherer.finish();
  });
}
