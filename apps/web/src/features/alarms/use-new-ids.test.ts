import { describe, expect, it } from 'vitest';
import { nextSeen } from './use-new-ids.ts';

describe('new rows', () => {
  const first = nextSeen(undefined, 'newest', [3, 2, 1]);

  it('are empty at first', () => expect([...first.fresh]).toEqual([]));

  it('are those that the previous response did not contain', () => {
    expect([...nextSeen(first, 'newest', [5, 4, 3]).fresh]).toEqual([5, 4]);
  });

  it('are empty after a change of the query', () => {
    expect([...nextSeen(first, 'page 2', [9, 8]).fresh]).toEqual([]);
  });
});
