/** Group commit: items that arrive during a write are combined into the next write. */
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
