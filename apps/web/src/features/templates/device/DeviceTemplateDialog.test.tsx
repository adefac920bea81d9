import type { Device } from '@stellwerk/contract/device';
import {
  linkDevices,
  listMatchingTemplates,
  readTemplateOfDevice,
  unlinkDevice,
} from '@stellwerk/contract/device-template-calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { answers, on } from '../../../testing/answers.ts';
import { phone, render } from '../../../testing/render.tsx';
import { DeviceTemplateDialog } from './DeviceTemplateDialog.tsx';

// The dialog only uses these fields.
const device = { id: 5, title: 'Fühler', tenantId: 1, driver: { id: 4, title: 'Treiber', version: 1 } } as Device;
const show = () =>
  render(<DeviceTemplateDialog kind="device" twin={device} onClose={() => undefined} />, {
    language: 'de',
    size: phone,
  });
const dialog = page.getByRole('dialog');

it('shows which states linking deletes, before it links', async () => {
  const lost = { key: 'humidity', title: 'Feuchte', values: 3_100_000 };
  const server = answers(
    on(readTemplateOfDevice, { data: null }),
    on(listMatchingTemplates, { data: [{ id: 7, title: 'Raumfühler', version: 2 }] }),
    on(linkDevices, { data: { devices: [{ id: 5, title: 'Fühler', lostStates: [lost], error: null }], linked: 1 } }),
  );
  await show();
  await expect.element(dialog.getByRole('button', { name: 'Verknüpfen' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Vorlage' }).click();
  await page.getByRole('option', { name: 'Raumfühler' }).click();
  await expect.element(dialog.getByText('Feuchte (humidity): 3.100.000 Werte')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Verknüpfen' }).click();
  await expect
    .poll(() => server.calls(linkDevices).map(({ body }) => body))
    .toEqual([
      { ids: [5], dryRun: true },
      { ids: [5], dryRun: false },
    ]);
});

it('refuses to link while an aggregate uses a state that would go', async () => {
  const error = { code: 'DTWIN_DELETE_STATES_AGGREGATED', message: 'Andere Datenpunkte werden daraus berechnet.' };
  answers(
    on(readTemplateOfDevice, { data: null }),
    on(listMatchingTemplates, { data: [{ id: 7, title: 'Raumfühler', version: 2 }] }),
    on(linkDevices, { data: { devices: [{ id: 5, title: 'Fühler', lostStates: [], error }], linked: 0 } }),
  );
  await show();
  await dialog.getByRole('combobox', { name: 'Vorlage' }).click();
  await page.getByRole('option', { name: 'Raumfühler' }).click();
  await expect.element(dialog.getByText(error.message)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Verknüpfen' })).toBeDisabled();
});

it('unlinks a device from its template', async () => {
  const server = answers(
    on(readTemplateOfDevice, {
      data: { template: { id: 7, title: 'Raumfühler' }, abilities: { open: true, unlink: true } },
    }),
    on(unlinkDevice),
  );
  await show();
  await expect.element(dialog.getByRole('link', { name: 'Raumfühler' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Trennen' }).click();
  await expect.poll(() => server.calls(unlinkDevice)).toHaveLength(1);
});
