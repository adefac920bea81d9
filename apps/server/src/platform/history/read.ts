import type { Client } from '../db/connection.ts';
import {
  type Columns,
  dayMs,
  dayOf,
  emptyColumns,
  indexOf,
  jsonOf,
  mergeColumns,
  sliceColumns,
  sliceValues,
  type Values,
} from './columns.ts';
import { decodeChunk, decodeValues } from './day-codec.ts';
import type { ColumnsQuery, JsonValue, Span, ValueColumns } from './history.ts';
import { type Order, readOpenBlocks, readOpenNewest } from './open.store.ts';
import { readPackedPage, type StoredPart } from './packed.store.ts';

const largestPackedPage = 64;
const fewPoints = 1_000;

interface ReadQuery extends Span {
  series: number;
  order: Order;
  /** Hint: the reader will probably stop after this many points. */
  limit?: number;
}

async function* packedParts(client: Client, { series, from, to, order }: ReadQuery): AsyncGenerator<StoredPart> {
  const days = { series, firstDay: dayOf(from), lastDay: dayOf(to - 1), order };
  let after: StoredPart | undefined;
  for (let limit = 2; ; limit = Math.min(limit * 4, largestPackedPage)) {
    const parts = await readPackedPage(client, { ...days, after, limit });
    for (const part of parts) if (part.firstAt < to && part.lastAt >= from) yield part;
    if (parts.length < limit) return;
    after = parts.at(-1);
  }
}

/** Merges packed and open points of the same span. `decode` is used for packed parts without open points. */
async function* withPacked<T extends Values>(
  client: Client,
  query: ReadQuery,
  open: Columns,
  decode: (chunk: Buffer, span: Span) => T,
): AsyncGenerator<T | Columns, undefined> {
  let rest = open;
  for await (const { firstAt, lastAt, chunk } of packedParts(client, query)) {
    const isAscending = query.order === 'ascending';
    const cut = isAscending ? indexOf(rest, lastAt + 1) : indexOf(rest, firstAt);
    const [before, after] = [sliceColumns(rest, 0, cut), sliceColumns(rest, cut, rest.at.length)];
    const near = isAscending ? before : after;
    rest = isAscending ? after : before;
    yield near.at.length === 0 ? decode(chunk, query) : mergeColumns(near, decodeColumns(chunk, query));
  }
  if (rest.at.length > 0) yield rest;
}

function decodeColumns(chunk: Buffer, { from, to }: Span): Columns {
  const columns = decodeChunk(chunk);
  return sliceColumns(columns, indexOf(columns, from), indexOf(columns, to));
}

export function decodeSpan(chunk: Buffer, { from, to }: Span): Values {
  const values = decodeValues(chunk);
  return sliceValues(values, indexOf(values, from), indexOf(values, to));
}

async function* readBlocks<T extends Values>(
  client: Client,
  query: ReadQuery,
  decode: (chunk: Buffer, span: Span) => T,
): AsyncGenerator<T | Columns, undefined> {
  const { series, order, limit } = query;
  let { from, to } = query;
  // Queries for a few of the newest points need not read the rest of the day.
  if (order === 'descending' && limit !== undefined && limit < fewPoints) {
    const newest = await readOpenNewest(client, { series: [series], from, to }, limit);
    const { points, knownFrom } = newest.get(series) ?? { points: emptyColumns(), knownFrom: from };
    const known = sliceColumns(points, indexOf(points, knownFrom), points.at.length);
    yield* withPacked(client, { ...query, from: knownFrom }, known, decode);
    to = knownFrom;
  }
  for await (const { day, columns } of readOpenBlocks(client, { series: [series], from, to, order })) {
    const known =
      order === 'ascending' ? { from, to: Math.min(to, (day + 1) * dayMs) } : { from: Math.max(from, day * dayMs), to };
    yield* withPacked(client, { ...query, ...known }, columns, decode);
    if (order === 'ascending') from = known.to;
    else to = known.from;
  }
  if (from < to) yield* withPacked(client, { ...query, from, to }, emptyColumns(), decode);
}

/**
 * Reads all points of one series: open, late and packed. Blocks follow each other in the requested order, each of them
 * ascending. Packed points are read after the open ones of the same time, because points move from open to packed.
 */
export const readPoints = (client: Client, query: ReadQuery): AsyncGenerator<Columns, undefined> =>
  readBlocks(client, query, decodeColumns);

/** Like `readPoints`, without the origin of the points, which saves half of the work. */
export const readValues = (client: Client, query: ReadQuery): AsyncGenerator<Values, undefined> =>
  readBlocks(client, query, decodeSpan);

/** Returns at most `limit` points, ascending regardless of the reading order. */
export async function readSome(client: Client, query: ReadQuery & { limit: number }): Promise<Columns> {
  let found = emptyColumns();
  for await (const block of readPoints(client, query)) {
    found = query.order === 'ascending' ? mergeColumns(found, block) : mergeColumns(block, found);
    if (found.at.length >= query.limit) break;
  }
  const surplus = Math.max(found.at.length - query.limit, 0);
  return query.order === 'ascending'
    ? sliceColumns(found, 0, found.at.length - surplus)
    : sliceColumns(found, surplus, found.at.length);
}

function joinValues(blocks: readonly Values[], size: number): JsonValue[] {
  const values: JsonValue[] = [];
  for (const { kind, number, text } of blocks) {
    for (let index = 0; index < kind.length; index += 1) {
      values.push(jsonOf(kind[index] ?? 'z', number[index] ?? 0, text[index]));
    }
  }
  return values.slice(values.length - size);
}

/** Reads the newest values of a span, backwards from its end until the limit is reached. */
export async function readColumns(client: Client, query: ColumnsQuery): Promise<ValueColumns> {
  const blocks: Values[] = [];
  let count = 0;
  if (query.limit > 0) {
    for await (const block of readValues(client, { ...query, order: 'descending' })) {
      blocks.push(block);
      count += block.at.length;
      if (count >= query.limit) break;
    }
  }
  blocks.reverse();
  const size = Math.min(count, query.limit);
  const [at, number] = [new Float64Array(count), new Float64Array(count)];
  let place = 0;
  for (const block of blocks) {
    at.set(block.at, place);
    number.set(block.number, place);
    place += block.at.length;
  }
  const isPlain = blocks.every(({ kind }) => kind.every((letter) => letter === 'n'));
  return {
    at: at.subarray(count - size),
    number: number.subarray(count - size),
    values: isPlain ? null : joinValues(blocks, size),
  };
}
