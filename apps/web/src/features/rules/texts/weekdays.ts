/** Ranges of consecutive days, as first and last; 1 is Monday. Two consecutive days are listed one by one. */
export function dayRanges(days: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const day of days.toSorted((left, right) => left - right)) {
    const last = ranges.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else ranges.push([day, day]);
  }
  return ranges.flatMap(([first, last]): [number, number][] =>
    last === first + 1
      ? [
          [first, first],
          [last, last],
        ]
      : [[first, last]],
  );
}
