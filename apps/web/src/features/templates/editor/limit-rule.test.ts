import { templateRule } from '@stellwerk/contract/device-template';
import { expect, it } from 'vitest';
import { freeKey, limitOf, ruleOf } from './limit-rule.ts';

const form = { title: 'Hot', stateKey: 't', cmp: 'gt', limit: 30, severity: 'error', message: 'Hot' } as const;

it('expresses a limit as a rule and back', () => {
  const rule = ruleOf(undefined, 'rule-1', form);
  expect(limitOf(rule)).toEqual(form);
  expect(rule).toMatchObject({ key: 'rule-1', metrics: [{ stateKey: 't' }], alarm: { resolvesItself: true } });
});

it('keeps key, alias and everything else of a changed rule', () => {
  const before = templateRule.parse({
    ...ruleOf(undefined, 'rule-1', form),
    throttleHours: 2,
    metrics: [{ alias: 'warmth', stateKey: 't', historyMinutes: 60, operation: 'avg' }],
    conditions: { mode: 'tree', tree: { op: 'when', metric: 'warmth', cmp: 'gt', value: 30, hysteresis: 2 } },
  });
  const after = ruleOf(before, 'other', { ...form, limit: 40 });
  expect(after).toMatchObject({ key: 'rule-1', throttleHours: 2, metrics: [{ alias: 'warmth', operation: 'avg' }] });
  expect(limitOf(after)?.limit).toBe(40);
  expect(after.conditions).toMatchObject({ tree: { hysteresis: 2 } });
});

it('knows rules that the form cannot express', () => {
  const rule = ruleOf(undefined, 'rule-1', form);
  expect(limitOf({ ...rule, conditions: { mode: 'always' } })).toBeUndefined();
  expect(limitOf({ ...rule, alarm: null })).toBeUndefined();
});

it('finds a key that is free', () => {
  expect(freeKey([{ key: 'rule-2' }])).toBe('rule-3');
  expect(freeKey([])).toBe('rule-1');
});
