import { expect, it } from 'vitest';
import { accessChanges } from './access-value.ts';

const entry = (scopeId: number, ...ids: number[]) => ({
  scopeId,
  scopeName: `scope ${scopeId}`,
  roles: ids.map((id) => ({ id, name: `role ${id}` })),
});

it('contains only changed scopes, and empties removed ones', () => {
  const before = [entry(1, 10, 11), entry(2, 20), entry(3, 30)];
  const after = [entry(1, 11, 10), entry(3, 30, 31), entry(4, 40), entry(5)];
  expect(accessChanges(before, after)).toEqual([
    { scopeId: 2, roles: [] },
    { scopeId: 3, roles: [{ id: 30 }, { id: 31 }] },
    { scopeId: 4, roles: [{ id: 40 }] },
  ]);
});
