import { listAccounts } from '@stellwerk/contract/account';
import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { listDevices, listDeviceTagsAndZones, listGroups } from '@stellwerk/contract/device';
import { bulkEditDevices, readBulkEditOptions } from '@stellwerk/contract/device-bulk';
import { listDrivers } from '@stellwerk/contract/driver';
import { readJob } from '@stellwerk/contract/job';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { phone, type RenderOptions, render } from '../../../testing/render.tsx';
import { BulkEditPage } from './BulkEditPage.tsx';

/** What the filters of the list choose from. */
const choices = [
  on(listAccounts, { data: [], total: 0 }),
  on(listConnectorConfigs, { data: [] }),
  on(listDrivers, { data: [], total: 0 }),
  on(listDeviceTagsAndZones, { data: { tags: [], zones: [] } }),
  on(listGroups, { data: [] }),
];
const oneAccount = { total: 2, accounts: [{ id: 3, name: 'City' }], tags: [{ value: 'old', count: 2 }], groups: [] };
const preview = {
  total: 2,
  changed: 1,
  items: [
    { id: 5, title: 'Lift', changes: [{ field: 'tags' as const, before: ['old'], after: [] }] },
    { id: 6, title: 'Door', changes: [] },
  ],
  errors: [],
  parents: [],
};
const show = (search: string, options: RenderOptions = {}) =>
  render(<BulkEditPage />, {
    path: `/virtual-devices/bulk-edit?${search}`,
    route: '/virtual-devices/bulk-edit',
    ...options,
  });
const serve = (...more: Answered[]) => answers(...choices, on(readBulkEditOptions, { data: oneAccount }), ...more);
const next = page.getByRole('button', { name: 'Next' });

it('changes the ticked devices after showing the exact effect', async () => {
  const server = serve(
    on(bulkEditDevices, ({ body }) => ({
      data: body.dryRun ? { preview, job: null } : { preview: null, job: { id: 9 } },
    })),
    on(readJob, { data: { id: 9, state: 'done', errorCount: 0, progress: { done: 2, total: 2 } } }),
  );
  await show('ids=5-6');
  await expect.element(page.getByText('2 devices are selected.')).toBeVisible();
  await next.click();
  await expect.element(page.getByRole('heading', { name: /Configure/ })).toHaveFocus();
  await next.click();
  await expect.element(page.getByText('Title is required')).toBeVisible();
  await expect.element(page.getByText('Choose at least one change.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Clean up');
  await page.getByRole('combobox', { name: 'Remove tags' }).fill('old,');
  expect(await accessibilityProblems()).toEqual([]);
  await next.click();
  await expect.element(page.getByText('1 of 2 devices will change.')).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Lift Tags old —' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Change 1 device' }).click();
  await expect.element(page.getByText('2 devices were edited.')).toBeVisible();
  const body = { title: 'Clean up', ids: [5, 6], change: { removeTags: ['old'] } };
  expect(server.calls(bulkEditDevices).map((call) => call.body)).toEqual([
    { ...body, dryRun: true },
    { ...body, dryRun: false },
  ]);
});

it('selects all devices that match the list, and refuses too many', async () => {
  const data = Array.from({ length: 100 }, (_, id) => ({ id: id + 1, abilities: { update: true, delete: true } }));
  const server = answers(...choices, on(listDevices, { data, total: 900 }));
  await show('q=lift', { language: 'de', size: phone });
  await expect.element(page.getByText(/Die Auswahl umfasst mehr als 500 Geräte/)).toBeVisible();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect.element(page.getByRole('heading', { name: /Auswählen/ })).toBeVisible();
  expect(server.calls(listDevices)[0]?.query.search).toBe('lift');
});

it('stays at the changes and shows why the server refuses them', async () => {
  serve(on(bulkEditDevices, refusal('BULK_NEEDS_ONE_ACCOUNT')));
  await show('ids=5-6');
  await next.click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Clean up');
  await page.getByRole('combobox', { name: 'Add tags' }).fill('new,');
  await next.click();
  await expect.element(page.getByText(/only if all selected devices belong to the same account/).nth(1)).toBeVisible();
});
