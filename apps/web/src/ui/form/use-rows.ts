import { useState } from 'react';

/** Keys for `count` rows: the existing ones, followed by new ones. */
export function keysFor(known: readonly number[], count: number): number[] {
  const first = Math.max(-1, ...known) + 1;
  return Array.from({ length: count }, (_, index) => known[index] ?? first + index - known.length);
}

export interface Row<T> {
  /** Stays with the row when it is moved or edited. */
  key: number;
  value: T;
  index: number;
  change: (part: Partial<T>) => void;
  remove: () => void;
  move: (by: 1 | -1) => void;
  insertAfter: (value: T) => void;
}

/** A list of items without stable ids that is edited row by row. */
export function useRows<T extends object>(values: readonly T[], onChange: (values: T[]) => void): Row<T>[] {
  const [known, setKnown] = useState<readonly number[]>([]);
  const keys = keysFor(known, values.length);

  /** Applies the same change to rows and keys. */
  function rearrange(how: <E>(list: readonly E[]) => E[]): void {
    setKnown(how(keys));
    onChange(how(values));
  }

  return values.map((value, index) => ({
    key: keys[index] ?? index,
    value,
    index,
    change: (part) => onChange(values.map((each, place) => (place === index ? { ...each, ...part } : each))),
    remove: () => rearrange((list) => list.toSpliced(index, 1)),
    move: (by) =>
      rearrange((list) => {
        const next = [...list];
        next.splice(index + by, 0, ...next.splice(index, 1));
        return next;
      }),
    insertAfter(added) {
      setKnown(keys.toSpliced(index + 1, 0, Math.max(...keys) + 1));
      onChange(values.toSpliced(index + 1, 0, added));
    },
  }));
}
