import { readJob } from '@stellwerk/contract/job';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answers, on } from '../../testing/answers.ts';
import { render } from '../../testing/render.tsx';
import { JobMonitor } from './JobMonitor.tsx';

it('counts items with a note as done, and failed ones not', async () => {
  const errors = [
    { line: 2, code: 'DTWIN_CREATE_DUPLICATE_ENTRY', message: 'The title is taken.', params: {} },
    { code: 'RULE_NOT_CARRIED', message: 'The rule “Too warm” was left out: not found', params: {} },
  ];
  answers(on(readJob, { data: { state: 'done', progress: { done: 3, total: 3 }, errors, errorCount: 2 } }));
  await render(
    <JobMonitor jobId={1} affects="twins" resultOf={(done) => `${done} copies`}>
      {null}
    </JobMonitor>,
    { language: 'en' },
  );
  await expect.element(page.getByText('2 copies')).toBeVisible();
  await expect.element(page.getByText('The rule “Too warm” was left out: not found')).toBeVisible();
});
