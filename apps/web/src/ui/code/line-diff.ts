import { diffArrays } from 'diff';

export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
  /** Counted from 1; null where the side has no such line. */
  before: number | null;
  after: number | null;
}

/** Texts with more differing lines are shown as replaced, because the search time grows with the square of this number. */
const maxEditLength = 1_500;

/** The shortest sequence of removed and added lines that turns one text into the other. */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const replaced = [
    { value: [...before], removed: true, added: false },
    { value: [...after], removed: false, added: true },
  ];
  let [beforeLine, afterLine] = [0, 0];
  return (diffArrays([...before], [...after], { maxEditLength }) ?? replaced).flatMap(({ value, removed, added }) =>
    value.map((text) => ({
      kind: removed ? ('removed' as const) : added ? ('added' as const) : ('same' as const),
      text,
      before: added ? null : ++beforeLine,
      after: removed ? null : ++afterLine,
    })),
  );
}

export interface DiffGap {
  kind: 'gap';
  /** Number of equal lines that are not shown. */
  count: number;
}

/** Keeps a few equal lines around each change and replaces the others with gaps. */
export function withoutDistant(lines: readonly DiffLine[], context = 3): (DiffLine | DiffGap)[] {
  const near = new Set<number>();
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let place = index - context; place <= index + context; place += 1) near.add(place);
  }
  const shown: (DiffLine | DiffGap)[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (near.has(index)) shown.push(line);
    else if (last?.kind === 'gap') last.count += 1;
    else shown.push({ kind: 'gap', count: 1 });
  }
  return shown;
}
