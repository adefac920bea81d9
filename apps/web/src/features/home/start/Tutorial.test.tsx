import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { listDevices } from '@stellwerk/contract/device';
import { listDrivers } from '@stellwerk/contract/driver';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { answers, on } from '../../../testing/answers.ts';
import { press } from '../../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../../testing/render.tsx';
import { TutorialPage } from '../TutorialPage.tsx';

const show = (options: RenderOptions = {}) =>
  render(<TutorialPage />, { language: 'de', route: '/tutorial', path: '/tutorial', ...options });
const condition = (name: RegExp) => page.getByRole('listitem').filter({ hasText: name }).last();
const nothing = [on(listConnectorConfigs, { data: [] }), on(listDrivers, { data: [] }), on(listDevices, { data: [] })];

it('begins with the connector and leads there', async () => {
  answers(...nothing);
  const { path } = await show();
  await expect.element(page.getByText('1 von 4 Schritten erledigt')).toBeVisible();
  await expect.element(condition(/Konnektor für Geräte/)).toMatchTextContent(/noch offen/);
  expect(await accessibilityProblems()).toEqual([]);
  await press(page, 'Konnektor anlegen');
  await expect.poll(path).toBe('/connectors/create');
});

it('ticks steps off as soon as their objects exist', async () => {
  answers(
    on(listConnectorConfigs, { data: [{ id: 1, capabilities: { devices: true } }] }),
    on(listDrivers, { data: [{ id: 2 }], total: 1 }),
    on(listDevices, { data: [{ id: 7, lastSeenAt: null }], total: 1 }),
  );
  const { path } = await show({ size: phone });
  await expect.element(page.getByText('3 von 4 Schritten erledigt')).toBeVisible();
  await expect.element(condition(/Ein virtuelles Gerät/)).toMatchTextContent(/erledigt/);
  await expect.element(condition(/Ein erstes Paket/)).toMatchTextContent(/noch offen/);
  await press(page, 'Gerät öffnen');
  await expect.poll(path).toBe('/virtual-devices/7?tab=packets');
});

it('ends when the first packet has arrived', async () => {
  answers(
    on(listConnectorConfigs, { data: [{ id: 1, capabilities: { devices: true } }] }),
    on(listDrivers, { data: [{ id: 2 }], total: 1 }),
    on(listDevices, { data: [{ id: 7, lastSeenAt: '2026-03-01T12:00:00Z' }], total: 1 }),
  );
  await show();
  await expect.element(page.getByText(/Alle vier Schritte sind erledigt/)).toBeVisible();
});

it('names the steps that somebody else has to do', async () => {
  answers(...nothing);
  await show({ abilities: ['VirtualDevice.read', 'VirtualDevice.manage'] });
  await expect.element(condition(/Berechtigung, Konnektoren/)).toMatchTextContent(/noch offen/);
  await expect.element(page.getByRole('button', { name: 'Konnektor anlegen' })).not.toBeInTheDocument();
  await expect.element(page.getByText(/Das übernimmt jemand/).first()).toBeVisible();
});
