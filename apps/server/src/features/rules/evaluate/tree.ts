import type { ConditionNode } from '@stellwerk/contract/rule';
import type { JudgedNode } from '@stellwerk/contract/rule-run';
import { comparers, numberOf } from './compare.ts';
import { truncated } from './truncate-value.ts';

type Values = readonly unknown[];

/** Comparisons with a hysteresis that are met, by their position in the tree. */
export type Held = readonly number[];

const none: Held = [];

interface CompiledNode {
  isMet(values: Values, held: Held): boolean;
  /** The same, with the result of every node. */
  explain(values: Values, held: Held): JudgedNode;
}

export interface CompiledTree {
  hasHysteresis: boolean;
  /** The comparisons with a hysteresis that these values meet, given those that were met before. */
  hold(values: Values, before: Held): Held;
  isMet(values: Values, before?: Held): boolean;
  /** The same, with the result of every node. */
  explain(values: Values, before?: Held): JudgedNode;
}

type When = Extract<ConditionNode, { op: 'when' }>;

/** A comparison with a hysteresis. */
interface Latch {
  isMet(values: Values, wasMet: boolean): boolean;
}

const endsBelow = new Set<When['cmp']>(['gt', 'gte']);
const endsAbove = new Set<When['cmp']>(['lt', 'lte']);

function compileWhen(node: When, aliases: readonly string[], latches: Latch[]): CompiledNode {
  const compare = comparers[node.cmp];
  const leftAt = aliases.indexOf(node.metric);
  const { value, hysteresis = 0 } = node;
  const isMetric = typeof value === 'object' && value !== null;
  const rightAt = isMetric ? aliases.indexOf(value.metric) : -1;
  // A metric that does not exist has the value null.
  const leftOf = (values: Values) => values[leftAt] ?? null;
  const rightOf = isMetric ? (values: Values) => values[rightAt] ?? null : () => value;
  const explained = (values: Values, isMet: boolean) => ({
    ...{ ...node, isMet },
    ...{ left: truncated(leftOf(values)), right: truncated(rightOf(values)) },
  });
  const offset = endsBelow.has(node.cmp) ? -hysteresis : endsAbove.has(node.cmp) ? hysteresis : 0;
  if (offset === 0) {
    const isMet = (values: Values) => compare(leftOf(values), rightOf(values));
    return { isMet, explain: (values) => explained(values, isMet(values)) };
  }
  const place = latches.length;
  latches.push({
    isMet(values, wasMet) {
      const [left, right] = [leftOf(values), rightOf(values)];
      return compare(left, right) || (wasMet && right !== null && compare(left, numberOf(right) + offset));
    },
  });
  return {
    isMet: (_values, held) => held.includes(place),
    explain: (values, held) => explained(values, held.includes(place)),
  };
}

function compileNode(node: ConditionNode, aliases: readonly string[], latches: Latch[]): CompiledNode {
  if (node.op === 'when') return compileWhen(node, aliases, latches);
  if (node.op === 'not') {
    const inner = compileNode(node.child, aliases, latches);
    return {
      isMet: (values, held) => !inner.isMet(values, held),
      explain(values, held) {
        const child = inner.explain(values, held);
        return { op: 'not', isMet: !child.isMet, child };
      },
    };
  }
  const { op } = node;
  const inner = node.children.map((child) => compileNode(child, aliases, latches));
  const isAnd = op === 'and';
  return {
    isMet: (values, held) =>
      isAnd ? inner.every((child) => child.isMet(values, held)) : inner.some((child) => child.isMet(values, held)),
    explain(values, held) {
      const children = inner.map((child) => child.explain(values, held));
      const isMet = isAnd ? children.every((child) => child.isMet) : children.some((child) => child.isMet);
      return { op, isMet, children };
    },
  };
}

/** Compiled into functions once, because the tree is evaluated for every value. */
export function compileTree(node: ConditionNode, aliases: readonly string[]): CompiledTree {
  const latches: Latch[] = [];
  const root = compileNode(node, aliases, latches);
  // Every comparison is evaluated, because an `and` or `or` that is already decided must not make the others forget.
  const hold = (values: Values, before: Held): Held =>
    latches.length === 0
      ? none
      : latches.flatMap((latch, place) => (latch.isMet(values, before.includes(place)) ? [place] : []));
  return {
    hasHysteresis: latches.length > 0,
    hold,
    isMet: (values, before = none) => root.isMet(values, hold(values, before)),
    explain: (values, before = none) => root.explain(values, hold(values, before)),
  };
}
