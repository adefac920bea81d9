import { readDevice } from '@stellwerk/contract/device';
import { listCommandKinds, listTwinRules } from '@stellwerk/contract/rule-calls';
import { replayRule, testConditions } from '@stellwerk/contract/rule-run';
import { listTwinStates } from '@stellwerk/contract/state';
import { readTwin } from '@stellwerk/contract/twin';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answers, on, refusal } from '../../../testing/answers.ts';
import { render } from '../../../testing/render.tsx';
import { NewRulePage } from './NewRulePage.tsx';

const route = '/digitaltwin-mgmt/{id}/rules/new';
const rest = [
  on(listTwinStates, { data: [] }),
  on(listTwinRules, { data: [] }),
  on(listCommandKinds, { data: [] }),
  on(testConditions),
  on(replayRule),
];
const device = { id: 3, title: 'Pump', abilities: { update: true } };
const title = page.getByRole('textbox', { name: 'Title' });

const show = (abilities: string[]) =>
  render(<NewRulePage />, { route, path: '/digitaltwin-mgmt/3/rules/new', language: 'en', abilities });

it('opens for a device with permissions for devices alone', async () => {
  const server = answers(on(readDevice, { data: device }), ...rest);
  await show(['VirtualDevice.read', 'VirtualDevice.write']);
  await expect.element(title).toBeEnabled();
  expect(server.calls(readDevice)).toHaveLength(1);
});

it('opens for a device that the caller sees as a twin nowhere here, but elsewhere', async () => {
  answers(on(readTwin, refusal('DTWIN_NOT_FOUND')), on(readDevice, { data: device }), ...rest);
  await show(['DigitalTwin.read', 'VirtualDevice.read', 'VirtualDevice.write']);
  await expect.element(title).toBeEnabled();
});

it('stays closed for those who only read the device', async () => {
  answers(on(readDevice, { data: { ...device, abilities: { update: false } } }), ...rest);
  await show(['VirtualDevice.read']);
  await expect.element(page.getByText(/permission/i).first()).toBeVisible();
  expect(title.elements()).toEqual([]);
});
