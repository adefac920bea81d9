import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { takeSeqs } from './value.store.ts';

it('gives numbers in ascending order, each once, however many are taken', async () => {
  const { db } = await useTestDatabase();
  const taken: number[] = [];
  for (const count of [1, 2_500, 0, 1_000, 2]) {
    const numbers = await takeSeqs(db, count);
    expect(numbers).toHaveLength(count);
    taken.push(...numbers);
  }
  expect(taken).toEqual([...new Set(taken)].sort((a, b) => a - b));
});
