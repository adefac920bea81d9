import type { ValueType } from '@stellwerk/contract/state';
import type { ConditionTest } from '../../rule.queries.ts';
import type { RuleNames } from '../../texts/rule-names.ts';
import type { DraftMetric } from '../rule-draft.ts';

export interface MetricFact {
  alias: string;
  /** The name of the metric in sentences. */
  title: string;
  unit: string;
  /** The type of a new operand. */
  valueType: 'number' | 'string' | 'boolean';
}

const ofType: Record<ValueType, MetricFact['valueType']> = {
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  json: 'string',
  null: 'number',
};

const typeIn = (value: unknown): MetricFact['valueType'] | undefined => {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'string' : undefined;
};

/** Facts about each metric with an alias. The result type of a script is known only from its value. */
export function metricFacts(
  metrics: readonly DraftMetric[],
  { states }: RuleNames,
  result: ConditionTest | undefined,
): MetricFact[] {
  return metrics.flatMap((metric): MetricFact[] => {
    const { alias, stateId, operation, historyMinutes, historyCount, transformer } = metric;
    if (alias === '') return [];
    const state = stateId === undefined ? undefined : states.get(stateId);
    const hasHistory = historyMinutes !== null || historyCount !== null;
    const isCalculated = hasHistory && !['none', 'first', 'latest'].includes(operation);
    const current = typeIn(result?.metrics.find((each) => each.alias === alias)?.value);
    const declared = state?.valueType ? ofType[state.valueType] : undefined;
    const valueType = transformer !== '' ? current : isCalculated ? 'number' : (declared ?? current);
    return [
      {
        alias,
        title: state?.title ?? alias,
        unit: transformer !== '' || (hasHistory && operation === 'count') ? '' : (state?.unit ?? ''),
        valueType: valueType ?? 'number',
      },
    ];
  });
}
