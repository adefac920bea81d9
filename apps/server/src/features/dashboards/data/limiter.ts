/** Runs so many pieces of work at once and none once nobody waits for the answer any more; the others take turns. */
export function createLimiter(parallel: number, signal: AbortSignal): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < parallel) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Equal questions are asked once; one that failed is not kept. */
export function createMemo() {
  const asked = new Map<string, Promise<unknown>>();
  return <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    // Keys tell what is asked, so that what lies under one is of the type that this question has.
    const known = asked.get(key) as Promise<T> | undefined;
    if (known) return known;
    const answer = ask();
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
    return answer;
  };
}
