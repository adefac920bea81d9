import { describe, expect, it } from 'vitest';
import { isAnyDirty } from './dirty.ts';

describe('isAnyDirty', () => {
  it('finds a changed field at any depth', () => {
    expect(isAnyDirty({ title: true })).toBe(true);
    expect(isAnyDirty({ place: { street: true } })).toBe(true);
    expect(isAnyDirty({ tags: [false, true] })).toBe(true);
  });

  it('is clean when nothing changed, or everything was changed back', () => {
    expect(isAnyDirty({})).toBe(false);
    expect(isAnyDirty({ title: false, place: {}, tags: [false] })).toBe(false);
    expect(isAnyDirty(undefined)).toBe(false);
  });
});
