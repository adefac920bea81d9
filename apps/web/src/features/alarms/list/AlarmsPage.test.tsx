import { listAccounts } from '@stellwerk/contract/account';
import {
  type AlarmRow,
  commentAlarms,
  explainAlarm,
  listAlarms,
  readAlarm,
  readAlarmStatistics,
  resolveAlarms,
} from '@stellwerk/contract/alarm';
import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { listDeviceTagsAndZones, listGroups } from '@stellwerk/contract/device';
import { listDrivers } from '@stellwerk/contract/driver';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { press, reported } from '../../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../../testing/render.tsx';
import type { PartOf } from '../../../testing/sample.ts';
import { AlarmsPage } from './AlarmsPage.tsx';

const abilities = { comment: true, resolve: true };
const health: PartOf<AlarmRow> = {
  id: 1,
  message: 'Batterie leer',
  type: 'health',
  category: 'battery',
  severity: 'warning',
  status: 'unresolved',
  origin: { id: 8, title: 'Zähler Nord', category: 'virtualDevice' },
  abilities: { comment: true, resolve: false },
};
const rule: PartOf<AlarmRow> = {
  ...health,
  id: 2,
  message: 'Zu heiß: 65 Grad',
  type: 'rule',
  category: 'device',
  severity: 'error',
  rule: { id: 4, title: 'Zu heiß' },
  abilities,
};
const row = (text: RegExp) => page.getByRole('row', { name: text });

function serve(alarms: PartOf<AlarmRow>[], ...more: Answered[]) {
  return answers(
    on(listAlarms, { data: alarms }),
    on(readAlarmStatistics, { data: { unresolved: { error: 0, warning: 1 }, byCategory: [], byDay: [] } }),
    // Choices of the filters.
    on(listAccounts),
    on(listConnectorConfigs),
    on(listDeviceTagsAndZones),
    on(listDrivers),
    on(listGroups),
    ...more,
  );
}
const show = (options: RenderOptions = {}) =>
  render(<AlarmsPage />, { language: 'de', route: '/alarm-logs', path: '/alarm-logs', ...options });

