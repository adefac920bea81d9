/** Other processes change the health of twins, too, so this cache expires. */
const forgetMs = 120_000;

/** Caches the stored health of twins, so that it is not read again with every packet. */
export function createStoredHealth(readMs: () => number = () => performance.now()) {
  const known = new Map<number, number>();
  let untilMs = 0;
  return {
    forgetOld(): void {
      if (readMs() < untilMs) return;
      untilMs = readMs() + forgetMs;
      known.clear();
    },
    has: (twinId: number, health: number) => known.get(twinId) === health,
    add: (twinId: number, health: number) => known.set(twinId, health),
    remove: (twinIds: readonly number[]) => {
      for (const twinId of twinIds) known.delete(twinId);
    },
  };
}
export type StoredHealth = ReturnType<typeof createStoredHealth>;
