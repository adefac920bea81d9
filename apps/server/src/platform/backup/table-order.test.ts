import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inLockOrder, inReferenceOrder, pointingForward } from './table-order.ts';

const named = (name: string) => ({ schema: 'public', name });
const table = (name: string, parent?: string) => ({ ...named(name), parent: parent ? named(parent) : null });
const reference = (from: string, to: string) => ({ table: named(from), target: named(to) });
const names = (tables: { name: string }[]) => tables.map(({ name }) => name);

describe('the order of tables', () => {
  it('puts those that are referred to first', () => {
    const tables = ['accounts', 'roles', 'scopes', 'users'].map((name) => table(name));
    const references = [
      reference('accounts', 'scopes'),
      reference('roles', 'scopes'),
      reference('users', 'accounts'),
      reference('users', 'roles'),
    ];
    expect(names(inReferenceOrder(tables, references))).toEqual(['scopes', 'accounts', 'roles', 'users']);
  });

  it('minds no reference of a table to itself', () => {
    const references = [reference('accounts', 'accounts')];
    const order = inReferenceOrder([table('accounts')], references);
    expect(names(order)).toEqual(['accounts']);
    expect(pointingForward({ order, members: order, references })).toEqual([]);
  });

  it('keeps partitions with their table, whose references are theirs', () => {
    const tables = [table('a_day', 'a'), table('a'), table('b'), table('b_day', 'b')];
    const order = inReferenceOrder(tables, [reference('a', 'b')]);
    expect(names(order)).toEqual(['b', 'b_day', 'a', 'a_day']);
  });

  it('leaves open what may refer from one partition to the next', () => {
    const members = [table('a'), table('a_1', 'a'), table('a_2', 'a'), table('a_2_x', 'a_2')];
    const references = [reference('a', 'a')];
    const leaves = members.filter(({ name }) => name === 'a_1' || name === 'a_2_x');
    expect(pointingForward({ order: leaves, members, references })).toEqual(references);
    expect(pointingForward({ order: leaves.slice(1), members, references })).toEqual([]);
  });

  it('locks a table before its partitions', () => {
    const tables = [table('p_2', 'p'), table('o', 'p_2'), table('p'), table('q')];
    expect(names(inLockOrder(tables))).toEqual(['p', 'q', 'p_2', 'o']);
  });

  it('names the reference that a circle leaves open', () => {
    const references = [reference('accounts', 'scopes'), reference('scopes', 'accounts')];
    const order = inReferenceOrder([table('scopes'), table('accounts')], references);
    expect(names(order)).toEqual(['scopes', 'accounts']);
    expect(pointingForward({ order, members: order, references })).toEqual([reference('scopes', 'accounts')]);
  });

  it('leaves a reference open only if it is part of a circle', () => {
    const nodes = fc.integer({ min: 0, max: 7 });
    fc.assert(
      fc.property(fc.array(fc.tuple(nodes, nodes), { maxLength: 20 }), (pairs) => {
        const tables = Array.from({ length: 8 }, (_, index) => table(`t${index}`));
        const references = pairs.map(([from, to]) => reference(`t${from}`, `t${to}`));
        const order = inReferenceOrder(tables, references);
        expect(names(order).sort()).toEqual(names(tables));
        for (const { table: from, target } of pointingForward({ order, members: order, references })) {
          expect(reaches(references, target.name, from.name)).toBe(true);
        }
      }),
    );
  });
});

type Edge = ReturnType<typeof reference>;

function reaches(edges: readonly Edge[], from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return edges.some((edge) => edge.table.name === from && reaches(edges, edge.target.name, to, seen));
}
