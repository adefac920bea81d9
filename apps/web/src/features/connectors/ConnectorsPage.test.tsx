import { listAccounts } from '@stellwerk/contract/account';
import { type ConnectorRow, listConnectorKinds, listConnectors } from '@stellwerk/contract/connector';
import { listFavouriteMarks } from '@stellwerk/contract/favourite';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { pick, press } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { ConnectorsPage } from './ConnectorsPage.tsx';

const broker: PartOf<ConnectorRow> = {
  id: 4,
  name: 'Gateways',
  type: 'mqtt-broker',
  active: true,
  state: 'connected',
  clientCount: 2,
  tenantId: 1,
  deviceCount: 1,
};
const serve = (rows: PartOf<ConnectorRow>[], ...more: Answered[]) =>
  answers(
    on(listConnectors, { data: rows }),
    on(listConnectorKinds, { data: [{ type: 'mqtt-broker' }, { type: 'webhook-incoming' }] }),
    on(listAccounts),
    on(listFavouriteMarks, { data: [] }),
    ...more,
  );
const show = (options: RenderOptions = {}) =>
  render(<ConnectorsPage />, { language: 'de', route: '/connectors/list', path: '/connectors/list', ...options });

it('offers the kinds while there are no connectors', async () => {
  serve([]);
  const { path } = await show();
  await expect
    .element(page.getByText(/Ein Konnektor verbindet diese Plattform mit einem anderen System/))
    .toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('link', { name: /^Webhook \(eingehend\)/ }).click();
  await expect.poll(path).toBe('/connectors/create?kind=webhook-incoming');
});

it('lists connectors with their state, and opens one', async () => {
  serve([broker]);
  const { path } = await show();
  const row = page.getByRole('row', { name: /Gateways.*Bereit, 2 Clients/ });
  await expect.element(row).toBeVisible();
  await row.getByText('Gateways').click();
  await expect.poll(path).toBe('/connectors/edit/1/4');
});

it('says which devices keep a connector from being deleted; and fits a phone', async () => {
  serve([broker]);
  await show({ size: phone, theme: 'dark' });
  await expect.element(page.getByText('Gateways')).toBeVisible();
  expect(page.getByRole('row').elements()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  expect(await accessibilityProblems()).toEqual([]);
  await pick(page, /Aktionen für/, 'Löschen');
  const dialog = page.getByRole('dialog', { name: '„Gateways“ wird noch benutzt' });
  await expect.element(dialog.getByText(/1 virtuelles Gerät bezieht seine Daten über diesen Konnektor/)).toBeVisible();
  await press(dialog, 'Schließen');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('says why the list did not load, and tries again', async () => {
  const server = serve([], on(listConnectors, refusal('INTERNAL_ERROR')));
  await show();
  await expect.element(page.getByRole('alert')).toBeVisible();
  server.answer(on(listConnectors, { data: [broker] }));
  await press(page, 'Erneut versuchen');
  await expect.element(page.getByRole('row', { name: /Gateways/ })).toBeVisible();
});
