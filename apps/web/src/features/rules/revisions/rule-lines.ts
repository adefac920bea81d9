import type { RuleFields, RuleMetric } from '@stellwerk/contract/rule';
import type { RuleNames } from '../texts/rule-names.ts';
import type { RuleTexts } from '../texts/use-rule-texts.ts';

export const ruleParts = ['general', 'metrics', 'conditions', 'triggers', 'limits', 'actions'] as const;
export type RulePart = (typeof ruleParts)[number];

const linesOf = (text: string) => (text.trim() === '' ? [] : text.replace(/\n$/, '').split('\n'));

export interface LineTexts {
  active: (isActive: boolean) => string;
  abortIfNull: string;
  resolvesItself: (isSo: boolean) => string;
}

interface LineInput {
  words: Pick<RuleTexts, 'metric' | 'conditions' | 'triggers' | 'limits' | 'actions'>;
  names: RuleNames;
  texts: LineTexts;
}

/** A rule as comparable lines: one per part, in words; scripts and options unchanged. */
export function ruleLines(rule: RuleFields, { words, names, texts }: LineInput): Record<RulePart, string[]> {
  const metric = (each: RuleMetric) => [
    `${each.alias}: ${words.metric(each, names)}${each.abortIfNull ? ` (${texts.abortIfNull})` : ''}`,
    ...linesOf(each.transformer).map((line) => `  ${line}`),
  ];
  const { conditions, commands, alarm } = rule;
  const actions = words.actions(rule, names);
  const behind = alarm ? 1 : 0;
  return {
    general: [rule.title, ...linesOf(rule.description), texts.active(rule.active)],
    metrics: rule.metrics.flatMap(metric),
    conditions: conditions.mode === 'script' ? linesOf(conditions.script) : [words.conditions(rule, names)],
    triggers: words.triggers(rule, names),
    limits: words.limits(rule),
    actions: [
      ...actions.slice(0, behind),
      ...(alarm ? [`  ${alarm.category}, ${texts.resolvesItself(alarm.resolvesItself)}`] : []),
      ...commands.flatMap(({ options, connectorId, dtwinId }, index) => [
        actions[index + behind] ?? '',
        ...(connectorId === null ? [] : [`  → ${names.connectors.get(connectorId) ?? connectorId}`]),
        ...(dtwinId === null ? [] : [`  → ${names.twins.get(dtwinId) ?? dtwinId}`]),
        ...Object.entries(options).flatMap(([name, value]) =>
          linesOf(typeof value === 'string' ? value : JSON.stringify(value)).map((line) => `  ${name}: ${line}`),
        ),
      ]),
      ...actions.slice(behind + commands.length),
    ],
  };
}
