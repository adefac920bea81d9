import type { Comparison, ConditionNode, RuleConditions } from '@stellwerk/contract/rule';
import { childrenOf, nodeAt, type Place, replaceAt } from '../editor/conditions/tree-edit.ts';
import { numberOf } from './travel-lines.ts';

/** A comparison of a metric with a number, and its position in the tree. */
export interface Threshold {
  /** The child indices from the root, joined by dots; empty for the root itself. */
  id: string;
  metric: string;
  cmp: Comparison;
  value: number;
}

function collect(node: ConditionNode, place: Place): Threshold[] {
  if (node.op !== 'when') return childrenOf(node).flatMap((child, index) => collect(child, [...place, index]));
  // Texts that read as numbers are compared as numbers, so they are movable, too.
  const value = typeof node.value === 'boolean' ? null : numberOf(node.value);
  return value === null ? [] : [{ id: place.join('.'), metric: node.metric, cmp: node.cmp, value }];
}

export const thresholdsOf = (conditions: RuleConditions): Threshold[] =>
  conditions.mode === 'tree' ? collect(conditions.tree, []) : [];

/** The same conditions with another number at one position. */
export function withThreshold(conditions: RuleConditions, id: string, value: number): RuleConditions {
  if (conditions.mode !== 'tree') return conditions;
  const { tree } = conditions;
  const place = id === '' ? [] : id.split('.').map(Number);
  const node = nodeAt(tree, place);
  return node?.op === 'when' ? { ...conditions, tree: replaceAt(tree, place, { ...node, value }) } : conditions;
}
