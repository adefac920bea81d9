import { describe, expect, it } from 'vitest';
import { changeOf, emptyEdit, problemsOf } from './edit-change.ts';

const valid = { ...emptyEdit, title: 'New hall', addTags: ['a'] };

describe('problemsOf', () => {
  it.each([
    [{}, []],
    [{ title: ' ' }, ['titleMissing']],
    [{ title: 'Abcd' }, ['titleLength']],
    [{ title: 'x'.repeat(101) }, ['titleLength']],
    [{ removeTags: ['b', 'a'] }, ['tagInBoth']],
    [{ addGroups: ['g'], removeGroups: ['g'] }, ['groupInBoth']],
    [{ addTags: [] }, ['nothing']],
  ] as const)('of %j', (change, problems) => {
    expect(problemsOf({ ...valid, ...change })).toEqual(problems);
  });
});

describe('changeOf', () => {
  it('contains only fields that change something', () => {
    expect(changeOf(valid)).toEqual({ addTags: ['a'] });
    expect(changeOf({ ...emptyEdit, disabled: false })).toEqual({ disabled: false });
  });

  it('distinguishes the top of the account from no move', () => {
    const parent = { id: 7, title: 'Hall' };
    expect(changeOf({ ...emptyEdit, isMoved: true })).toEqual({ parentId: null });
    expect(changeOf({ ...emptyEdit, isMoved: true, parent })).toEqual({ parentId: 7 });
    expect(changeOf({ ...emptyEdit, parent })).toEqual({});
  });
});
