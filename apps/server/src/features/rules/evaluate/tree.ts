import type { ConditionNode } from '@stellwerk/contract/rule';
import type { JudgedNode } from '@stellwerk/contract/rule-run';
import { comparers } from './compare.ts';
import { truncated } from './truncate-value.ts';

type Values = readonly unknown[];

export interface CompiledTree {
  isMet(values: Values): boolean;
  /** The same, with the result of every node. */
  explain(values: Values): JudgedNode;
}

type When = Extract<ConditionNode, { op: 'when' }>;

function compileWhen(node: When, aliases: readonly string[]): CompiledTree {
  const compare = comparers[node.cmp];
  const leftAt = aliases.indexOf(node.metric);
  const { value } = node;
  const isMetric = typeof value === 'object' && value !== null;
  const rightAt = isMetric ? aliases.indexOf(value.metric) : -1;
  // A metric that does not exist has the value null.
  const leftOf = (values: Values) => values[leftAt] ?? null;
  const rightOf = isMetric ? (values: Values) => values[rightAt] ?? null : () => value;
  return {
    isMet: (values) => compare(leftOf(values), rightOf(values)),
    explain(values) {
      const [left, right] = [leftOf(values), rightOf(values)];
      return { ...node, isMet: compare(left, right), left: truncated(left), right: truncated(right) };
    },
  };
}

/** Compiled into functions once, because the tree is evaluated for every value. */
export function compileTree(node: ConditionNode, aliases: readonly string[]): CompiledTree {
  if (node.op === 'when') return compileWhen(node, aliases);
  if (node.op === 'not') {
    const inner = compileTree(node.child, aliases);
    return {
      isMet: (values) => !inner.isMet(values),
      explain(values) {
        const child = inner.explain(values);
        return { op: 'not', isMet: !child.isMet, child };
      },
    };
  }
  const { op } = node;
  const inner = node.children.map((child) => compileTree(child, aliases));
  const isAnd = op === 'and';
  return {
    isMet: (values) =>
      isAnd ? inner.every((child) => child.isMet(values)) : inner.some((child) => child.isMet(values)),
    explain(values) {
      const children = inner.map((child) => child.explain(values));
      const isMet = isAnd ? children.every((child) => child.isMet) : children.some((child) => child.isMet);
      return { op, isMet, children };
    },
  };
}
