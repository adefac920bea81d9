import { listAccounts } from '@stellwerk/contract/account';
import { listConnectorConfigs, listConnectorKinds } from '@stellwerk/contract/connector';
import { type BulkImportPreview, bulkImportDevices } from '@stellwerk/contract/device-bulk';
import { listDrivers } from '@stellwerk/contract/driver';
import { readJob } from '@stellwerk/contract/job';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { type RenderOptions, render } from '../../../testing/render.tsx';
import { BulkImportPage } from './BulkImportPage.tsx';

const preview: BulkImportPreview = {
  total: 2,
  valid: 1,
  rows: [{ line: 2, fields: { title: 'Lift', externalId: 'L1', tags: ['a', 'b'], groups: [], address: '' } }],
  errors: [{ line: 3, code: 'VDEVICE_LIMIT_REACHED', message: 'No more than 5 virtual devices are allowed here.' }],
  limits: [{ of: 'connector', limit: 5, used: 4 }],
};
const serve = (...more: Answered[]) =>
  answers(
    on(listAccounts, { data: [], total: 0 }),
    on(listConnectorConfigs, {
      data: [{ id: 4, name: 'Broker', type: 'mqtt-broker', state: 'connected', capabilities: { devices: true } }],
    }),
    on(listConnectorKinds, { data: [] }),
    on(listDrivers, { data: [], total: 0 }),
    ...more,
  );
const account = { id: 3, name: 'City' };
const show = (options: RenderOptions = {}) =>
  render(<BulkImportPage />, {
    abilities: ['VirtualDevice.manage', 'VirtualDevice.read'],
    session: { primaryTenants: [account] },
    ...options,
  });
const next = page.getByRole('button', { name: 'Next' });

async function define() {
  await page.getByRole('textbox', { name: 'Title' }).fill('New lifts');
  await page.getByRole('radio', { name: /Broker/ }).click();
  await next.click();
  await expect.element(page.getByRole('heading', { name: /Upload/ })).toHaveFocus();
}

it('imports a list after showing its exact effect and the remaining limits', async () => {
  const server = serve(
    on(bulkImportDevices, ({ body }) => ({ data: { preview, job: body.dryRun ? null : { id: 9 } } })),
    on(readJob, { data: { id: 9, state: 'done', errorCount: 1, progress: { done: 2, total: 2 } } }),
  );
  const { path } = await show();
  await next.click();
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await define();
  expect(await accessibilityProblems()).toEqual([]);
  await next.click();
  await expect.element(page.getByText('Please choose a file or paste lines.')).toBeVisible();
  const csv = 'title,externalId\nLift,L1\nDoor,D1';
  await page.getByRole('textbox', { name: /paste/i }).fill(csv);
  await next.click();
  await expect.element(page.getByText(/The connector has room for 1 of 5 devices/)).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^3 No more than 5 virtual/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^2 Lift L1 a, b/ })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Create 1 device' }).click();
  await expect.element(page.getByText('1 device was created.')).toBeVisible();
  const body = { title: 'New lifts', connectorId: 4, driverId: null, parentId: null, tenantId: 3, csv };
  expect(server.calls(bulkImportDevices).map((call) => call.body)).toEqual([
    { ...body, dryRun: true },
    { ...body, dryRun: false },
  ]);
  await page.getByRole('button', { name: 'Show devices' }).click();
  await expect.poll(path).toBe('/virtual-devices');
});

it('offers only drivers that devices of the account may have', async () => {
  const server = serve();
  await show({ abilities: ['VirtualDevice.manage', 'DeviceDriver.read'] });
  await expect.poll(() => server.calls(listDrivers).map(({ query }) => query.usableIn)).toContain(3);
});

it('stays at the file and shows why it cannot be read', async () => {
  serve(on(bulkImportDevices, refusal('BULK_CSV_UNREADABLE')));
  await show();
  await define();
  await page.getByRole('textbox', { name: /paste/i }).fill('x');
  await next.click();
  await expect.element(page.getByText('The file is not a readable CSV file.')).toBeVisible();
});
