/**
 * Items of a list that have no id, with keys that follow from what they say: they stay when the list grows or changes
 * its order. Of those that say the same each later one is numbered.
 */
export function keyed<T>(items: readonly T[], nameOf: (item: T) => string): { key: string; item: T }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { key: `${count} ${name}`, item };
  });
}
