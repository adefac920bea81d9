import {
  type ConditionNode,
  type ExecutionWindow,
  type RuleAlarm,
  type RuleCommand,
  type RuleConditions,
  type RuleFields,
  type RuleMetric,
  ruleFields,
} from '@stellwerk/contract/rule';
import type { Rule } from '@stellwerk/contract/rule-calls';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { optionsCheck } from '../../connectors/index.ts';
import type { CommandKind } from '../rule.queries.ts';
import { whensOf } from './conditions/tree-edit.ts';

/** Values that are not chosen yet are absent. */
export interface DraftMetric extends Omit<RuleMetric, 'stateId'> {
  stateId: number | undefined;
}

/**
 * The values of the form. Conditions and options of commands nest without limit, which would make the form's types
 * infinite: they are read through `conditionsIn` and `commandsIn`.
 */
export interface RuleDraft extends Omit<RuleFields, 'conditions' | 'commands' | 'metrics' | 'geofenceTriggers'> {
  metrics: DraftMetric[];
  geofenceTriggers: (Omit<RuleFields['geofenceTriggers'][number], 'dtwinId'> & { dtwinId: number | undefined })[];
  conditions: unknown;
  commands: unknown;
}

/** Only this editor writes these parts of the form, and always completely. */
export const conditionsIn = (value: unknown) => value as RuleConditions;
/** Emptied options are undefined in the form; JSON leaves them out, and the contract accepts nothing but JSON. */
export const commandsIn = (value: unknown): RuleCommand[] => JSON.parse(JSON.stringify(value));

export const blankRule: RuleDraft = {
  title: '',
  description: '',
  active: true,
  metrics: [],
  conditions: { mode: 'always' },
  fireOn: 'change',
  forMinutes: 0,
  throttleHours: 0,
  timeTriggers: [],
  onlyTimeTriggers: false,
  executionWindows: [],
  geofenceTriggers: [],
  commands: [],
  alarm: null,
  aggregateTrigger: [],
};

export const blankMetric: DraftMetric = {
  alias: '',
  stateId: undefined,
  operation: 'none',
  historyMinutes: null,
  historyCount: null,
  transformer: '',
  abortIfNull: false,
};

export const blankWindow = (zone: string): ExecutionWindow => ({
  weekdays: [1, 2, 3, 4, 5],
  from: '08:00',
  to: '18:00',
  zone,
});

export const blankAlarm: RuleAlarm = {
  severity: 'warning',
  category: 'unknown',
  message: '',
  resolvesItself: true,
  escalations: [],
};

export function fieldsOf(rule: Rule | RuleFields): RuleFields {
  const { title, description, active, metrics, conditions, fireOn, forMinutes, throttleHours, timeTriggers } = rule;
  const { onlyTimeTriggers, executionWindows, geofenceTriggers, commands, alarm, aggregateTrigger } = rule;
  return {
    title,
    description,
    active,
    metrics,
    conditions,
    fireOn,
    forMinutes,
    throttleHours,
    timeTriggers,
    onlyTimeTriggers,
    executionWindows,
    geofenceTriggers,
    commands,
    alarm,
    aggregateTrigger,
  };
}

/** A comparison whose value is still empty. */
export const isIncomplete = ({ metric, value }: Extract<ConditionNode, { op: 'when' }>) =>
  metric === '' || value === '';

/** The contract's schema, with the schemas of the command kinds for their options. */
export function ruleForm(kinds: readonly CommandKind[]): z.ZodType<RuleFields, FieldValues> {
  const checks = new Map(kinds.map((kind) => [kind.type, optionsCheck(kind)]));
  const rule = ruleFields.superRefine(({ conditions, commands }, ctx) => {
    if (conditions.mode === 'tree' && whensOf(conditions.tree).some(isIncomplete)) {
      ctx.addIssue({ code: 'custom', path: ['conditions'] });
    }
    for (const [index, { type, options }] of commands.entries()) {
      const checked = checks.get(type)?.safeParse(options, { reportInput: true });
      for (const issue of checked?.error?.issues ?? []) {
        ctx.addIssue({ ...issue, path: ['commands', index, 'options', ...issue.path] });
      }
    }
  });
  return z
    .custom<FieldValues>()
    .transform((values): unknown => ({ ...values, commands: commandsIn(values.commands) }))
    .pipe(rule);
}
