import type { Comparison, ConditionNode, RuleConditions } from '@stellwerk/contract/rule';

/** A comparison of a metric with a number, by its place in the tree. */
export interface Threshold {
  /** The numbers of the children on the way from the root, joined by dots; empty for the root itself. */
  id: string;
  metric: string;
  cmp: Comparison;
  value: number;
}

/** Texts that read as numbers are compared as numbers, so they can be moved like them. */
function numberOf(value: Extract<ConditionNode, { op: 'when' }>['value']): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const childrenOf = (node: ConditionNode): ConditionNode[] => {
  if (node.op === 'when') return [];
  return node.op === 'not' ? [node.child] : node.children;
};

function collect(node: ConditionNode, path: readonly number[]): Threshold[] {
  if (node.op !== 'when') return childrenOf(node).flatMap((child, index) => collect(child, [...path, index]));
  const value = numberOf(node.value);
  return value === null ? [] : [{ id: path.join('.'), metric: node.metric, cmp: node.cmp, value }];
}

export const thresholdsOf = (conditions: RuleConditions): Threshold[] =>
  conditions.mode === 'tree' ? collect(conditions.tree, []) : [];

function replaced(node: ConditionNode, path: readonly number[], value: number): ConditionNode {
  const [next, ...rest] = path;
  if (node.op === 'when') return next === undefined ? { ...node, value } : node;
  if (node.op === 'not') return { ...node, child: replaced(node.child, rest, value) };
  return {
    ...node,
    children: node.children.map((child, index) => (index === next ? replaced(child, rest, value) : child)),
  };
}

/** The same conditions with another number at one place. */
export function withThreshold(conditions: RuleConditions, id: string, value: number): RuleConditions {
  if (conditions.mode !== 'tree') return conditions;
  const path = id === '' ? [] : id.split('.').map(Number);
  return { ...conditions, tree: replaced(conditions.tree, path, value) };
}
