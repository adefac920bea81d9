/**
 * Keys for items of a list without ids, derived from their text: they do not change when the list grows or is
 * reordered. Items with the same text are numbered.
 */
export function withUniqueKeys<T>(items: readonly T[], nameOf: (item: T) => string): { key: string; item: T }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { key: `${count} ${name}`, item };
  });
}
