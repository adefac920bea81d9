import type { RouteAnswer } from '@stellwerk/contract/core/route';
import type { readGrowth } from '@stellwerk/contract/device-statistics';
import type { TimeSeries } from '../../../ui/chart/chart-model.ts';

export type Growth = RouteAnswer<typeof readGrowth>['data'];

/** The palette has eight colours: the whole, the six largest, and the others in one line. */
const mostLines = 6;

interface Line {
  name: string;
  counts: number[];
}

const sumOf = (lines: readonly Line[], length: number) =>
  Array.from({ length }, (_, index) => lines.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0));

export function growthSeries(
  growth: Growth,
  split: 'connector' | 'account',
  names: { total: string; others: string },
): TimeSeries[] {
  const lines: Line[] = (split === 'connector' ? growth.byConnector : growth.byAccount).toSorted(
    (one, other) => (other.counts.at(-1) ?? 0) - (one.counts.at(-1) ?? 0),
  );
  const shown = lines.slice(0, mostLines);
  const rest = lines.slice(mostLines);
  const drawn = [
    { name: names.total, counts: growth.total },
    ...shown,
    ...(rest.length > 0 ? [{ name: names.others, counts: sumOf(rest, growth.times.length) }] : []),
  ];
  return drawn.map(({ name, counts }) => ({
    name,
    points: growth.times.map((at, index) => [Date.parse(at), counts[index] ?? null] as const),
    shape: 'step',
  }));
}
