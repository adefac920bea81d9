import type { ConditionNode } from '@stellwerk/contract/rule';
import { describe, expect, it } from 'vitest';
import {
  addTo,
  moveInto,
  moveOut,
  negateAt,
  nodeAt,
  removeAt,
  renameIn,
  reorder,
  unwrapAt,
  whensOf,
  wrapAt,
} from './tree-edit.ts';

const when = (metric: string): ConditionNode => ({ op: 'when', metric, cmp: 'gt', value: 1 });
const and = (...children: ConditionNode[]): ConditionNode => ({ op: 'and', children });
const or = (...children: ConditionNode[]): ConditionNode => ({ op: 'or', children });
const not = (child: ConditionNode): ConditionNode => ({ op: 'not', child });

describe('a tree of conditions', () => {
  it('appends new comparisons to a group', () => {
    const tree = and(when('a'), or(when('b')));
    expect(addTo(tree, [1], when('c'))).toEqual(and(when('a'), or(when('b'), when('c'))));
  });

  it('removes groups and negations together with their last child', () => {
    expect(removeAt(and(when('a'), not(or(when('b')))), [1, 0, 0])).toEqual(and(when('a')));
    expect(removeAt(and(when('a')), [0])).toBeUndefined();
  });

  it('nests, and unnests', () => {
    const nested = wrapAt(and(when('a'), when('b')), [1]);
    expect(nested).toEqual(and(when('a'), or(when('b'))));
    expect(unwrapAt(nested, [1])).toEqual(and(when('a'), when('b')));
    expect(negateAt(nested, [1])).toEqual(and(when('a'), not(or(when('b')))));
    expect(negateAt(negateAt(nested, [1]), [1])).toEqual(nested);
  });

  it('moves comparisons within, out of and into groups', () => {
    expect(reorder(and(when('a'), when('b'), when('c')), [], [2, 0, 1])).toEqual(and(when('c'), when('a'), when('b')));
    const tree = and(when('a'), or(when('b'), when('c')), when('d'));
    expect(moveOut(tree, [1, 0])).toEqual({
      tree: and(when('a'), or(when('c')), when('b'), when('d')),
      place: [2],
    });
    expect(moveInto(tree, [0], 1)).toEqual({
      tree: and(or(when('a'), when('b'), when('c')), when('d')),
      place: [0, 0],
    });
    expect(moveInto(tree, [2], -1)).toEqual({
      tree: and(when('a'), or(when('b'), when('c'), when('d'))),
      place: [1, 2],
    });
  });

  it('removes a group when its last comparison moves out', () => {
    expect(moveOut(and(or(when('a'))), [0, 0])).toEqual({ tree: and(when('a')), place: [0] });
    expect(moveOut(and(when('x'), or(when('a'))), [1, 0])).toEqual({ tree: and(when('x'), when('a')), place: [1] });
    expect(moveOut(and(when('a')), [0])).toEqual({ tree: and(when('a')), place: [0] });
  });

  it('renames metrics on both sides of a comparison', () => {
    const tree = and(when('a'), not({ op: 'when', metric: 'b', cmp: 'eq', value: { metric: 'a' } }));
    const renamed = renameIn(tree, 'a', 'z');
    expect(whensOf(renamed).map(({ metric, value }) => [metric, value])).toEqual([
      ['z', 1],
      ['b', { metric: 'z' }],
    ]);
    expect(nodeAt(renamed, [1, 0])).toMatchObject({ metric: 'b' });
  });
});
