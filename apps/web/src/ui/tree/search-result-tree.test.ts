import { describe, expect, it } from 'vitest';
import { searchResultTree } from './search-result-tree.ts';
import type { TreeSource } from './use-tree-pages.ts';

const item = (id: number, parentId: number | null) => ({ id, parentId });
const whole: TreeSource = async (parentId) => ({
  data: [{ id: 99, label: `below ${parentId}`, hasChildren: false }],
  total: 1,
});
const signal = new AbortController().signal;
const everything = { offset: 0, limit: 100 };

const treeOf = (found: { id: number; parentId: number | null }[], query = 'room') =>
  searchResultTree({ found, query, nodeOf: ({ id }) => ({ id, label: `${id}`, hasChildren: true }), browse: whole });

describe('searchResultTree', () => {
  it('is open down to the matches', async () => {
    const tree = treeOf([item(1, null), item(2, 1), item(3, 2), item(4, 2)]);
    expect(tree.expanded).toEqual([1, 2]);
    const { data, total } = await tree.source(2, everything, signal);
    expect(data.map(({ id }) => id)).toEqual([3, 4]);
    expect(total).toBe(2);
  });

  it('puts an item at the top if its parent is not part of the result', async () => {
    const tree = treeOf([item(7, 6), item(8, 7)]);
    expect((await tree.source(null, everything, signal)).data.map(({ id }) => id)).toEqual([7]);
  });

  it('continues with the whole tree below a match', async () => {
    const tree = treeOf([item(1, null)]);
    expect((await tree.source(1, everything, signal)).data[0]?.label).toBe('below 1');
  });

  it('returns a page at a time', async () => {
    const tree = treeOf([item(1, null), item(2, null), item(3, null)]);
    const { data, total } = await tree.source(null, { offset: 1, limit: 1 }, signal);
    expect([data.map(({ id }) => id), total]).toEqual([[2], 3]);
  });

  it('has another key for another result', () => {
    expect(treeOf([item(1, null)]).key).not.toBe(treeOf([item(2, null)]).key);
    expect(treeOf([item(1, null)]).key).not.toBe(treeOf([item(1, null)], 'door').key);
  });
});
