import { describe, expect, it } from 'vitest';
import { isLeaving } from './leaving.ts';

const at = (pathname: string, search: object = {}) => ({ pathname, search });

describe('isLeaving', () => {
  it('leaves by another page or another tab', () => {
    expect(isLeaving(at('/a'), at('/b'))).toBe(true);
    expect(isLeaving(at('/a'), at('/a', { tab: 'live' }))).toBe(true);
    expect(isLeaving(at('/a', { tab: 'live' }), at('/a'))).toBe(true);
  });

  it('stays when only a list on the page changes', () => {
    expect(isLeaving(at('/a', { tab: 'form', page: 1 }), at('/a', { tab: 'form', page: 2, q: 'x' }))).toBe(false);
  });
});
