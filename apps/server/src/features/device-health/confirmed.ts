/** Others change the health of twins too: what one process knows of it holds for so long. */
const forgetMs = 120_000;

/** Twins whose health was seen to stand as it was judged, so that it need not be looked at with every packet. */
export function createConfirmed(readMs: () => number = () => performance.now()) {
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
export type Confirmed = ReturnType<typeof createConfirmed>;
