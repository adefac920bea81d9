import { type ActivityEntry, exportActivity, listActivity } from '@stellwerk/contract/activity';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { press, reported } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { ActivityPage } from './ActivityPage.tsx';

const entry: PartOf<ActivityEntry> = {
  id: 1,
  action: 'POST /api/v1/auth/login',
  outcome: 'done',
  user: { id: 4, name: 'Kim Berger', email: 'kim@example.com' },
  account: { id: 1, name: 'Example' },
  objects: [{ noun: 'twin', id: 7 }],
};
const serve = (entries: PartOf<ActivityEntry>[], ...more: Answered[]) =>
  answers(on(listActivity, { data: entries }), ...more);
const show = (options: RenderOptions = {}) =>
  render(<ActivityPage />, { route: '/system-logs', path: '/system-logs', ...options });
const row = (name: RegExp) => page.getByRole('row', { name });

it('names calls, people and objects', async () => {
  serve([
    entry,
    { ...entry, id: 2, impersonator: { id: 9, name: 'Ada Admin', email: 'ada@example.com' } },
    { ...entry, id: 3, user: null, outcome: 'refused', objects: [] },
    { ...entry, id: 4, apiKey: { id: 5, title: 'Reports' } },
  ]);
  await show();
  await expect.element(row(/Sign-in.*Kim Berger kim@example\.com.*digital twin 7/)).toBeVisible();
  await expect.element(row(/Ada Admin as Kim Berger/)).toBeVisible();
  await expect.element(row(/Refused.*Unknown/)).toBeVisible();
  await expect.element(row(/with API key Reports/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('is filtered by kind of object and time, which are in the address', async () => {
  const server = serve([entry]);
  const { path } = await show();
  await press(page, 'Filter');
  await page.getByRole('menuitem', { name: 'Objects' }).click();
  await page.getByRole('textbox', { name: 'Search' }).fill('file');
  await page.getByRole('menuitemradio', { name: 'file', exact: true }).click();
  await expect.poll(path).toContain('noun=file');
  await press(page, 'Last 30 days');
  await page.getByRole('menuitemradio', { name: 'Yesterday' }).click();
  await expect.poll(path).toContain('range=yesterday');
  await expect.poll(() => server.calls(listActivity).at(-1)?.query.noun).toBe('file');
  const { from = '', to = '' } = server.calls(listActivity).at(-1)?.query ?? {};
  expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000);
});

it('sends any text as a filter for people', async () => {
  const server = serve([entry]);
  await show();
  await press(page, 'Filter');
  await page.getByRole('menuitem', { name: 'Person' }).click();
  await page.getByRole('textbox', { name: 'Person' }).fill('administrator');
  await press(page, 'Apply');
  await expect.poll(() => server.calls(listActivity).at(-1)?.query.user).toBe('administrator');
});

it('says why the export failed', async () => {
  serve([entry], on(exportActivity, refusal('INTERNAL_ERROR', { message: 'Not today' })));
  await show();
  await press(page, 'Download as a CSV file');
  await reported('Not today');
});

it('says that nothing matches, also on a phone', async () => {
  serve([]);
  await show({ size: phone, path: '/system-logs?q=nothing' });
  await expect.element(page.getByText('No results')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});
