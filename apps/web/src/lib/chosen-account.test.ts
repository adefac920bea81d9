import { describe, expect, it } from 'vitest';
import { chosenAmong } from './chosen-account.ts';

const accounts = [
  { id: 3, name: 'Stadtwerke' },
  { id: 7, name: 'Wasserwerk' },
];

describe('chosenAmong', () => {
  it('finds the remembered account', () => {
    expect(chosenAmong(accounts, 7)).toEqual({ id: 7, name: 'Wasserwerk' });
  });

  it.each([0, 99])('ignores choice %i', (remembered) => {
    expect(chosenAmong(accounts, remembered)).toBeUndefined();
  });

  it('offers no choice to users with a single account', () => {
    expect(chosenAmong(accounts.slice(0, 1), 3)).toBeUndefined();
  });
});