it('lists alarms with their origin and status, and counts open ones', async () => {
  serve([health, rule]);
  await show();
  await expect.element(row(/Batterie leer.*Offen/)).toBeVisible();
  await expect.element(row(/Zu heiß: 65 Grad/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: '1 offene Warnung' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('says that nothing is open, or was ever reported, and leads to the devices', async () => {
  serve([]);
  const { path } = await show();
  await expect.element(page.getByText('Kein Alarm ist offen')).toBeVisible();
  await press(page, 'Auch behobene zeigen');
  await expect.element(page.getByText(/Noch keine Alarme/)).toBeVisible();
  await press(page, 'Zu den virtuellen Geräten');
  await expect.poll(path).toBe('/virtual-devices');
});

it('says that no alarm matches the search', async () => {
  serve([]);
  await show({ path: '/alarm-logs?q=nichts' });
  await expect.element(page.getByText(/Keine Treffer/)).toBeVisible();
});

it('says why the list did not load, and tries again', async () => {
  const server = serve([], on(listAlarms, refusal('INTERNAL_ERROR')));
  await show();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  server.answer(on(listAlarms, { data: [health] }));
  await page.getByRole('button', { name: 'Erneut versuchen' }).first().click();
  await expect.element(row(/Batterie leer/)).toBeVisible();
});

it('queries the server for the filters of the address', async () => {
  const server = serve([rule]);
  await show({ path: '/alarm-logs?q=heiß&type=rule&status=unresolved' });
  await expect.element(row(/Zu heiß/)).toBeVisible();
  expect(server.calls(listAlarms).at(-1)?.query).toMatchObject({
    message: 'heiß',
    type: 'rule',
    status: 'unresolved',
    sort: '-date',
  });
  await expect.element(page.getByRole('switch', { name: 'Nur offene' })).toBeChecked();
});

it('opens with what is open, and remembers that all alarms were wanted', async () => {
  const server = serve([health]);
  const first = await show();
  await expect.poll(first.path).toBe('/alarm-logs?status=unresolved');
  expect(server.calls(listAlarms).map(({ query }) => query.status)).not.toContain(undefined);
  await page.getByRole('switch', { name: 'Nur offene' }).click();
  await expect.poll(first.path).toBe('/alarm-logs');
  first.unmount();
  const second = await show();
  await expect.element(row(/Batterie leer/)).toBeVisible();
  expect(second.path()).toBe('/alarm-logs');
});

it('remembers that the charts are unfolded', async () => {
  serve([health]);
  const first = await show();
  const charts = page.getByRole('button', { name: 'Diagramme' });
  await expect.element(charts).toHaveAttribute('aria-expanded', 'false');
  await charts.click();
  await expect.element(charts).toHaveAttribute('aria-expanded', 'true');
  first.unmount();
  await show();
  await expect.element(charts).toHaveAttribute('aria-expanded', 'true');
});

it('shows who looks after an alarm, and that it is muted', async () => {
  serve([
    { ...rule, acknowledgedAt: '2026-01-02T03:04:05.000Z', acknowledgedBy: 'Erika', isMuted: false },
    { ...health, isMuted: true, assignee: { id: 3, name: 'Max' } },
  ]);
  await show();
  await expect.element(row(/Zu heiß.*Quittiert.*Erika/)).toBeVisible();
  await expect.element(row(/Batterie leer.*Stumm.*Max/)).toBeVisible();
});

it('saves one comment for all selected alarms', async () => {
  const server = serve([health, rule], on(commentAlarms, { data: { commented: 2 } }));
  await show();
  await row(/Batterie leer/)
    .getByRole('checkbox')
    .click();
  await row(/Zu heiß/)
    .getByRole('checkbox')
    .click();
  await press(page, 'Kommentieren');
  const dialog = page.getByRole('dialog', { name: '2 Alarme kommentieren' });
  await press(dialog, 'Kommentieren');
  const field = dialog.getByRole('textbox', { name: 'Kommentar' });
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(server.calls(commentAlarms)).toEqual([]);
  await field.fill('Batterien sind bestellt.');
  expect(await accessibilityProblems()).toEqual([]);
  await press(dialog, 'Kommentieren');
  await reported('2 Alarme kommentiert.');
  expect(server.calls(commentAlarms).map(({ body }) => body)).toEqual([
    { ids: [1, 2], message: 'Batterien sind bestellt.' },
  ]);
});

it('resolves alarms of rules, and says which ones stay open', async () => {
  const server = serve([health, rule], on(resolveAlarms, { data: { resolved: 1 } }));
  await show();
  await row(/Batterie leer/)
    .getByRole('checkbox')
    .click();
  await row(/Zu heiß/)
    .getByRole('checkbox')
    .click();
  await press(page, 'Als behoben markieren');
  const dialog = page.getByRole('dialog', { name: '1 Alarm als behoben markieren' });
  await expect.element(dialog.getByText(/1 Alarm der Gerätegesundheit bleibt offen/)).toBeVisible();
  await dialog.getByRole('textbox', { name: /Kommentar/ }).fill('Tür war zu.');
  await press(dialog, 'Als behoben markieren');
  await reported('1 Alarm behoben.');
  expect(server.calls(resolveAlarms).map(({ body }) => body)).toEqual([{ ids: [2], message: 'Tür war zu.' }]);
});

it('says why none of the selected alarms can be resolved', async () => {
  const server = serve([health, { ...rule, status: 'resolved' }]);
  await show();
  await row(/Batterie leer/)
    .getByRole('checkbox')
    .click();
  await row(/Zu heiß/)
    .getByRole('checkbox')
    .click();
  await press(page, 'Als behoben markieren');
  const dialog = page.getByRole('dialog', { name: /Keiner der ausgewählten Alarme/ });
  await expect.element(dialog.getByText(/1 Alarm ist schon behoben\./)).toBeVisible();
  await press(dialog, 'Verstanden');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(resolveAlarms)).toEqual([]);
});

it('offers no resolving without the permission for it', async () => {
  serve([rule]);
  await show({ abilities: ['VirtualDevice.read', 'DigitalTwin.read'] });
  await row(/Zu heiß/)
    .getByRole('checkbox')
    .click();
  await expect.element(page.getByRole('button', { name: 'Kommentieren' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Als behoben markieren' })).not.toBeInTheDocument();
});

it('shows alarms that are raised and resolved meanwhile, and marks new ones', async () => {
  const server = serve([rule]);
  await show({ session: { tenantId: 1 } });
  await expect.element(row(/Zu heiß/)).toBeVisible();
  server.answer(on(listAlarms, { data: [health, { ...rule, status: 'resolved' }] }));
  await server.push('alarms/1', { changed: 2 });
  await expect.element(row(/Batterie leer.*Offen/)).toBeVisible();
  await expect.element(row(/Zu heiß.*Behoben/)).toBeVisible();
  await expect.poll(() => document.querySelectorAll('[data-new]').length).toBe(1);
});

it('opens an alarm by the keyboard, and closes it without losing the search', async () => {
  serve([health], on(readAlarm, { data: { ...health, comments: [] } }), on(explainAlarm, { data: { alarm: health } }));
  const { path } = await show({ path: '/alarm-logs?q=leer' });
  await row(/Batterie leer/)
    .getByText(/Batterie leer/)
    .click();
  const panel = page.getByRole('dialog', { name: 'Batterie leer' });
  await expect.element(panel).toBeVisible();
  await expect.poll(path).toContain('alarm=1');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.poll(path).toBe('/alarm-logs?q=leer');
});

it('is a list of cards on a phone', async () => {
  serve([health]);
  await show({ size: phone, theme: 'dark' });
  await expect.element(page.getByRole('link', { name: 'Batterie leer' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});
