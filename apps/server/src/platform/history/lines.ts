import type { Client } from '../db/connection.ts';
import { cutDays } from './buckets.ts';
import { dayMs, dayOf, type Extent, hourMs, indexOf, sliceValues, type Values } from './columns.ts';
import { binWidthMs, createDownsampler, type Downsampler } from './downsample.ts';
import type { Downsampled, LinesQuery, Span } from './history.ts';
import { readOpenBlocks } from './open.store.ts';
import { readPackedExtents, readPackedRows } from './packed.store.ts';
import { readValues } from './read.ts';
import type { Hours } from './rollup.ts';

/** Series with more open points than this are read page by page. */
const manyOpenPoints = 50_000;
/** Rollups render an hour with four points, so they pay off only for hours with several times as many. */
const densePerHour = 8;

interface Line {
  series: number;
  span: Span;
  downsampler: Downsampler;
  /** How packed points are read: as points, as hourly rollups, or merged with open points. */
  by: 'points' | 'hours' | 'merging';
}

function lineOf(query: LinesQuery, series: number, open: Extent | undefined, packed: Extent | undefined): Line[] {
  const extents = [open, packed].filter((extent) => extent !== undefined);
  if (extents.length === 0) return [];
  const span = {
    from: Math.max(query.from, Math.min(...extents.map(({ from }) => from))),
    to: Math.min(query.to, Math.max(...extents.map(({ to }) => to))),
  };
  // An empty span means that packed days touch the query but have no point in it.
  if (span.from >= span.to) return [];
  const isMixed = open !== undefined && packed !== undefined && open.from < packed.to;
  const isDense =
    (packed?.points ?? 0) > (densePerHour * (span.to - span.from)) / hourMs &&
    binWidthMs(span, query.maxPoints) >= hourMs;
  const by = isMixed || (open?.points ?? 0) > manyOpenPoints ? 'merging' : isDense ? 'hours' : 'points';
  return [{ series, span, downsampler: createDownsampler(span, query.maxPoints), by }];
}

/** Approximates an hour by its first and last value with its extremes between them. */
function hourPoints(day: number, hours: Hours, { from, to }: Span): Pick<Values, 'at' | 'number'> {
  const line: Pick<Values, 'at' | 'number'> = { at: [], number: [] };
  for (const [index, hour] of hours.hour.entries()) {
    const start = day * dayMs + hour * hourMs;
    if (start + hourMs <= from || start >= to) continue;
    const [first, last] = [hours.first[index] ?? 0, hours.last[index] ?? 0];
    const extremes = [hours.min[index] ?? 0, hours.max[index] ?? 0];
    const [earlier = 0, later = 0] = first <= last ? extremes : extremes.toReversed();
    line.number.push(first, earlier, later, last);
    const [low, high] = [Math.max(start, from), Math.min(start + hourMs, to) - 1];
    line.at.push(...[0, 1 / 4, 3 / 4, 1].map((part) => Math.round(low + part * (high - low))));
  }
  return line;
}

interface OpenLine {
  extent: Extent;
  /** Points by day; absent if there are too many to hold in memory. */
  days: Pick<Values, 'at' | 'number'>[] | undefined;
}

async function readOpen(client: Client, series: readonly number[], { from, to }: Span): Promise<Map<number, OpenLine>> {
  const all = new Map<number, OpenLine>();
  for await (const block of readOpenBlocks(client, { series, from, to, order: 'ascending' })) {
    const { at, number } = block.columns;
    const [first, last] = [at[0] ?? 0, (at.at(-1) ?? 0) + 1];
    const line = all.get(block.series) ?? {
      extent: { series: block.series, points: 0, from: first, to: last },
      days: [],
    };
    all.set(block.series, line);
    line.extent.points += at.length;
    line.extent.to = last;
    if (line.extent.points > manyOpenPoints) line.days = undefined;
    line.days?.push({ at, number });
  }
  return all;
}

async function addPacked(client: Client, lines: readonly Line[], by: 'points' | 'hours', span: Span): Promise<void> {
  const wanted = new Map(lines.filter((line) => line.by === by).map((line) => [line.series, line]));
  if (wanted.size === 0) return;
  const rows = readPackedRows(client, {
    series: [...wanted.keys()],
    firstDay: dayOf(span.from),
    lastDay: dayOf(span.to - 1),
    rawDays: by === 'points' ? 'all' : cutDays(span),
    upTo: 'last',
  });
  for await (const row of rows) {
    const line = wanted.get(row.series);
    if (!line) continue;
    if ('hours' in row) line.downsampler.add(hourPoints(row.day, row.hours, line.span));
    else line.downsampler.add(sliceValues(row.values, indexOf(row.values, span.from), indexOf(row.values, span.to)));
  }
}

function finish({ downsampler, by }: Line): Downsampled {
  const drawn = downsampler.finish();
  // Lines from rollups never contain every point, so they always have a bin width.
  return by === 'hours' ? { binMs: hourMs, ...drawn } : drawn;
}

/** Open points are read before packed ones, because points move from open to packed, but are added after them. */
export async function readLines(client: Client, query: LinesQuery): Promise<Map<number, Downsampled>> {
  const { from, to } = query;
  const answer = new Map<number, Downsampled>();
  const ids = [...new Set(query.series)];
  if (from >= to || ids.length === 0) return answer;
  const open = await readOpen(client, ids, query);
  const packed = new Map(
    (await readPackedExtents(client, ids, query)).map((extent) => [extent.series, extent] as const),
  );
  const lines = ids.flatMap((id) => lineOf(query, id, open.get(id)?.extent, packed.get(id)));
  await addPacked(client, lines, 'points', { from, to });
  await addPacked(client, lines, 'hours', { from, to });
  for (const line of lines) {
    const { series, span, downsampler } = line;
    if (line.by === 'merging') {
      for await (const block of readValues(client, { series, ...span, order: 'ascending' })) downsampler.add(block);
    }
    if (line.by !== 'merging') for (const day of open.get(series)?.days ?? []) downsampler.add(day);
    const drawn = finish(line);
    if (drawn.samples.length > 0) answer.set(series, drawn);
  }
  return answer;
}
