import {
  type Job,
  listJobDefinitions,
  listJobs,
  listJobTypes,
  undoJob,
  updateJobDefinition,
} from '@stellwerk/contract/job';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on } from '../../testing/answers.ts';
import { render } from '../../testing/render.tsx';
import { JobNotices } from './JobNotices.tsx';
import { JobsPage } from './JobsPage.tsx';

const ended = {
  id: 41,
  title: 'Move to hall 3',
  type: 'virtualdevice-bulk-edit',
  state: 'done' as const,
  errorCount: 0,
  finishedAt: '2026-03-01T10:00:00.000Z',
  undo: { way: 'byJob' as const, until: '2026-03-31T10:00:00.000Z', jobId: null },
  abilities: { cancel: false, delete: false, retry: false, undo: true },
} satisfies Partial<Job>;
const byHand = {
  ...ended,
  id: 42,
  title: 'New lamps',
  type: 'fleet-create',
  undo: { way: 'byHand' as const, until: null, jobId: null },
  abilities: { ...ended.abilities, undo: false },
};
const list = (data: (typeof ended | typeof byHand)[]) => [
  on(listJobs, { data, total: data.length }),
  on(listJobTypes, { data: [] }),
];
const menuOf = (title: string) => page.getByRole('button', { name: `Actions for “${title}”` });

it('undoes a job after asking, and shows until when', async () => {
  const server = answers(...list([ended]), on(undoJob));
  await render(<JobsPage />, { abilities: ['VirtualDevice.manage'] });
  await expect.element(page.getByText('Until 31 Mar 2026')).toBeVisible();
  await menuOf('Move to hall 3').click();
  await page.getByRole('menuitem', { name: 'Undo' }).click();
  const question = page.getByRole('alertdialog', { name: 'Undo “Move to hall 3”?' });
  await expect.element(question.getByText(/Possible until 31 Mar 2026/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await question.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.calls(undoJob).map(({ params }) => params.id)).toEqual([41]);
});

it('explains how users undo a job themselves', async () => {
  answers(...list([byHand]));
  await render(<JobsPage />, { abilities: ['VirtualDevice.manage'] });
  await menuOf('New lamps').click();
  await page.getByRole('menuitem', { name: 'How to undo?' }).click();
  await expect
    .element(page.getByRole('dialog').getByText('Delete the fleet on the page of the simulator.'))
    .toBeVisible();
});

it('lets system administrators switch a kind off', async () => {
  const kind = {
    kind: 'data-export',
    active: true,
    undo: { way: 'needless' as const, withinDays: null },
    abilities: { update: true },
  };
  const server = answers(on(listJobDefinitions, { data: [kind] }), on(updateJobDefinition));
  await render(<JobsPage />, { path: '/background-jobs?tab=definitions', route: '/background-jobs' });
  await page.getByRole('switch', { name: 'Export of values' }).click();
  await expect
    .poll(() => server.calls(updateJobDefinition).map(({ params, body }) => [params.kind, body.active]))
    .toEqual([['data-export', false]]);
  expect(await accessibilityProblems()).toEqual([]);
});

it('notifies users when one of their jobs has ended, once', async () => {
  const server = answers();
  await render(<JobNotices />, { language: 'de' });
  const change = { id: 7, title: 'Halle 3', type: 'export', progress: { done: 1, total: 1 }, cancelRequested: false };
  await server.push('own-jobs', { ...change, state: 'inprogress', errorCount: 0 });
  await server.push('own-jobs', { ...change, state: 'done', errorCount: 0 });
  await expect.element(page.getByText('„Halle 3“ ist fertig.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Anzeigen' }))
    .toHaveAttribute('href', expect.stringContaining('/background-jobs'));
});
