import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';

interface WrongKeysOptions {
  clock: Clock;
  max?: number;
  windowMs?: number;
  maxSources?: number;
}

/**
 * Locks a source out that tries many wrong keys. The same key counts once: a wall display with an ended link, or a page
 * with one that many visitors see, is no attack and must not lock its whole house out of links that work.
 */
export function createWrongKeys(options: WrongKeysOptions) {
  const { clock, max = 20, windowMs = 10 * 60_000, maxSources = 10_000 } = options;
  /** In the order in which the windows began, so the oldest are at the front. */
  const sources = new Map<string, { keys: Set<string>; endsAt: number }>();

  function forgetEnded(nowMs: number): void {
    for (const [source, { endsAt }] of sources) {
      if (endsAt > nowMs && sources.size < maxSources) return;
      sources.delete(source);
    }
  }

  return {
    /** RATE_LIMITED while the source is locked out, whatever key it has now. */
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
      // A new window goes to the end, also where an older one of the same source has run out.
      if (current !== tried) sources.delete(source);
      sources.set(source, current);
    },
  };
}
export type WrongKeys = ReturnType<typeof createWrongKeys>;
