interface RunOptions {
  /** Work whose signal is aborted while it waits is not started. */
  signal?: AbortSignal | undefined;
  /** Owners take turns, for example accounts: none waits for the backlog of another. */
  owner?: number | undefined;
}

/**
 * Runs at most `maxAtOnce` tasks at the same time, and at most `mostPerOwner` of one owner; further tasks wait. Tasks of one owner start in the order of their
 * calls.
 */
export function createConcurrencyLimit(maxAtOnce: number, mostPerOwner = maxAtOnce) {
  let running = 0;
  const held = new Map<number | undefined, number>();
  const waiting = new Map<number | undefined, (() => void)[]>();

  function wait(owner: number | undefined): Promise<void> {
    const queue = waiting.get(owner) ?? [];
    waiting.set(owner, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  const mayStart = (owner: number | undefined) => running < maxAtOnce && (held.get(owner) ?? 0) < mostPerOwner;

  function count(owner: number | undefined, change: number): void {
    running += change;
    held.set(owner, (held.get(owner) ?? 0) + change);
    if (held.get(owner) === 0) held.delete(owner);
  }

  /** Starts the first task of the next owner that may start one; an owner with further tasks moves to the end. */
  function startNext(): void {
    for (const [owner, queue] of waiting) {
      if (!mayStart(owner)) continue;
      const next = queue.shift();
      waiting.delete(owner);
      if (queue.length > 0) waiting.set(owner, queue);
      count(owner, 1);
      next?.();
      return;
    }
  }

  return {
    async run<T>(work: () => Promise<T>, { signal, owner }: RunOptions = {}): Promise<T> {
      if (mayStart(owner)) count(owner, 1);
      else await wait(owner);
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        count(owner, -1);
        startNext();
      }
    },
    waiting: () => waiting.values().reduce((sum, queue) => sum + queue.length, 0),
  };
}
