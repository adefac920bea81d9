import type { Clock } from '../../platform/clock/clock.ts';

/** Short, so that a lock lifted by another process is noticed soon. */
const rememberedMs = 250;

/**
 * Caches locks for a moment, so that a flood of attempts is refused without queries. After that, one attempt reads the
 * lock again while the others are still refused.
 */
export function createRecentLocks({ clock }: { clock: Clock }) {
  const seenUntil = new Map<string, number>();

  function remember(keys: readonly string[]): void {
    const nowMs = clock.now().getTime();
    for (const [key, untilMs] of seenUntil) if (untilMs + rememberedMs <= nowMs) seenUntil.delete(key);
    for (const key of keys) seenUntil.set(key, nowMs + rememberedMs);
  }

  return {
    remember,
    refuses(keys: readonly string[]): boolean {
      const nowMs = clock.now().getTime();
      const known = keys.filter((key) => seenUntil.has(key));
      if (known.some((key) => (seenUntil.get(key) ?? 0) > nowMs)) return true;
      // This attempt reads the lock again; the others use the cached one until then.
      remember(known);
      return false;
    },
    forget(keys: readonly string[]): void {
      for (const key of keys) seenUntil.delete(key);
    },
  };
}
