import type { Clock } from '../../platform/clock/clock.ts';

/** Short, so that a lock that was lifted, perhaps by another process, is noticed at once. */
const rememberedMs = 250;

/**
 * Locks that were found a moment ago: a flood of tries against them is refused without asking the database again. When
 * the moment has passed one try goes through to look; the others are refused until it has.
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
      // This one looks again; whoever comes meanwhile waits for what it finds.
      remember(known);
      return false;
    },
    forget(keys: readonly string[]): void {
      for (const key of keys) seenUntil.delete(key);
    },
  };
}
