import type { ScopeNode } from '@stellwerk/contract/access';
import { expect, it } from 'vitest';
import { searchTree } from './scope-tree.ts';

const scope = (id: number, parentId: number | null): ScopeNode => ({
  id,
  parentId,
  name: `scope ${id}`,
  tenantId: null,
  tenantName: null,
  hasChildren: true,
});
const nodeOf = ({ id, name }: ScopeNode) => ({ id, label: name, hasChildren: true });

it('opens the way to each hit, and goes on below it', async () => {
  const browsed: unknown[] = [];
  const tree = searchTree([scope(5, 1), scope(6, 5), scope(8, 7)], 's', nodeOf, async (parentId) => {
    browsed.push(parentId);
    return { data: [], total: 0 };
  });
  const at = async (parentId: number | null) =>
    (await tree.source(parentId, { offset: 0, limit: 10 }, new AbortController().signal)).data.map(({ id }) => id);
  expect(await at(null)).toEqual([5, 8]);
  expect(await at(5)).toEqual([6]);
  expect(await at(6)).toEqual([]);
  expect([tree.expanded, browsed]).toEqual([[5], [6]]);
});
