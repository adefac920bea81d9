import { describe, expect, it } from 'vitest';
import { nextSeen } from './use-new-ids.ts';

describe('rows that came while one looks', () => {
  const first = nextSeen(undefined, 'newest', [3, 2, 1]);

  it('are none at first', () => expect([...first.fresh]).toEqual([]));

  it('are those that the answer before did not have', () => {
    expect([...nextSeen(first, 'newest', [5, 4, 3]).fresh]).toEqual([5, 4]);
  });

  it('are none after another question', () => {
    expect([...nextSeen(first, 'page 2', [9, 8]).fresh]).toEqual([]);
  });
});
