import type { ConditionNode } from '@stellwerk/contract/rule';
import type { JudgedNode, testConditions } from '@stellwerk/contract/rule-run';
import type { Call } from '../../../testing/answers.ts';

type Values = Record<string, unknown>;

const compare: Record<Extract<ConditionNode, { op: 'when' }>['cmp'], (left: number, right: number) => boolean> = {
  eq: (left, right) => left === right,
  not: (left, right) => left !== right,
  lt: (left, right) => left < right,
  gt: (left, right) => left > right,
  lte: (left, right) => left <= right,
  gte: (left, right) => left >= right,
};

/** Numbers only, which is enough for tests of the editor. */
function judged(node: ConditionNode, values: Values): JudgedNode {
  if (node.op === 'not') {
    const child = judged(node.child, values);
    return { op: 'not', isMet: !child.isMet, child };
  }
  if (node.op === 'when') {
    const { value } = node;
    const left = values[node.metric];
    const right = typeof value === 'object' && value !== null ? values[value.metric] : value;
    return { ...node, left, right, isMet: compare[node.cmp](Number(left), Number(right)) };
  }
  const children = node.children.map((child) => judged(child, values));
  const isMet = node.op === 'and' ? children.every((each) => each.isMet) : children.some((each) => each.isMet);
  return { op: node.op, isMet, children };
}

/** The response to a test of conditions, for states with these values. */
export function evaluated({ metrics, conditions, values }: Call<typeof testConditions>['body'], current: Values) {
  const all: Values = { ...current, ...values };
  const tree = conditions.mode === 'tree' ? judged(conditions.tree, all) : null;
  return {
    metrics: metrics.map(({ alias }) => ({
      alias,
      value: Number(all[alias]),
      at: '2026-03-01T12:00:00.000Z',
      count: 1,
    })),
    conditions: tree,
    isMet: tree ? tree.isMet : true,
  };
}
