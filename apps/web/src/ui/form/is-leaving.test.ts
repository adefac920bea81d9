import { describe, expect, it } from 'vitest';
import { isLeaving } from './is-leaving.ts';

const at = (pathname: string, search: object = {}) => ({ pathname, search });

describe('isLeaving', () => {
  it('leaves by another page or another tab', () => {
    expect(isLeaving(at('/a'), at('/b'))).toBe(true);
    expect(isLeaving(at('/a'), at('/a', { tab: 'live' }))).toBe(true);
    expect(isLeaving(at('/a', { tab: 'live' }), at('/a'))).toBe(true);
  });

  it('leaves by going back to the choice of a connector or driver kind', () => {
    expect(isLeaving(at('/create', { kind: 'webhook' }), at('/create'))).toBe(true);
  });

  it('stays on another tab where changes are kept above the tabs', () => {
    expect(isLeaving(at('/a'), at('/a', { tab: 'live' }), { acrossTabs: true })).toBe(false);
    expect(isLeaving(at('/a'), at('/b'), { acrossTabs: true })).toBe(true);
  });

  it('stays when only a list on the page changes', () => {
    expect(isLeaving(at('/a', { tab: 'form', page: 1 }), at('/a', { tab: 'form', page: 2, q: 'x' }))).toBe(false);
  });
});
