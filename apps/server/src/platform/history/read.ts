import { type Columns, dayOf, emptyColumns, indexOf, mergeColumns, sliceColumns } from './columns.ts';
import type { Client } from './connection.ts';
import type { Span } from './history.ts';
import { readOpenPage } from './open.store.ts';
import { readPackedPage } from './packed.store.ts';

const openPage = 10_000;
const largestPackedPage = 64;

interface ReadQuery extends Span {
  series: number;
  order: 'ascending' | 'descending';
  /** The reader will stop after so many points. */
  limit?: number;
}

type Blocks = AsyncGenerator<Columns, undefined>;

async function* openBlocks(client: Client, query: ReadQuery, first: Columns, pagePoints: number): Blocks {
  let { from, to } = query;
  for (let page = first; page.at.length > 0; ) {
    yield page;
    if (page.at.length < pagePoints) return;
    if (query.order === 'ascending') from = (page.at.at(-1) ?? to) + 1;
    else to = page.at[0] ?? from;
    page = await readOpenPage(client, { ...query, from, to, limit: pagePoints });
  }
}

async function* packedBlocks(client: Client, { series, from, to, order }: ReadQuery): Blocks {
  const days = { series, firstDay: dayOf(from), lastDay: dayOf(to - 1), order };
  let after: { day: number; part: number } | undefined;
  for (let limit = 2; ; limit = Math.min(limit * 2, largestPackedPage)) {
    const rows = await readPackedPage(client, { ...days, after, limit });
    for (const { columns } of rows) {
      const block = sliceColumns(columns, indexOf(columns, from), indexOf(columns, to));
      if (block.at.length > 0) yield block;
    }
    if (rows.length < limit) return;
    after = rows.at(-1);
  }
}

/** Merges two sequences of blocks up to where both are known; what lies beyond waits for the next round. */
async function* mergeBlocks(left: Blocks, right: Blocks, order: ReadQuery['order']): Blocks {
  let a = (await left.next()).value;
  let b = (await right.next()).value;
  while (a && b) {
    const cut =
      order === 'ascending' ? Math.min(a.at.at(-1) ?? 0, b.at.at(-1) ?? 0) + 1 : Math.max(a.at[0] ?? 0, b.at[0] ?? 0);
    const [cutA, cutB]: [number, number] = [indexOf(a, cut), indexOf(b, cut)];
    const [headA, tailA]: [Columns, Columns] = [sliceColumns(a, 0, cutA), sliceColumns(a, cutA, a.at.length)];
    const [headB, tailB]: [Columns, Columns] = [sliceColumns(b, 0, cutB), sliceColumns(b, cutB, b.at.length)];
    const ascending = order === 'ascending';
    yield ascending ? mergeColumns(headA, headB) : mergeColumns(tailA, tailB);
    a = ascending ? tailA : headA;
    b = ascending ? tailB : headB;
    if (a.at.length === 0) a = (await left.next()).value;
    if (b.at.length === 0) b = (await right.next()).value;
  }
  if (a) yield a;
  if (b) yield b;
  yield* a ? left : right;
}

/** All points of one series, open, late and packed: blocks follow each other in the order asked for, each ascending. */
export async function* readPoints(client: Client, query: ReadQuery): Blocks {
  if (query.from >= query.to) return;
  const { order, limit = Number.POSITIVE_INFINITY } = query;
  const pagePoints = Math.min(limit, openPage);
  const first = await readOpenPage(client, { ...query, limit: pagePoints });
  const span = { ...query };
  // Open points alone reach the limit: packed days beyond the last of them can't contribute.
  if (first.at.length >= limit) {
    if (order === 'ascending') span.to = (first.at.at(-1) ?? 0) + 1;
    else span.from = first.at[0] ?? 0;
  }
  yield* mergeBlocks(openBlocks(client, span, first, pagePoints), packedBlocks(client, span), order);
}

/** At most `limit` points, ascending whatever the order they were read in. */
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
