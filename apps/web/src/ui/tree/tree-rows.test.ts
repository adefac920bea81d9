import { describe, expect, it } from 'vitest';
import {
  type ChildPage,
  type ChildPages,
  findByPrefix,
  flattenTree,
  isInside,
  mergeChildPage,
  type NodeId,
  parentIndex,
  rowKey,
  type TreeNode,
  type TreeRow,
} from './tree-rows.ts';

const node = (id: NodeId, hasChildren = false, label = `Node ${id}`): TreeNode => ({ id, label, hasChildren });
const ready = (nodes: TreeNode[], total = nodes.length): ChildPage => ({ nodes, total, status: 'ready' });

/** a (b (c), d), e */
const pages: ChildPages = new Map<NodeId | null, ChildPage>([
  [null, ready([node('a', true), node('e', false, 'Echo')])],
  ['a', ready([node('b', true, 'Bravo'), node('d', false, 'Delta')])],
  ['b', ready([node('c', false, 'Charlie')])],
]);
const keys = (rows: TreeRow[]) => rows.map((row) => `${'  '.repeat(row.depth)}${rowKey(row)}`);

describe('flattenTree', () => {
  it('shows only the top level while everything is closed', () => {
    expect(keys(flattenTree(pages, new Set()))).toEqual(['node:a', 'node:e']);
  });

  it('puts open children below their parent, indented', () => {
    expect(keys(flattenTree(pages, new Set(['a', 'b'])))).toEqual([
      'node:a',
      '  node:b',
      '    node:c',
      '  node:d',
      'node:e',
    ]);
  });

  it('hides open nodes inside a closed parent', () => {
    expect(keys(flattenTree(pages, new Set(['b'])))).toEqual(['node:a', 'node:e']);
  });

  it('counts the position among all siblings for screen readers, loaded or not', () => {
    const rows = flattenTree(new Map([[null, ready([node(1), node(2)], 500)]]), new Set());
    expect(rows[1]).toMatchObject({ position: 2, siblings: 500 });
    expect(rows[2]).toEqual({ kind: 'more', parentId: null, depth: 0, remaining: 498 });
  });

  it('shows loading and failed children, and keeps loaded ones', () => {
    const half = new Map<NodeId | null, ChildPage>([
      [null, ready([node('a', true), node('b', true)])],
      ['a', { nodes: [node('x')], total: 9, status: 'loading' }],
      ['b', { nodes: [], total: 0, status: 'error' }],
    ]);
    expect(keys(flattenTree(half, new Set(['a', 'b'])))).toEqual([
      'node:a',
      '  node:x',
      '  loading:a',
      'node:b',
      '  error:b',
    ]);
  });

  it('counts an opened parent without any response as loading', () => {
    const rows = flattenTree(new Map([[null, ready([node('a', true)])]]), new Set(['a']));
    expect(keys(rows)).toEqual(['node:a', '  loading:a']);
  });

  it('survives a chain of 100,000 levels', () => {
    const chain = new Map<NodeId | null, ChildPage>([[null, ready([node(0, true)])]]);
    for (let id = 0; id < 100_000; id += 1) chain.set(id, ready([node(id + 1, id < 99_999)]));
    const rows = flattenTree(chain, new Set(Array.from({ length: 100_000 }, (_, id) => id)));
    expect(rows).toHaveLength(100_001);
    expect(rows.at(-1)).toMatchObject({ depth: 100_000 });
  });
});

describe('mergeChildPage', () => {
  it('appends the next children', () => {
    const after = mergeChildPage(pages, 'a', { offset: 2, nodes: [node('f')], total: 4 });
    expect(after.get('a')).toEqual(ready([node('b', true, 'Bravo'), node('d', false, 'Delta'), node('f')], 4));
    expect(after.get('b')).toBe(pages.get('b'));
  });

  it('shows a moved node in its new place alone, whichever parent loads first', () => {
    const moved = mergeChildPage(pages, null, { offset: 0, nodes: [node('a', true), node('c'), node('e')], total: 3 });
    const all = new Set<NodeId>(['a', 'b']);
    expect(keys(flattenTree(moved, all))).toEqual(['node:a', '  node:b', '  node:d', 'node:c', 'node:e']);
    const told = mergeChildPage(moved, 'b', { offset: 0, nodes: [], total: 0 });
    expect(keys(flattenTree(told, all))).toEqual(keys(flattenTree(moved, all)));
  });
});

describe('moving through rows', () => {
  const rows = flattenTree(pages, new Set(['a', 'b']));

  it('finds the parent row', () => {
    expect(parentIndex(rows, 2)).toBe(1);
    expect(parentIndex(rows, 3)).toBe(0);
    expect(parentIndex(rows, 4)).toBe(-1);
  });

  it('finds by the first letters, from the current row on and wrapping around', () => {
    expect(findByPrefix(rows, 0, 'de')).toBe(3);
    expect(findByPrefix(rows, 4, 'br')).toBe(1);
    expect(findByPrefix(rows, 0, 'zz')).toBe(-1);
  });

  it('continues when the same letter is typed again', () => {
    const many = flattenTree(
      new Map([[null, ready([node(1, false, 'Hall'), node(2, false, 'Hut'), node(3)])]]),
      new Set(),
    );
    expect(findByPrefix(many, 0, 'h')).toBe(1);
    expect(findByPrefix(many, 1, 'hh')).toBe(0);
  });
});

describe('isInside', () => {
  it('finds descendants and the node itself', () => {
    expect(isInside(pages, 'c', 'a')).toBe(true);
    expect(isInside(pages, 'a', 'a')).toBe(true);
    expect(isInside(pages, 'a', 'c')).toBe(false);
    expect(isInside(pages, 'e', 'a')).toBe(false);
    expect(isInside(pages, null, 'a')).toBe(false);
  });
});
