import { describe, expect, it } from 'vitest';
import { viewOfKeys } from './palette-keys.ts';

const keys = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('keyboard shortcuts', () => {
  it.each([
    ['Ctrl-K', keys('k', { ctrlKey: true }), false, 'search'],
    ['Ctrl-K with caps lock', keys('K', { ctrlKey: true }), false, 'search'],
    ['Cmd-K', keys('k', { metaKey: true }), true, 'search'],
    ['Ctrl-K on a Mac, where it deletes', keys('k', { ctrlKey: true }), true, undefined],
    ['Ctrl-Shift-K, which is the browser’s', keys('K', { ctrlKey: true, shiftKey: true }), false, undefined],
    ['k', keys('k'), false, undefined],
    ['?', keys('?', { shiftKey: true }), false, 'keys'],
    ['Alt-?', keys('?', { altKey: true }), false, undefined],
    ['Ctrl-?', keys('?', { ctrlKey: true }), false, undefined],
  ] as const)('%s', (_, event, apple, view) => {
    expect(viewOfKeys(event, false, apple)).toBe(view);
  });

  it('insert a question mark while the user is typing, but still open the palette', () => {
    expect(viewOfKeys(keys('?', { shiftKey: true }), true, false)).toBeUndefined();
    expect(viewOfKeys(keys('k', { ctrlKey: true }), true, false)).toBe('search');
  });
});
