import type { Client } from '../db/connection.ts';
import { type ReduceQuery, reduce } from './buckets.ts';
import { jsonOf, type Kind, type Row, rowAt, type Values } from './columns.ts';
import type { Grid } from './grid.ts';
import type { Span, SummariesQuery, Summary, SummaryQuery, TimedValue } from './history.ts';
import type { Order } from './open.store.ts';
import { readPackedEdges } from './packed.store.ts';
import { medianOf } from './partial.ts';
import { decodeSpan, readValues } from './read.ts';

/** A grid with one bucket for all times. */
const whole: Grid = { widthMs: 0, starts: [0] };

function valueAt({ at, kind, number, text }: Values, order: Order): TimedValue | null {
  const isValue = (letter: Kind) => letter !== 'z';
  const index = order === 'ascending' ? kind.findIndex(isValue) : kind.findLastIndex(isValue);
  return index < 0 ? null : { at: at[index] ?? 0, value: jsonOf(kind[index] ?? 'z', number[index] ?? 0, text[index]) };
}

async function readEnd(client: Client, query: Span & { series: number }, order: Order): Promise<TimedValue | null> {
  for await (const block of readValues(client, { ...query, order, limit: 1 })) {
    const found = valueAt(block, order);
    if (found) return found;
  }
  return null;
}

/** Returns undefined if open and packed points must be merged to find the edge. */
function edgeOf(open: Row | undefined, packed: Values | undefined, order: Order): TimedValue | undefined {
  const isBeyond = (a: number, b: number) => (order === 'ascending' ? a < b : a > b);
  const found = packed && valueAt(packed, order);
  if (!open) return found ?? undefined;
  if (found && isBeyond(found.at, open.at)) return found;
  const packedEdge = order === 'ascending' ? packed?.at[0] : packed?.at.at(-1);
  const isAlone = !packed || (packedEdge !== undefined && isBeyond(open.at, packedEdge));
  if (!isAlone || open.kind === 'z') return undefined;
  return { at: open.at, value: jsonOf(open.kind, open.number ?? 0, open.text ?? undefined) };
}

/** Rollups contain the first and last values of an hour but not their times, so the points themselves are read. */
async function readEnds(
  client: Client,
  query: SummariesQuery,
  open: ReadonlyMap<number, Row>,
  order: Order,
): Promise<Map<number, TimedValue>> {
  const packed = await readPackedEdges(client, query, order);
  const ends = new Map<number, TimedValue>();
  for (const series of query.series) {
    const chunk = packed.get(series);
    const end =
      edgeOf(open.get(series), chunk && decodeSpan(chunk, query), order) ??
      (await readEnd(client, { ...query, series }, order));
    if (end) ends.set(series, end);
  }
  return ends;
}

export async function readSummaries(client: Client, query: SummariesQuery): Promise<Map<number, Summary>> {
  const { from, to } = query;
  const answer = new Map<number, Summary>();
  if (from >= to || query.series.length === 0) return answer;
  const [firstOpen, lastOpen] = [new Map<number, Row>(), new Map<number, Row>()];
  const sums: ReduceQuery = {
    ...query,
    fn: 'max',
    onOpen({ series, columns }) {
      if (!firstOpen.has(series)) firstOpen.set(series, rowAt(columns, 0));
      lastOpen.set(series, rowAt(columns, columns.at.length - 1));
    },
  };
  const partials = await reduce(client, sums, whole);
  const filled = [...partials].flatMap(([series, byStart]) => {
    const partial = byStart.get(0);
    return partial && partial.count > 0 ? [{ series, partial }] : [];
  });
  const ends = { series: filled.map(({ series }) => series), from, to };
  const first = await readEnds(client, ends, firstOpen, 'ascending');
  const last = await readEnds(client, ends, lastOpen, 'descending');
  for (const { series, partial } of filled) {
    const hasNumbers = partial.numbers > 0;
    answer.set(series, {
      count: partial.count,
      numericCount: partial.numbers,
      sum: partial.sum,
      min: hasNumbers ? partial.min : null,
      max: hasNumbers ? partial.max : null,
      median: null,
      first: first.get(series) ?? null,
      last: last.get(series) ?? null,
    });
  }
  return answer;
}

async function readMedian(client: Client, { series, from, to }: SummaryQuery): Promise<number> {
  const values: number[] = [];
  for await (const { number } of readValues(client, { series, from, to, order: 'ascending' })) {
    for (const value of number) if (!Number.isNaN(value)) values.push(value);
  }
  return medianOf(values);
}

const nothing: Summary = {
  count: 0,
  numericCount: 0,
  sum: 0,
  min: null,
  max: null,
  median: null,
  first: null,
  last: null,
};

export async function readSummary(client: Client, query: SummaryQuery): Promise<Summary> {
  const { series, from, to, median = false } = query;
  const found = (await readSummaries(client, { series: [series], from, to })).get(series) ?? nothing;
  return median && found.numericCount > 0 ? { ...found, median: await readMedian(client, query) } : { ...found };
}
