import type { Job, JobChange } from '@stellwerk/contract/job';
import { expect, it } from 'vitest';
import { applyJobChange } from './apply-job-change.ts';

const row = { id: 4, state: 'inprogress', progress: { done: 1, total: 9 }, errorCount: 0, cancelRequested: false };
const page = { data: [{ ...row, id: 3 }, row] as Job[], total: 2, offset: 0, limit: 20 };
const change: JobChange = {
  id: 4,
  title: 'Export',
  type: 'export',
  state: 'inprogress',
  progress: { done: 5, total: 9 },
  errorCount: 1,
  cancelRequested: true,
};

it('applies progress to its row', () => {
  const next = applyJobChange(page, change);
  expect(next).toMatchObject({
    data: [page.data[0], { id: 4, progress: { done: 5 }, errorCount: 1, cancelRequested: true }],
  });
  expect(page.data[1]?.progress.done).toBe(1);
});

it('refetches the list when a state changes or an unknown job appears', () => {
  expect(applyJobChange(page, { ...change, state: 'done' })).toBe('reload');
  expect(applyJobChange(page, { ...change, id: 99 })).toBe('reload');
  expect(applyJobChange(undefined, change)).toBeUndefined();
});
