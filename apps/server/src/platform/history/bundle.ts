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
 * Points of open days as they are stored: those of neighbouring series that were written together share a row, because
 * a row with its entry in the index costs the database ten times what a point does. The comment at history_points in
 * migrations/0000_baseline.sql describes the bytes of a point.
 */
const seriesPerBundle = 16;
export const bundleOf = (series: number) => Math.floor(series / seriesPerBundle);
const memberOf = (series: number) => series % seriesPerBundle;
/** Which series of a bundle are meant, a bit each. */
export const bitOf = (series: number) => 1 << memberOf(series);

/** The series that are meant by the bits of a bundle. */
export const seriesOf = (bundle: number, members: number) =>
  Array.from({ length: seriesPerBundle }, (_, member) => bundle * seriesPerBundle + member).filter(
    (series) => (bitOf(series) & members) !== 0,
  );

export interface Bundle {
  bundle: number;
  /** Of its newest and oldest point, which lie in one UTC day. */
  at: number;
  firstAt: number;
  members: number;
  points: Buffer;
}

const pointBytes = 31;
/** A longer row would be compressed and moved out of the table; a long text has a row to itself. */
const mostBytes = 60 * pointBytes;

/** Series and place in the list become one number where it fits, which sorts faster than a function compares. */
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
    /** Where there is no room, the row must be empty: what is alone in it may be as long as it likes. */
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
    /** What was added since the last time; valid until something is added again. */
    take(): Buffer {
      const taken = buffer.subarray(0, length);
      length = 0;
      return taken;
    },
  };
}

/** The bytes of each are valid until the next is asked for. */
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

/** In order of time, and of several points at one time the one that counts. */
function inOrder({ columns, isInOrder }: Gathered): Columns {
  if (isInOrder) return columns;
  const sorted = emptyColumns();
  const places = columns.at.map((_, index) => index).sort((a, b) => (columns.at[a] ?? 0) - (columns.at[b] ?? 0));
  for (const place of places) appendRow(sorted, rowAt(columns, place));
  return sorted;
}

/** Takes the points of some series, or of all, out of the rows of one bundle. */
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
    /** Every series that has points, by its number. */
    finish: (): SeriesColumns[] =>
      members.flatMap((gathered, member) =>
        gathered && gathered.columns.at.length > 0
          ? [{ series: bundle * seriesPerBundle + member, columns: inOrder(gathered) }]
          : [],
      ),
  };
}

const always: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** The points of all series in these rows, in whatever order the rows come. */
export function columnsOf(rows: readonly Pick<Bundle, 'bundle' | 'points'>[]): SeriesColumns[] {
  const found = [...Map.groupBy(rows, ({ bundle }) => bundle)].sort(([a], [b]) => a - b);
  return found.flatMap(([bundle, members]) => {
    const gatherer = createGatherer(bundle, () => true, always);
    for (const { points } of members) gatherer.add(points);
    return gatherer.finish();
  });
}
