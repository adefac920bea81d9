/** Runs at most `maxAtOnce` pieces of work at the same time; further ones wait and begin in the order of their calls. */
export function createConcurrencyLimit(maxAtOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    /** Work whose signal is aborted while it waits is not begun. */
    async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (running < maxAtOnce) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        // The slot passes to the next one, so `running` stays as it is.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    /** How many pieces of work have not begun yet. */
    waiting: () => waiting.length,
  };
}
export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;
