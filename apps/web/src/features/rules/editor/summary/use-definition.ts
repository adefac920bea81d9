import { type RuleDefinition, ruleDefinition } from '@stellwerk/contract/rule';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { commandsIn, conditionsIn, type RuleDraft } from '../rule-draft.ts';

const names = [
  'metrics',
  'fireOn',
  'forMinutes',
  'throttleHours',
  'timeTriggers',
  'onlyTimeTriggers',
  'executionWindows',
  'geofenceTriggers',
  'alarm',
  'aggregateTrigger',
  'conditions',
  'commands',
] as const;

/** The rule in the form, possibly incomplete. */
export function useDraftDefinition(): z.input<typeof ruleDefinition> {
  const values = useWatch<RuleDraft, typeof names>({ name: names });
  const [metrics, fireOn, forMinutes, throttleHours, timeTriggers, onlyTimeTriggers, executionWindows, ...rest] =
    values;
  const [geofenceTriggers, alarm, aggregateTrigger, conditions, commands] = rest;
  return {
    // A missing choice has no id, which the schema refuses where it is required.
    metrics: metrics.map((metric) => ({ ...metric, stateId: metric.stateId ?? 0 })),
    geofenceTriggers: geofenceTriggers.map((trigger) => ({ ...trigger, dtwinId: trigger.dtwinId ?? 0 })),
    fireOn,
    forMinutes,
    throttleHours,
    timeTriggers,
    onlyTimeTriggers,
    executionWindows,
    alarm,
    aggregateTrigger,
    conditions: conditionsIn(conditions),
    commands: commandsIn(commands),
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);

/** The parts of a rule that can be put into words, without incomplete ones. */
export function readable(draft: z.input<typeof ruleDefinition>): RuleDefinition {
  const { shape } = ruleDefinition;
  const keep = <T>(list: readonly unknown[] | undefined, read: (value: unknown) => T | undefined): T[] =>
    (list ?? []).flatMap((each) => read(each) ?? []);
  const metric = shape.metrics.unwrap().element;
  return {
    // A metric without an alias is described by its state.
    metrics: keep(draft.metrics, (each) => {
      const given = typeof each === 'object' && each !== null ? { ...each } : {};
      return metric.safeParse({ ...given, alias: Reflect.get(given, 'alias') || 'unnamed' }).data;
    }),
    conditions: conditionsIn(draft.conditions),
    fireOn: draft.fireOn ?? 'every',
    forMinutes: isNumber(draft.forMinutes) ? draft.forMinutes : 0,
    throttleHours: isNumber(draft.throttleHours) ? draft.throttleHours : 0,
    timeTriggers: keep(draft.timeTriggers, (each) => shape.timeTriggers.unwrap().element.safeParse(each).data),
    onlyTimeTriggers: draft.onlyTimeTriggers ?? false,
    executionWindows: keep(
      draft.executionWindows,
      (each) => shape.executionWindows.unwrap().element.safeParse(each).data,
    ),
    geofenceTriggers: keep(
      draft.geofenceTriggers,
      (each) => shape.geofenceTriggers.unwrap().element.safeParse(each).data,
    ),
    commands: commandsIn(draft.commands),
    alarm: draft.alarm ? { category: 'unknown', resolvesItself: true, escalations: [], ...draft.alarm } : null,
    aggregateTrigger: draft.aggregateTrigger ?? [],
  };
}
