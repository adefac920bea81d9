import {
  cancelJob,
  deleteJob,
  type Job,
  listJobs,
  listJobTypes,
  readJob,
  retryJob,
  retryJobTask,
} from '@stellwerk/contract/job';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { pick, press, reported } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { JobsPage } from './JobsPage.tsx';

const missing = (entityId: number) => ({ entityId, code: 'DTWIN_NOT_FOUND', message: 'Den Zwilling gibt es nicht.' });
const failed: PartOf<Job> = {
  id: 5,
  title: 'Räume abgleichen',
  type: 'digitaltwin-synchronise',
  state: 'done',
  progress: { done: 3, total: 3 },
  errors: [missing(2), missing(4)],
  errorCount: 2,
  abilities: { retry: true },
};
const running: PartOf<Job> = {
  id: 6,
  title: 'Läuft noch',
  type: 'export',
  state: 'inprogress',
  progress: { done: 4, total: 10 },
  errorCount: 0,
  abilities: { cancel: true },
};
const waiting: PartOf<Job> = {
  ...running,
  id: 7,
  title: 'Wartet noch',
  type: 'users.bulk-create',
  state: 'created',
  abilities: { delete: true },
};

const serve = (jobs: PartOf<Job>[], ...more: Answered[]) =>
  answers(
    on(listJobs, ({ query }) => ({ data: jobs.filter(({ type }) => !query.type || type === query.type) })),
    on(listJobTypes, { data: ['export', 'users.bulk-create'] }),
    ...more,
  );
const show = (options: RenderOptions = {}) =>
  render(<JobsPage />, { language: 'de', route: '/background-jobs', path: '/background-jobs', ...options });

const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
const question = page.getByRole('alertdialog');
const dialog = page.getByRole('dialog', { name: 'Fehler in „Räume abgleichen“' });

it('says what will be here while there are no jobs', async () => {
  serve([]);
  await show();
  await expect.element(page.getByText('Noch keine Hintergrundjobs')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('shows failed items one by one, and retries one of them', async () => {
  const server = serve([failed], on(readJob, { data: failed }), on(retryJobTask));
  await show();
  await expect.element(row('Räume abgleichen').getByText('Fertig, mit Fehlern')).toBeVisible();
  await expect.element(row('Räume abgleichen').getByText('3 von 3')).toBeVisible();
  await pick(page, 'Aktionen für „Räume abgleichen“', 'Fehler anzeigen');
  await expect.element(dialog.getByText(/Den Zwilling gibt es nicht\./).first()).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'Objekt 4' }))
    .toHaveAttribute('href', expect.stringContaining('/digitaltwin-mgmt/4'));
  expect(await accessibilityProblems()).toEqual([]);
  const retry = dialog.getByRole('button', { name: 'Objekt 4 erneut versuchen' });
  await retry.click();
  await reported('Der Eintrag wird als neuer Job erneut versucht.');
  // The result belongs to the new job, so the button works once.
  await expect.element(retry).toBeDisabled();
  expect(server.calls(retryJobTask)).toMatchObject([{ params: { id: 5, taskId: '4' } }]);
});

it('retries all failed items as a new job after a question', async () => {
  const server = serve([failed], on(readJob, { data: failed }), on(retryJob));
  await show();
  await pick(page, 'Aktionen für „Räume abgleichen“', 'Fehler anzeigen');
  await press(dialog, 'Alle erneut versuchen');
  await expect.element(dialog).not.toBeInTheDocument();
  await press(question, 'Erneut versuchen');
  await reported('„Räume abgleichen“ wird als neuer Job erneut versucht.');
  expect(server.calls(retryJob)).toMatchObject([{ params: { id: 5 } }]);
});

it('says how many of the errors are shown', async () => {
  const many = { ...failed, errorCount: 1200 };
  serve([many], on(readJob, { data: many }));
  await show();
  await pick(page, 'Aktionen für „Räume abgleichen“', 'Fehler anzeigen');
  await expect.element(dialog.getByText('Gezeigt werden die ersten 2 von 1.200 Fehlern.')).toBeVisible();
});

it('says why the errors did not load, and tries again', async () => {
  const server = serve([failed], on(readJob, refusal('INTERNAL_ERROR')));
  await show();
  await pick(page, 'Aktionen für „Räume abgleichen“', 'Fehler anzeigen');
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  server.answer(on(readJob, { data: failed }));
  await press(dialog, 'Erneut versuchen');
  await expect.element(dialog.getByRole('link', { name: 'Objekt 2' })).toBeVisible();
});

it('cancels a running job, which ends after its current item', async () => {
  const server = serve([running], on(cancelJob, { data: { ...running, cancelRequested: true } }));
  await show();
  await expect.element(page.getByRole('progressbar', { name: /Läuft noch/ })).toBeVisible();
  await pick(page, 'Aktionen für „Läuft noch“', 'Job abbrechen');
  server.answer(on(listJobs, { data: [{ ...running, cancelRequested: true }] }));
  await press(question, 'Job abbrechen');
  await expect.element(row('Läuft noch').getByText('Wird abgebrochen', { exact: true })).toBeVisible();
  expect(server.calls(cancelJob)).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Aktionen für „Läuft noch“' })).not.toBeInTheDocument();
});

it('deletes a job that has not begun', async () => {
  const server = serve([waiting], on(deleteJob));
  await show();
  await pick(page, 'Aktionen für „Wartet noch“', 'Job löschen');
  server.answer(on(listJobs, { data: [] }));
  await press(question, 'Job löschen');
  await expect.element(row('Wartet noch')).not.toBeInTheDocument();
  expect(server.calls(deleteJob)).toHaveLength(1);
});

it('is filtered by kind, which is in the address', async () => {
  serve([running, waiting]);
  const { path } = await show();
  await expect.element(row('Läuft noch')).toBeVisible();
  await press(page, 'Filter');
  await page.getByRole('menuitem', { name: 'Art' }).click();
  await page.getByRole('menuitemradio', { name: 'Benutzer aus einer Liste' }).click();
  await expect.element(row('Läuft noch')).not.toBeInTheDocument();
  await expect.element(row('Wartet noch')).toBeVisible();
  await expect.poll(path).toContain('type=users.bulk-create');
});

it('shows the progress as it is reported', async () => {
  const server = serve([running]);
  await show();
  await expect.element(row('Läuft noch').getByText('4 von 10')).toBeVisible();
  const change = { ...running, progress: { done: 7, total: 10 }, cancelRequested: false };
  await server.push('jobs', change);
  await expect.element(row('Läuft noch').getByText('7 von 10')).toBeVisible();
});

it('is a list of cards on a phone', async () => {
  serve([running]);
  await show({ size: phone });
  await expect.element(page.getByText('Läuft noch')).toBeVisible();
  expect(page.getByRole('row').elements()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});
