import { expect, it } from 'vitest';
import { unseen } from './notice.ts';

it('announces only alarms that have come since', () => {
  const rows = [{ id: 3 }, { id: 2 }];
  expect(unseen(undefined, rows)).toEqual([]);
  expect(unseen(new Set([1, 2]), rows)).toEqual([{ id: 3 }]);
});
