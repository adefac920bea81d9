import { healthEntry } from '@stellwerk/contract/health';
import { checkIn } from '@stellwerk/contract/ready-checks';
import { describe, expect, it } from 'vitest';
import { entryTemplates, freeIdentifier, newEntry } from './new-entry.ts';

describe('newEntry', () => {
  it.each(entryTemplates)('begins with something that can be saved: %s', (start) => {
    const entry = newEntry({ start, keys: ['level', 'vbat'], taken: [], message: 'x' });
    expect(healthEntry.safeParse(entry).success).toBe(true);
    expect(checkIn(entry.check) === undefined).toBe(start === 'script');
  });

  it('finds the battery among the states', () => {
    const { check, stateKeys } = newEntry({ start: 'battery', keys: ['level', 'vbat'], taken: [], message: 'x' });
    expect(checkIn(check)).toEqual({ kind: 'below', key: 'vbat', limit: 20 });
    expect(stateKeys).toEqual(['vbat']);
  });

  it('takes an identifier that is free', () => {
    expect(freeIdentifier('a', ['b'])).toBe('a');
    expect(freeIdentifier('a', ['a', 'a-2'])).toBe('a-3');
  });
});
