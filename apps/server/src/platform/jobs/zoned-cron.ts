import { wallMs } from '@stellwerk/contract/core/zone-time';
import { type CronMatcher, parseCronItem, type TimestampDigest } from 'graphile-worker';

const minuteMs = 60_000;
/** No time zone has ever shifted its clock by more than this. */
const largestShiftMs = 3 * 3_600_000;

function digestOf(wall: number): TimestampDigest {
  const date = new Date(wall);
  return {
    min: date.getUTCMinutes(),
    hour: date.getUTCHours(),
    date: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    dow: date.getUTCDay(),
  };
}

const matcherOf = (cron: string): CronMatcher => parseCronItem({ task: 'schedule', match: cron }).match;

/**
 * Matches UTC minutes against a cron pattern on the local clock of a zone. When the clock moves forward, skipped times
 * run in the first minute after the gap; when it moves back, a repeated time runs only the first time. Patterns with
 * `*` as the hour follow real time instead, as in classic cron.
 */
export function createZonedMatcher(cron: string, zone: string): (at: number) => boolean {
  const matches = matcherOf(cron);
  const wallOf = (minute: number) => wallMs(minute, zone);
  const everyHour = /^\*$/.test(cron.trim().split(/\s+/)[1] ?? '');
  const at = (wall: number) => matches(digestOf(wall));

  return (minute) => {
    const wall = wallOf(minute);
    if (everyHour) return at(wall);
    const earlier = minute - largestShiftMs;
    const putBackMs = wallOf(earlier) - earlier - (wall - minute);
    if (putBackMs > 0 && wallOf(minute - putBackMs) === wall) return false;
    if (at(wall)) return true;
    for (let skipped = wallOf(minute - minuteMs) + minuteMs; skipped < wall; skipped += minuteMs) {
      if (at(skipped)) return true;
    }
    return false;
  };
}

/** The worker passes a digest without a year; this function returns the matching instant nearest to now. */
export function instantOf(digest: TimestampDigest, now: Date): number {
  const candidates = [-1, 0, 1].map((years) =>
    Date.UTC(now.getUTCFullYear() + years, digest.month - 1, digest.date, digest.hour, digest.min),
  );
  return candidates.reduce((best, each) =>
    Math.abs(each - now.getTime()) < Math.abs(best - now.getTime()) ? each : best,
  );
}
