/** Runs at most `maxAtOnce` tasks at the same time; further tasks wait and start in the order of their calls. */
export function createConcurrencyLimit(maxAtOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    /** Work whose signal is aborted while it waits is not started. */
    async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (running < maxAtOnce) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        // The slot passes to the next task, so `running` does not change.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    /** Number of waiting tasks. */
    waiting: () => waiting.length,
  };
}
export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;
