import type { RuleMetric } from '@stellwerk/contract/rule';
import type { HistorySeries } from '@stellwerk/contract/state-history';
import type { ChartMark, TimePoint } from '../../../ui/chart/chart-model.ts';
import type { ReplayResult } from '../run.queries.ts';

export type Mark = ReplayResult['marks'][number];

/** Metrics with a common axis, because they have the same unit. */
export interface LineGroup {
  key: string;
  unit: string;
  /** All values are booleans. */
  isYesNo: boolean;
  metrics: RuleMetric[];
}

/**
 * Operations with a value of the same unit as the state: the line of the state and the limit of the metric are
 * comparable.
 */
const comparable = new Set<RuleMetric['operation']>(['none', 'first', 'latest', 'avg', 'min', 'max', 'median']);

export const isComparable = ({ operation, transformer, historyMinutes, historyCount }: RuleMetric): boolean => {
  if (transformer.trim() !== '') return false;
  // Without history it is the newest value, whatever the operation.
  return (historyMinutes === null && historyCount === null) || comparable.has(operation);
};

export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const isYesNo = ({ points }: HistorySeries): boolean =>
  points.length > 0 && points.every(([, value]) => typeof value === 'boolean' || value === null);

/** One group per unit, and one for booleans; a metric whose values differ from its state has its own group. */
export function groupsOf(metrics: readonly RuleMetric[], series: readonly HistorySeries[]): LineGroup[] {
  const lines = new Map(series.map((line) => [line.stateId, line]));
  const groups = new Map<string, LineGroup>();
  for (const metric of metrics) {
    const line = isComparable(metric) ? lines.get(metric.stateId) : undefined;
    const unit = line?.unit ?? '';
    const answers = line !== undefined && isYesNo(line);
    const key = isComparable(metric) ? `${answers ? 'answers' : 'unit'} ${unit}` : `metric ${metric.alias}`;
    const group = groups.get(key) ?? { key, unit, isYesNo: answers, metrics: [] };
    group.metrics.push(metric);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export const linePoints = (series: HistorySeries): TimePoint[] =>
  series.points.map(([atMs, value]) => [atMs, numberOf(value)]);

/** Marks at the value of the group's metric at that time; with several metrics, of the first one. */
export function marksIn(group: LineGroup, marks: readonly Mark[], labels: Record<Mark['result'], string>): ChartMark[] {
  const alias = group.metrics[0]?.alias ?? '';
  return marks.map(({ at, result, metrics }) => ({
    atMs: Date.parse(at),
    value: numberOf(metrics[alias] ?? null),
    label: labels[result],
    look: result === 'executed' ? 'error' : 'quiet',
  }));
}
