import { hourMs } from './columns.ts';
import type { EpochMs } from './history.ts';

/** Bucket starts: every `widthMs` since 1970, or the listed `starts`. */
export interface Grid {
  widthMs: number;
  starts: number[] | undefined;
}

/** Rollups are hourly in UTC, so they fit only grids whose buckets begin on UTC hours. */
export const fitsHours = ({ widthMs, starts }: Grid) =>
  starts ? starts.every((start) => start % hourMs === 0) : widthMs % hourMs === 0;

/** The bucket that contains a time; `end` is the start of the next bucket. */
export function bucketAt({ widthMs, starts }: Grid, at: EpochMs): { start: EpochMs; end: EpochMs } {
  if (!starts) {
    const start = at - (at % widthMs);
    return { start, end: start + widthMs };
  }
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return { start: starts[low - 1] ?? at, end: starts[low] ?? Number.POSITIVE_INFINITY };
}
