import { listConnectorConfigs, listConnectorKinds } from '@stellwerk/contract/connector';
import { device as deviceSchema, listDevices } from '@stellwerk/contract/device';
import { previewReplacement, replaceDevice } from '@stellwerk/contract/device-replacement';
import { listDrivers } from '@stellwerk/contract/driver';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { press, reported } from '../../../testing/gestures.ts';
import { phone, render } from '../../../testing/render.tsx';
import { sampleOf } from '../../../testing/sample.ts';
import { ReplaceDialog } from './ReplaceDialog.tsx';

const device = sampleOf(deviceSchema, {
  id: 8,
  title: 'Raum 204',
  tenantId: 1,
  connector: { id: 3, name: 'LoRa', type: 'webhook' },
  driver: { id: 5, title: 'Alt', version: 1 },
});
const state = (id: number, title: string, proposed: string | null) => ({
  ...{ id, key: title, title, unit: '°C', valueType: 'number' as const, variable: `old_${id}`, proposed },
});
const variable = (name: string) => ({ name, title: '', unit: '°C', valueType: 'number' as const });

const serve = (...more: Answered[]) =>
  answers(
    on(listConnectorConfigs, { data: [] }),
    on(listConnectorKinds, { data: [] }),
    on(listDrivers, { data: [{ id: 6, title: 'Neu', publishedVersion: 2 }] }),
    on(listDevices, { data: [{ id: 9, title: 'Ersatz' }] }),
    on(previewReplacement, {
      data: {
        variables: [variable('t'), variable('h')],
        states: [state(1, 'Temperatur', 't'), state(2, 'Feuchte', null)],
      },
    }),
    ...more,
  );
const dialog = page.getByRole('dialog', { name: 'Sensor von „Raum 204“ ersetzen' });
const choose = async (field: RegExp | string, option: string) => {
  await dialog.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
};

it('shows which variable feeds which state, lets them be changed, and replaces the sensor', async () => {
  const server = serve(on(replaceDevice, { data: device }));
  await render(<ReplaceDialog device={device} onClose={() => {}} />, { language: 'de' });
  await expect.element(dialog.getByText('Bisher: old_1')).toBeVisible();
  await expect.element(dialog.getByText(/Behält seinen Verlauf/)).toBeVisible();
  await expect.element(dialog.getByText('Für diese Variable entsteht ein neuer Datenpunkt: h')).toBeVisible();
  await dialog.getByRole('textbox', { name: /Externe ID/ }).fill('NEW-1');
  await choose(/Treiber/, 'Neu');
  await choose(/Variable für Feuchte/, 'h (°C)');
  expect(await accessibilityProblems()).toEqual([]);
  await press(dialog, 'Ersetzen');
  await reported('„Raum 204“ hat einen neuen Sensor.');
  expect(server.calls(replaceDevice).map(({ body }) => body)).toEqual([
    {
      source: {
        ...{ kind: 'new', externalId: 'NEW-1', connectorId: 3, driverId: 6 },
        ...{ driverVersion: null, connectorData: {} },
      },
      mapping: [
        { stateId: 1, variable: 't' },
        { stateId: 2, variable: 'h' },
      ],
    },
  ]);
});

it('refuses a variable for two states before the server is asked', async () => {
  const server = serve(on(replaceDevice, { data: device }));
  await render(<ReplaceDialog device={device} onClose={() => {}} />, { language: 'de', size: phone });
  await dialog.getByRole('textbox', { name: /Externe ID/ }).fill('NEW-1');
  await choose(/Variable für Feuchte/, 't (°C)');
  await expect.element(dialog.getByText('Diese Variable ist schon vergeben').first()).toBeVisible();
  await press(dialog, 'Ersetzen');
  await expect.element(dialog.getByText(/Wählen Sie zuerst für jeden Datenpunkt/)).toBeVisible();
  expect(server.calls(replaceDevice)).toEqual([]);
});

it('shows an id that is taken at its field', async () => {
  serve(on(replaceDevice, refusal('VDEVICE_DUPLICATE_EXTERNAL_ID')));
  await render(<ReplaceDialog device={device} onClose={() => {}} />, { language: 'de' });
  const id = dialog.getByRole('textbox', { name: /Externe ID/ });
  await id.fill('NEW-1');
  await expect.element(dialog.getByText('Bisher: old_1')).toBeVisible();
  await press(dialog, 'Ersetzen');
  await expect.element(id).toHaveAttribute('aria-invalid', 'true');
});
