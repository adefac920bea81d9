export interface CodeProblem {
  /** Counted from 1. */
  line: number;
  /** Counted from 1; absent: the whole line. */
  column?: number | undefined;
  message: string;
  severity?: 'error' | 'warning' | 'info';
}

export interface CodeRange {
  from: number;
  to: number;
}

/**
 * The range of a problem: a whole line, or the word at its column. A position beyond the end moves to the last line.
 */
export function problemRange({ line, column }: CodeProblem, text: string): CodeRange {
  const lineStarts = lineStartsOf(text);
  const index = Math.min(Math.max(Math.trunc(line) - 1, 0), Math.max(lineStarts.length - 1, 0));
  const start = lineStarts[index] ?? 0;
  const next = lineStarts[index + 1];
  const end = next === undefined ? text.length : next - 1;
  if (column === undefined) return { from: start, to: end };
  const from = Math.min(start + Math.max(column - 1, 0), end);
  const word = /^\w+/.exec(text.slice(from, end))?.[0].length ?? 1;
  return { from, to: Math.min(from + word, end) };
}

function lineStartsOf(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
}
