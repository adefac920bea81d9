import { nodesOf, ruleConditions, ruleMetric } from '@stellwerk/contract/rule';
import type { JsonValue } from '@stellwerk/plugin/json';
import type { TestInput } from '../../rule.queries.ts';
import { whensOf } from '../conditions/tree-edit.ts';
import { type DraftMetric, isIncomplete } from '../rule-draft.ts';

export interface TestDraft {
  dtwinId: number;
  metrics: readonly DraftMetric[];
  conditions: unknown;
  ownValues: Readonly<Record<string, JsonValue>>;
  /** The saved rule, whose memory a hysteresis needs. */
  ruleId?: number | undefined;
}

export interface AskedTest {
  input: TestInput;
  hasConditions: boolean;
}

/** The testable part of an unfinished rule: complete metrics, and the conditions if they are complete. */
export function testInput({ dtwinId, metrics, conditions, ownValues, ruleId }: TestDraft): AskedTest | undefined {
  const whole = metrics.flatMap((metric) => ruleMetric.safeParse(metric).data ?? []);
  const aliases = new Set(whole.map(({ alias }) => alias));
  if (whole.length === 0 || aliases.size < whole.length) return undefined;
  const parsed = ruleConditions.safeParse(conditions).data;
  const isWhole =
    parsed !== undefined &&
    whole.length === metrics.length &&
    (parsed.mode !== 'tree' ||
      (nodesOf(parsed.tree).aliases.every((alias) => aliases.has(alias)) && !whensOf(parsed.tree).some(isIncomplete)));
  const values = Object.fromEntries(Object.entries(ownValues).filter(([alias]) => aliases.has(alias)));
  return {
    input: { dtwinId, metrics: whole, conditions: isWhole ? parsed : { mode: 'always' }, values, ruleId },
    hasConditions: isWhole && parsed.mode !== 'always',
  };
}
