import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { takeSeqs } from './value.store.ts';

it('gives enough numbers in ascending order, each once, however many are asked for', async () => {
  const { db } = await useTestDatabase();
  const taken: number[] = [];
  for (const count of [1, 2_500, 0, 1_000, 2]) {
    const numbers = await takeSeqs(db, count);
    expect(numbers.length).toBeGreaterThanOrEqual(count);
    taken.push(...numbers);
  }
  expect(taken).toHaveLength(6_000);
  expect(taken).toEqual([...new Set(taken)].sort((a, b) => a - b));
});
