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
import type { z } from 'zod';
import { optionsCheck } from '../../connectors/index.ts';
import type { CommandKind } from '../rule.queries.ts';
import { whensOf } from './conditions/tree-edit.ts';

/** Not yet chosen things are absent. */
export interface DraftMetric extends Omit<RuleMetric, 'stateId'> {
  stateId: number | undefined;
}

/**
 * What the form holds. Conditions and options of commands nest without end, which the form's own types would follow:
 * they are read through `conditionsIn` and `commandsIn`.
 */
export interface RuleDraft extends Omit<RuleFields, 'conditions' | 'commands' | 'metrics' | 'geofenceTriggers'> {
  metrics: DraftMetric[];
  geofenceTriggers: (Omit<RuleFields['geofenceTriggers'][number], 'dtwinId'> & { dtwinId: number | undefined })[];
  conditions: unknown;
  commands: unknown;
}

/** Nobody but this editor writes these parts of the form, and it writes them whole. */
export const conditionsIn = (value: unknown) => value as RuleConditions;
export const commandsIn = (value: unknown) => value as RuleCommand[];

export const blankRule: RuleDraft = {
  title: '',
  description: '',
  active: true,
  metrics: [],
  conditions: { mode: 'always' },
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

export const blankAlarm: RuleAlarm = { severity: 'warning', category: 'unknown', message: '', resolvesItself: true };

export function fieldsOf(rule: Rule | RuleFields): RuleFields {
  const { title, description, active, metrics, conditions, throttleHours, timeTriggers, onlyTimeTriggers } = rule;
  const { executionWindows, geofenceTriggers, commands, alarm, aggregateTrigger } = rule;
  return {
    title,
    description,
    active,
    metrics,
    conditions,
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

/** A comparison whose value has not been entered is an empty text. */
export const isIncomplete = ({ metric, value }: Extract<ConditionNode, { op: 'when' }>) =>
  metric === '' || value === '';

/** The contract's schema, with the options of commands as their kinds want them. */
export function ruleForm(kinds: readonly CommandKind[]): z.ZodType<RuleFields, FieldValues> {
  const checks = new Map(kinds.map((kind) => [kind.type, optionsCheck(kind)]));
  return ruleFields.superRefine(({ conditions, commands }, ctx) => {
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
}
