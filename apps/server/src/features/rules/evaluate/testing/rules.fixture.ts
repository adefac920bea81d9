import { type RuleDefinition, ruleDefinition } from '@stellwerk/contract/rule';
import type { z } from 'zod';
import type { JsonValue } from '../../../../platform/history/history.ts';
import type { MetricPoints } from '../metric.ts';
import { type CompiledRule, compileRule } from '../rule.ts';
import type { Run } from '../run.ts';

export const noon = Date.UTC(2026, 5, 1, 12);
export const minuteMs = 60_000;

export type DefinitionInput = z.input<typeof ruleDefinition>;

/** A rule of a twin with the states 1 to 9. */
export function ruleOf(definition: DefinitionInput, more: Partial<CompiledRule> = {}): CompiledRule {
  const parsed: RuleDefinition = ruleDefinition.parse(definition);
  return compileRule({
    id: 7,
    twinId: 3,
    accountId: 1,
    title: 'Too warm',
    revision: 1,
    definition: parsed,
    twin: { id: 3, title: 'Boiler', tags: ['hot'], keyValue: { room: 'K1' } },
    states: Array.from({ length: 9 }, (_, index) => ({
      id: index + 1,
      key: `key${index + 1}`,
      title: `State ${index + 1}`,
      unit: '°C',
    })),
    ...more,
  });
}

/** Values one minute apart, the last one at `endMs`. */
export const pointsUpTo = (endMs: number, values: readonly JsonValue[]): MetricPoints =>
  values.map((value, index) => [endMs - (values.length - 1 - index) * minuteMs, value]);

export const runOf = (rule: CompiledRule, inputs: Run['inputs'], more: Partial<Run> = {}): Run => ({
  rule,
  atMs: noon,
  trigger: { kind: 'test' },
  inputs,
  ...more,
});
