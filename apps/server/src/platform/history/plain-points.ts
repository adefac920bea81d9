import { copyIn } from './binary-copy.ts';
import type { Client } from './connection.ts';
import type { HistoryPoint } from './history.ts';

/** Numbers that devices sent are nearly all there is. The table knows the rest of such a row by itself. */
export interface PlainPoint extends HistoryPoint {
  value: number;
  source: 'live';
}

/** Series and place in a list become one number below. */
export const mostPlain = 2 ** 20;
const mostSeries = 2 ** 32;

export const isPlain = (point: HistoryPoint): point is PlainPoint =>
  typeof point.value === 'number' && point.source === 'live' && point.series < mostSeries;

/**
 * Columns, because each point is then looked up once, where it lies in memory, and not in the order of writing. Series
 * and place in the list become one number, which sorts faster than a function compares: points of a series lie side by
 * side in the order in which they came, so that reading them touches fewer pages.
 */
function columnsOf(points: readonly PlainPoint[]) {
  const count = points.length;
  const keys = new Float64Array(count);
  const at = new Float64Array(count);
  const seq = new Float64Array(count);
  const shard = new Int32Array(count);
  const value = new Float64Array(count);
  for (const [index, point] of points.entries()) {
    keys[index] = point.series * count + index;
    at[index] = point.at;
    seq[index] = point.seq;
    value[index] = point.value;
    shard[index] = point.shard;
  }
  return { keys: keys.sort(), at, seq, value, shard };
}

export function copyPlain(client: Client, points: readonly PlainPoint[]): Promise<void> {
  const { keys, at, seq, value, shard } = columnsOf(points);
  const count = points.length;
  return copyIn(
    client,
    'copy history_points (series, at, seq, shard, number) from stdin (format binary)',
    keys,
    (fields, key) => {
      const series = Math.floor(key / count);
      const index = key - series * count;
      fields.point(series, at[index] ?? 0, seq[index] ?? 0, shard[index] ?? 0, value[index] ?? 0);
    },
  );
}
