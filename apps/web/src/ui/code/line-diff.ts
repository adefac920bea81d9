export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
  /** Counted from 1; null where the side has no such line. */
  before: number | null;
  after: number | null;
}

/** Above this the middle is shown as replaced as a whole: the table of the exact way would grow with the square. */
const exactCells = 4_000_000;

/** Lengths of the longest common rests, by which the way through both texts is found. */
function commonRests(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let left = before.length - 1; left >= 0; left -= 1) {
    const [row, below] = [rows[left], rows[left + 1]];
    if (!row || !below) continue;
    for (let right = after.length - 1; right >= 0; right -= 1) {
      row[right] =
        before[left] === after[right] ? (below[right + 1] ?? 0) + 1 : Math.max(below[right] ?? 0, row[right + 1] ?? 0);
    }
  }
  return rows;
}

type Step = Pick<DiffLine, 'kind' | 'text'>;
const stepsOf = (kind: DiffLine['kind'], lines: readonly string[]): Step[] => lines.map((text) => ({ kind, text }));

function middleOf(before: readonly string[], after: readonly string[]): Step[] {
  if (before.length * after.length > exactCells) return [...stepsOf('removed', before), ...stepsOf('added', after)];
  const rests = commonRests(before, after);
  const steps: Step[] = [];
  let [left, right] = [0, 0];
  while (left < before.length && right < after.length) {
    const [was, is] = [before[left] ?? '', after[right] ?? ''];
    if (was === is) {
      steps.push({ kind: 'same', text: was });
      left += 1;
      right += 1;
    } else if ((rests[left + 1]?.[right] ?? 0) >= (rests[left]?.[right + 1] ?? 0)) {
      steps.push({ kind: 'removed', text: was });
      left += 1;
    } else {
      steps.push({ kind: 'added', text: is });
      right += 1;
    }
  }
  return [...steps, ...stepsOf('removed', before.slice(left)), ...stepsOf('added', after.slice(right))];
}

/** The shortest way from one text to another, line by line. */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const steps = [
    ...stepsOf('same', before.slice(0, head)),
    ...middleOf(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...stepsOf('same', before.slice(before.length - tail)),
  ];
  let [beforeLine, afterLine] = [0, 0];
  return steps.map(({ kind, text }) => {
    if (kind !== 'added') beforeLine += 1;
    if (kind !== 'removed') afterLine += 1;
    return {
      kind,
      text,
      before: kind === 'added' ? null : beforeLine,
      after: kind === 'removed' ? null : afterLine,
    };
  });
}

export interface DiffGap {
  kind: 'gap';
  /** Equal lines that are left out. */
  count: number;
}

/** Keeps a few equal lines around each change and leaves out the rest. */
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
