import { describe, expect, it } from 'vitest';
import { blankMetric } from '../rule-draft.ts';
import { testInput } from './test-input.ts';

const metric = { ...blankMetric, alias: 'temp', stateId: 7 };
const tree = (name: string, value: number | string = 5) => ({
  mode: 'tree',
  tree: { op: 'when', metric: name, cmp: 'gt', value },
});
const asked = (parts: object) =>
  testInput({ dtwinId: 1, metrics: [metric], conditions: { mode: 'always' }, ownValues: {}, ...parts });

describe('the test input of an unfinished rule', () => {
  it('is everything if the rule is complete', () => {
    expect(asked({ conditions: tree('temp') })).toMatchObject({
      hasConditions: true,
      input: { metrics: [{ alias: 'temp' }], conditions: { mode: 'tree' } },
    });
  });

  it('is the metrics alone if the conditions are incomplete', () => {
    for (const conditions of [tree(''), tree('gone'), tree('temp', '')]) {
      expect(asked({ conditions })).toMatchObject({ hasConditions: false, input: { conditions: { mode: 'always' } } });
    }
  });

  it('is absent without a metric, or with a duplicate alias', () => {
    expect(asked({ metrics: [blankMetric] })).toBeUndefined();
    expect(asked({ metrics: [metric, metric] })).toBeUndefined();
  });

  it('omits values of removed metrics', () => {
    expect(asked({ ownValues: { temp: 3, old: 1 } })?.input.values).toEqual({ temp: 3 });
  });
});
