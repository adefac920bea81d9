import { type TemplateRule, templateRule } from '@stellwerk/contract/device-template';
import { alarmSeverities, comparisons } from '@stellwerk/contract/rule';
import { z } from 'zod';

/** The kind of rule that the form can express: one state, compared with one limit, raises an alarm. */
export const limitForm = z.object({
  title: templateRule.shape.title,
  stateKey: z.string().min(1),
  cmp: z.enum(comparisons),
  limit: z.number(),
  severity: z.enum(alarmSeverities),
  message: z.string().trim().min(1).max(500),
});
export type LimitForm = z.output<typeof limitForm>;

/** The values of the form; undefined for rules that it can't express. */
export function limitOf({ metrics, conditions, alarm, title, ...rule }: TemplateRule): LimitForm | undefined {
  const [metric] = metrics;
  if (!metric || metrics.length > 1 || conditions.mode !== 'tree' || !alarm) return undefined;
  const { tree } = conditions;
  const hasOther = rule.commands.length + rule.timeTriggers.length + rule.geofenceTriggers.length > 0;
  if (hasOther || tree.op !== 'when' || typeof tree.value !== 'number') return undefined;
  const { severity, message } = alarm;
  return { title, stateKey: metric.stateKey, cmp: tree.cmp, limit: tree.value, severity, message };
}

/** The rule with the values of the form; everything that the form doesn't show stays. */
export function ruleOf(before: TemplateRule | undefined, key: string, form: LimitForm): TemplateRule {
  const { title, stateKey, cmp, limit, severity, message } = form;
  const metric = before?.metrics[0] ?? { alias: 'value1' };
  const tree = before?.conditions.mode === 'tree' ? before.conditions.tree : {};
  return templateRule.parse({
    ...(before ?? { key }),
    title,
    metrics: [{ ...metric, stateKey }],
    conditions: { mode: 'tree', tree: { ...tree, op: 'when', metric: metric.alias, cmp, value: limit } },
    alarm: { ...before?.alarm, severity, message },
  });
}

/** A key that no other rule of the template has. */
export function freeKey(rules: readonly { key: string }[]): string {
  const taken = new Set(rules.map(({ key }) => key));
  for (let number = rules.length + 1; ; number += 1) if (!taken.has(`rule-${number}`)) return `rule-${number}`;
}
