import type { MetricFact } from './metric-facts.ts';
import type { When } from './tree-edit.ts';

/** An initial comparison; a single metric is preselected. */
export function blankWhen(metrics: readonly MetricFact[]): When {
  const [only, ...others] = metrics;
  const metric = others.length === 0 ? only : undefined;
  const cmp = metric && metric.valueType !== 'number' ? 'eq' : 'gt';
  return { op: 'when', metric: metric?.alias ?? '', cmp, value: '' };
}
