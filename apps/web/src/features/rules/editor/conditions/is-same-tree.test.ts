import type { ConditionNode } from '@stellwerk/contract/rule';
import type { JudgedNode } from '@stellwerk/contract/rule-run';
import { expect, it } from 'vitest';
import { isSameTree } from './is-same-tree.ts';

const when = (metric: string, value: number): ConditionNode => ({ op: 'when', metric, cmp: 'gt', value });
const tree: ConditionNode = { op: 'and', children: [when('a', 1), { op: 'not', child: when('b', 2) }] };
const judged: JudgedNode = {
  op: 'and',
  isMet: false,
  children: [
    { op: 'when', metric: 'a', cmp: 'gt', value: 1, isMet: true, left: 3, right: 1 },
    {
      op: 'not',
      isMet: false,
      child: { op: 'when', metric: 'b', cmp: 'gt', value: 2, isMet: true, left: 5, right: 2 },
    },
  ],
};

it('matches a result with its tree', () => {
  expect(isSameTree(judged, tree)).toBe(true);
});

it.each([
  [{ op: 'and', children: [when('a', 1)] }],
  [{ op: 'or', children: [when('a', 1), { op: 'not', child: when('b', 2) }] }],
  [{ op: 'and', children: [when('a', 1), { op: 'not', child: when('b', 7) }] }],
  [{ op: 'and', children: [when('a', 1), when('b', 2)] }],
] as [ConditionNode][])('does not match %j', (other) => {
  expect(isSameTree(judged, other)).toBe(false);
});
