import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';

interface RequestLimitOptions {
  clock: Clock;
  max: number;
  windowMs: number;
  maxKeys?: number;
}

/** Limits requests per key and window; RATE_LIMITED contains the time of the next allowed one. */
export function createRequestLimit({ clock, max, windowMs, maxKeys = 50_000 }: RequestLimitOptions) {
  /** Ordered by the start of their windows, oldest first. */
  const windows = new Map<string, { count: number; endsAt: number }>();

  function forgetEnded(now: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now && windows.size < maxKeys) return;
      windows.delete(key);
    }
  }

  return (key: string): void => {
    const now = clock.now().getTime();
    forgetEnded(now);
    const current = windows.get(key) ?? { count: 0, endsAt: now + windowMs };
    if (current.count >= max) fail('RATE_LIMITED', { retryAfterSeconds: Math.ceil((current.endsAt - now) / 1000) });
    windows.set(key, { ...current, count: current.count + 1 });
  };
}
