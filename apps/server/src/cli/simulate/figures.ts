export interface Second {
  sent: number;
  refused: number;
  /** Messages that were due but not sent because the server was too slow. */
  leftOut: number;
  /** Response times of calls, not of messages. */
  answersMs: number[];
}

export const newSecond = (): Second => ({ sent: 0, refused: 0, leftOut: 0, answersMs: [] });

/** The smallest value that the given share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

const figure = (value: number) => Math.round(value).toLocaleString('en-US');
const time = (value: number | undefined) => (value === undefined ? '-' : `${value.toFixed(value < 10 ? 1 : 0)} ms`);

const answers = ({ answersMs }: Pick<Second, 'answersMs'>) =>
  `answer p50 ${time(percentile(answersMs, 0.5))}  p99 ${time(percentile(answersMs, 0.99))}`;

export function lineOf(number: number, second: Second, waiting: number | undefined): string {
  const parts = [
    `${String(number).padStart(5)} s`,
    `sent ${figure(second.sent).padStart(7)}/s`,
    `refused ${figure(second.refused)}`,
    ...(second.leftOut > 0 ? [`left out ${figure(second.leftOut)}`] : []),
    answers(second),
    ...(waiting === undefined ? [] : [`waiting ${figure(waiting)}`]),
  ];
  return parts.join('   ');
}

export function summaryOf(all: Second, lastedMs: number): string[] {
  const seconds = lastedMs / 1_000;
  return [
    `Sent ${figure(all.sent)} messages in ${seconds.toFixed(1)} s: ${figure(all.sent / seconds)} a second; refused ${figure(all.refused)}, left out ${figure(all.leftOut)}.`,
    `Of ${figure(all.answersMs.length)} calls: ${answers(all)}  longest ${time(percentile(all.answersMs, 1))}.`,
  ];
}

export function add(sum: Second, second: Second): void {
  sum.sent += second.sent;
  sum.refused += second.refused;
  sum.leftOut += second.leftOut;
  for (const answer of second.answersMs) sum.answersMs.push(answer);
}
