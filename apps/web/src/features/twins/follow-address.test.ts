import { describe, expect, it } from 'vitest';
import { addressChanged } from './follow-address.ts';

const before = { address: 'Markt 1', latitude: 49, longitude: 8, isAddressLinked: true };
const changed = (more: Partial<typeof before>) => addressChanged({ ...before, ...more }, before);

describe('addressChanged', () => {
  it('holds for another address whose coordinates are linked', () => {
    expect(changed({ address: 'Markt 2' })).toBe(true);
  });

  it.each([
    ['the same address', { address: 'Markt 1 ' }],
    ['coordinates that were set by hand', { address: 'Markt 2', isAddressLinked: false }],
    ['a place that was already chosen', { address: 'Markt 2', latitude: 50 }],
    ['a text that is too short to search', { address: 'M' }],
  ])('does not hold for %s', (_, more) => expect(changed(more)).toBe(false));
});
