import type { ConditionNode, RuleConditions } from '@stellwerk/contract/rule';
import { describe, expect, it } from 'vitest';
import { thresholdsOf, withThreshold } from './thresholds.ts';

const tree: ConditionNode = {
  op: 'and',
  children: [
    { op: 'when', metric: 'temperature', cmp: 'gt', value: 30 },
    { op: 'not', child: { op: 'when', metric: 'humidity', cmp: 'lt', value: '45.5' } },
    {
      op: 'or',
      children: [
        { op: 'when', metric: 'door', cmp: 'eq', value: true },
        { op: 'when', metric: 'mode', cmp: 'eq', value: 'off' },
        { op: 'when', metric: 'temperature', cmp: 'gt', value: { metric: 'limit' } },
        { op: 'when', metric: 'power', cmp: 'gte', value: 0 },
      ],
    },
  ],
};
const conditions: RuleConditions = { mode: 'tree', tree };

describe('thresholds in conditions', () => {
  it('are the comparisons with a number, at any depth', () => {
    expect(thresholdsOf(conditions)).toEqual([
      { id: '0', metric: 'temperature', cmp: 'gt', value: 30 },
      { id: '1.0', metric: 'humidity', cmp: 'lt', value: 45.5 },
      { id: '2.3', metric: 'power', cmp: 'gte', value: 0 },
    ]);
    expect(thresholdsOf({ mode: 'tree', tree: { op: 'when', metric: 'a', cmp: 'lt', value: 1 } })).toMatchObject([
      { id: '' },
    ]);
    expect(thresholdsOf({ mode: 'always' })).toEqual([]);
    expect(thresholdsOf({ mode: 'script', script: 'return true' })).toEqual([]);
  });

  it('change one at a time and leave everything else unchanged', () => {
    const changed = withThreshold(conditions, '1.0', 50);
    expect(thresholdsOf(changed).map(({ value }) => value)).toEqual([30, 50, 0]);
    expect(changed).toEqual({
      mode: 'tree',
      tree: {
        ...tree,
        children: tree.children.map((child, index) =>
          index === 1 ? { op: 'not', child: { op: 'when', metric: 'humidity', cmp: 'lt', value: 50 } } : child,
        ),
      },
    });
    expect(thresholdsOf(conditions)[1]?.value).toBe(45.5);
  });

  it('change also in a tree of one comparison, and not in a script', () => {
    const single: RuleConditions = { mode: 'tree', tree: { op: 'when', metric: 'a', cmp: 'lt', value: 1 } };
    expect(thresholdsOf(withThreshold(single, '', 2))[0]?.value).toBe(2);
    const script: RuleConditions = { mode: 'script', script: 'return true' };
    expect(withThreshold(script, '', 2)).toBe(script);
  });
});
