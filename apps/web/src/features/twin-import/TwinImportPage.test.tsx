import { listAccounts } from '@stellwerk/contract/account';
import { readJob } from '@stellwerk/contract/job';
import { importTwins, type TwinImportPreview } from '@stellwerk/contract/twin-import';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { render } from '../../testing/render.tsx';
import { TwinImportPage } from './TwinImportPage.tsx';

const preview: TwinImportPreview = {
  total: 2,
  valid: 1,
  rows: [{ line: 2, fields: { title: 'Hall', type: 'building', tags: ['a', 'b'], description: '', address: '' } }],
  errors: [{ line: 3, code: 'DTWIN_CREATE_DUPLICATE_ENTRY', message: 'A twin with this title exists here.' }],
};
const account = { id: 3, name: 'City' };
const show = () =>
  render(<TwinImportPage />, { abilities: ['DigitalTwin.manage'], session: { primaryTenants: [account] } });
const next = page.getByRole('button', { name: 'Next' });

async function define() {
  await page.getByRole('textbox', { name: 'Title' }).fill('New halls');
  await next.click();
  await expect.element(page.getByRole('heading', { name: /Upload/ })).toHaveFocus();
}

it('imports a list after showing its exact effect', async () => {
  const server = answers(
    on(listAccounts, { data: [], total: 0 }),
    on(importTwins, ({ body }) => ({ data: { preview, job: body.dryRun ? null : { id: 9 } } })),
    on(readJob, { data: { id: 9, state: 'done', errorCount: 1, progress: { done: 2, total: 2 } } }),
  );
  await show();
  await define();
  await expect.element(page.getByRole('row', { name: /^title \* Title of the twin/ })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  const csv = 'title,type\nHall,building\nHall,building';
  await page.getByRole('textbox', { name: /paste/i }).fill(csv);
  await next.click();
  await expect.element(page.getByRole('row', { name: /^3 A twin with this title/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^2 Hall building — a, b —$/ })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Create 1 twin' }).click();
  await expect.element(page.getByText('1 twin was created.')).toBeVisible();
  const body = { title: 'New halls', parentId: null, tenantId: 3, csv };
  expect(server.calls(importTwins).map((call) => call.body)).toEqual([
    { ...body, dryRun: true },
    { ...body, dryRun: false },
  ]);
});

it('stays at the file and shows why it cannot be read', async () => {
  answers(on(listAccounts, { data: [], total: 0 }), on(importTwins, refusal('BULK_CSV_UNREADABLE')));
  await show();
  await define();
  await page.getByRole('textbox', { name: /paste/i }).fill('x');
  await next.click();
  await expect.element(page.getByText('The file is not a readable CSV file.')).toBeVisible();
});
