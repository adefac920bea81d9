import { instantOf } from '@stellwerk/contract/core/zone-time';
import { maxStatisticBuckets, type StatisticDuration } from '@stellwerk/contract/device-statistics';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Span } from '../../../platform/history/history.ts';
import { floorClock, floorDate, shiftWall } from '../../states/index.ts';

const hourMs = 3_600_000;

/**
 * The starts of the buckets of a span in local time, and the end of the last one. The first bucket begins at or
 * before the span, the last one ends at or after it; days have 23, 24 or 25 hours.
 */
export function edgesOf({ from, to }: Span, duration: StatisticDuration, zone: string): number[] {
  const edges: number[] = [];
  const push = (edge: number) => {
    if (edges.push(edge) > maxStatisticBuckets + 1) fail('HISTORY_TOO_MANY_BUCKETS', { limit: maxStatisticBuckets });
  };
  if (duration === 'hour') {
    for (let edge = floorClock(from, hourMs, zone); edge < to; edge += hourMs) push(edge);
    push((edges.at(-1) ?? from) + hourMs);
    return edges;
  }
  let wall = floorDate(from, duration, { zone, firstWeekday: 1 });
  for (; instantOf(wall, zone) < to; wall = shiftWall(wall, 1, duration)) push(instantOf(wall, zone));
  push(instantOf(wall, zone));
  return edges;
}
