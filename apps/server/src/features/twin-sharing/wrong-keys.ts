import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';

interface WrongKeysOptions {
  clock: Clock;
  max?: number;
  windowMs?: number;
  maxSources?: number;
}

/**
 * Locks out a source that tries many wrong keys. Equal keys count once, because a wall display with an expired link is
 * no attack and must not lock out its whole network.
 */
export function createWrongKeys(options: WrongKeysOptions) {
  const { clock, max = 20, windowMs = 10 * 60_000, maxSources = 10_000 } = options;
  /** Ordered by the start of their windows, oldest first. */
  const sources = new Map<string, { keys: Set<string>; endsAt: number }>();

  function forgetEnded(nowMs: number): void {
    for (const [source, { endsAt }] of sources) {
      if (endsAt > nowMs && sources.size < maxSources) return;
      sources.delete(source);
    }
  }

  return {
    /** Fails with RATE_LIMITED while the source is locked out, even with a valid key. */
    check(source: string): void {
      const nowMs = clock.now().getTime();
      const tried = sources.get(source);
      if (!tried || tried.keys.size < max || tried.endsAt <= nowMs) return;
      fail('RATE_LIMITED', { retryAfterSeconds: Math.ceil((tried.endsAt - nowMs) / 1000) });
    },

    count(source: string, keyHash: Buffer): void {
      const nowMs = clock.now().getTime();
      forgetEnded(nowMs);
      const tried = sources.get(source);
      const current = tried && tried.endsAt > nowMs ? tried : { keys: new Set<string>(), endsAt: nowMs + windowMs };
      current.keys.add(keyHash.toString('base64'));
      // A new window is inserted at the end, also if the source had an expired one.
      if (current !== tried) sources.delete(source);
      sources.set(source, current);
    },
  };
}
