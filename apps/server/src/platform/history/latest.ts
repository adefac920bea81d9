import type { Client } from '../db/connection.ts';
import { type Columns, emptyColumns, mergeColumns, sliceColumns } from './columns.ts';
import { decodeChunk } from './day-codec.ts';
import { isEnough, type Newest, readOpenNewest } from './open.store.ts';
import { readPackedNewest } from './packed.store.ts';
import { readSome } from './read.ts';

/** Number of parts to read per series; one is enough for a few values of most series. */
const partsAtOnce = 2;
const forever = 2 ** 47;
const nothing: Newest = { points: emptyColumns(), knownFrom: 0 };

/** Reads the newest points of many series, ascending, with two queries; only a few series need a third one. */
export async function readLatest(
  client: Client,
  series: readonly number[],
  count: number,
): Promise<Map<number, Columns>> {
  const ids = [...new Set(series)];
  const open = await readOpenNewest(client, { series: ids, from: 0, to: forever }, count);
  const openOf = (id: number) => open.get(id) ?? nothing;
  // If the open points suffice, packed points matter only from the day of the oldest needed open point on.
  const packed = await readPackedNewest(client, {
    series: ids,
    since: ids.map((id) => openOf(id).points.at.at(-count) ?? 0),
    limit: partsAtOnce,
  });
  const answer = new Map<number, Columns>();
  for (const id of ids) {
    const parts = packed.get(id) ?? [];
    let { points, knownFrom } = openOf(id);
    if (parts.length === partsAtOnce) knownFrom = Math.max(knownFrom, parts.at(-1)?.firstAt ?? 0);
    for (const { chunk } of parts) points = mergeColumns(points, decodeChunk(chunk));
    const query = { series: id, from: 0, to: forever, order: 'descending', limit: count } as const;
    const found = isEnough({ points, knownFrom }, 0, count) ? points : await readSome(client, query);
    const newest = sliceColumns(found, Math.max(found.at.length - count, 0), found.at.length);
    if (newest.at.length > 0) answer.set(id, newest);
  }
  return answer;
}
