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

describe('what is asked about an unfinished rule', () => {
  it('is everything when it is whole', () => {
    expect(asked({ conditions: tree('temp') })).toMatchObject({
      hasConditions: true,
      input: { metrics: [{ alias: 'temp' }], conditions: { mode: 'tree' } },
    });
  });

  it('are the metrics alone while conditions lack something', () => {
    for (const conditions of [tree(''), tree('gone'), tree('temp', '')]) {
      expect(asked({ conditions })).toMatchObject({ hasConditions: false, input: { conditions: { mode: 'always' } } });
    }
  });

  it('is nothing without a metric, or with a name twice', () => {
    expect(asked({ metrics: [blankMetric] })).toBeUndefined();
    expect(asked({ metrics: [metric, metric] })).toBeUndefined();
  });

  it('leaves out values of metrics that are gone', () => {
    expect(asked({ ownValues: { temp: 3, old: 1 } })?.input.values).toEqual({ temp: 3 });
  });
});
