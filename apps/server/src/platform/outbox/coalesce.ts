/** Group commit: what comes while a write is under way goes together into the next one. */
export function coalesce<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = [];
  let next: Promise<void> | undefined;
  let current: Promise<void> = Promise.resolve();
  return (item) => {
    waiting.push(item);
    next ??= current.then(() => {
      const items = waiting;
      waiting = [];
      next = undefined;
      const written = write(items);
      current = written.catch(() => {});
      return written;
    });
    return next;
  };
}
