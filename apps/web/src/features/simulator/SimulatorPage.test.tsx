import { listAccounts } from '@stellwerk/contract/account';
import { listConnectorConfigs } from '@stellwerk/contract/connector';
import {
  createFleet,
  deleteFleet,
  type Fleet,
  listFleetProfiles,
  listFleets,
  updateFleet,
} from '@stellwerk/contract/fleet';
import { cancelJob } from '@stellwerk/contract/job';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { choose, pick, press, reported } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { SimulatorPage } from './SimulatorPage.tsx';

const rooms: PartOf<Fleet> = {
  id: 3,
  name: 'Classrooms',
  deviceCount: 20,
  intervalSeconds: 1,
  faults: { gap: 0, duplicate: 0, late: 0 },
  dtwinId: 40,
  state: 'ready',
  isRunning: true,
  revision: 2,
  abilities: { update: true, delete: true },
};
const profiles = [
  { kind: 'em300', manufacturer: 'Milesight', model: 'EM300-TH', intervalSeconds: 1800, states: [] },
  { kind: 'em500', manufacturer: 'Milesight', model: 'EM500', intervalSeconds: 60, states: [] },
];
const home = { primaryTenants: [{ id: 1, name: 'Example' }] };

const serve = (fleets: PartOf<Fleet>[], ...more: Answered[]) =>
  answers(
    on(listFleets, { data: fleets }),
    on(listFleetProfiles, { data: { profiles, connectorTypes: ['webhook-incoming'] } }),
    on(listConnectorConfigs, { data: [] }),
    on(listAccounts),
    ...more,
  );
const show = (options: RenderOptions = {}) =>
  render(<SimulatorPage />, { route: '/simulator', path: '/simulator', session: home, ...options });

const dialog = page.getByRole('dialog');
const field = (name: RegExp) => dialog.getByRole('textbox', { name });
const openNew = () => page.getByRole('button', { name: 'Create fleet' }).first().click();

it('explains fleets while there are none, and offers none without permission', async () => {
  serve([]);
  await show({ abilities: ['VirtualDevice.read'] });
  await expect.element(page.getByText('No sensors at hand? Make some.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Create fleet' }).elements()).toEqual([]);
  expect(await accessibilityProblems()).toEqual([]);
});

it('creates a fleet, and says how much it will send', async () => {
  const server = serve([], on(createFleet));
  await show();
  await openNew();
  await field(/^Name/).fill('Classrooms');
  await choose(dialog.getByRole('combobox', { name: 'Sensor' }), /EM300-TH/);
  await expect
    .element(dialog.getByText('Each device sends every 30 minutes; together that is 40 an hour.'))
    .toBeVisible();
  await field(/^Devices/).fill('800');
  await field(/^Time between/).fill('1');
  await expect.element(dialog.getByText(/Together more than 500 messages a second/)).toBeVisible();
  await field(/^Devices/).fill('12');
  await expect.element(dialog.getByText('Each device sends every second; together that is 12 a second.')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(dialog, 'Create');
  await reported('“Classrooms” is being created.');
  expect(server.calls(createFleet)[0]?.body).toMatchObject({
    name: 'Classrooms',
    profile: 'em300',
    deviceCount: 12,
    intervalSeconds: 1,
    tenantId: 1,
    connectorId: null,
  });
});

it.each([
  ['BRIDGE_DUPLICATE_NAME', /^Name/],
  ['FLEET_TOO_FAST', /^Time between/],
] as const)('shows %s at its field', async (code, name) => {
  serve([], on(createFleet, refusal(code)));
  await show();
  await openNew();
  await field(/^Name/).fill('Twice');
  await press(dialog, 'Create');
  await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true');
});

it('needs a name', async () => {
  const server = serve([]);
  await show();
  await openNew();
  await press(dialog, 'Create');
  await expect.element(field(/^Name/)).toHaveFocus();
  await expect.element(field(/^Name/)).toHaveAttribute('aria-invalid', 'true');
  expect(server.calls(createFleet)).toEqual([]);
});

it('stops a fleet by its switch', async () => {
  const server = serve([rooms], on(updateFleet, { data: { ...rooms, isRunning: false } }));
  const { path } = await show();
  await expect.element(page.getByRole('row', { name: /Classrooms.*Sending/ })).toBeVisible();
  await page.getByRole('switch', { name: '“Classrooms” sends' }).click();
  await reported('“Classrooms” is silent.');
  expect(server.calls(updateFleet)).toMatchObject([{ params: { id: 3 }, body: { isRunning: false, revision: 2 } }]);
  // The row is a link, the switch in it is not.
  expect(path()).toBe('/simulator');
});

it('says why a fleet could not be stopped', async () => {
  serve([rooms], on(updateFleet, refusal('FLEET_CHANGED_MEANWHILE', { message: 'Changed meanwhile' })));
  await show();
  await page.getByRole('switch', { name: '“Classrooms” sends' }).click();
  await reported('Changed meanwhile');
});

it('changes the interval of a fleet', async () => {
  const server = serve([rooms], on(updateFleet, { data: rooms }));
  await show();
  await pick(page, 'Actions for “Classrooms”', 'Edit');
  await field(/^Time between/).fill('3600');
  await expect.element(dialog.getByText(/together that is 20 an hour/)).toBeVisible();
  await press(dialog, 'Save');
  await reported('“Classrooms” was changed.');
  expect(server.calls(updateFleet)[0]?.body).toMatchObject({ intervalSeconds: 3600, revision: 2 });
});

it('deletes a fleet after a question that counts its devices', async () => {
  const server = serve([rooms], on(deleteFleet));
  await show();
  await pick(page, 'Actions for “Classrooms”', 'Delete');
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText('20 devices with their history')).toBeVisible();
  await press(question, 'Delete');
  await reported('“Classrooms” is being removed.');
  expect(server.calls(deleteFleet)).toMatchObject([{ params: { id: 3 } }]);
});

it('stops creating the devices of a fleet', async () => {
  const making: PartOf<Fleet> = {
    ...rooms,
    state: 'making',
    jobId: 9,
    dtwinId: null,
    progress: { done: 5, total: 20 },
  };
  const server = serve([making], on(cancelJob));
  await show();
  await expect.element(page.getByText('Creating 5 of 20')).toBeVisible();
  await pick(page, 'Actions for “Classrooms”', 'Stop creating');
  await press(page.getByRole('alertdialog'), 'Stop creating');
  await expect.poll(() => server.calls(cancelJob).map(({ params }) => params.id)).toEqual([9]);
});

it('is a list of cards on a phone', async () => {
  serve([rooms]);
  await show({ size: phone });
  await expect.element(page.getByText('Sending', { exact: true })).toBeVisible();
  await expect.element(page.getByText('20 a second')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});
