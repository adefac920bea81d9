import { listAccounts } from '@stellwerk/contract/account';
import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { listDeviceTagsAndZones, listGroups } from '@stellwerk/contract/device';
import { listDrivers } from '@stellwerk/contract/driver';
import {
  createSmartGroup,
  listSmartGroups,
  readSmartGroupFigures,
  type SmartGroupRow,
} from '@stellwerk/contract/smart-group';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on } from '../../../testing/answers.ts';
import { press } from '../../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../../testing/render.tsx';
import type { PartOf } from '../../../testing/sample.ts';
import { GroupsPage } from './GroupsPage.tsx';

const group: PartOf<SmartGroupRow> = {
  id: 4,
  title: 'Pumpen',
  tenantName: 'Stadtwerke',
  filter: { tags: ['pumpe'], health: ['error'] },
};

function serve(groups: PartOf<SmartGroupRow>[], ...more: Answered[]) {
  return answers(
    on(listSmartGroups, { data: groups, total: groups.length }),
    on(readSmartGroupFigures, {
      data: { devices: 1_200, disabled: 0, active: 900, byHealth: { error: 3, warning: 0, ok: 1_197 } },
    }),
    on(listAccounts),
    on(listConnectorConfigs),
    on(listDrivers),
    on(listDeviceTagsAndZones, { data: { tags: [], zones: [] } }),
    on(listGroups),
    ...more,
  );
}
const show = (options: RenderOptions = {}) =>
  render(<GroupsPage />, {
    language: 'de',
    route: '/virtual-device-groups',
    path: '/virtual-device-groups',
    session: { tenantId: 1, primaryTenants: [{ id: 1, name: 'Stadtwerke' }] },
    ...options,
  });
const card = (title: string) => page.getByRole('listitem').filter({ hasText: title });

it('shows each group as a card with its filter, its devices and how they are', async () => {
  serve([group]);
  await show();
  await expect.element(card('Pumpen').getByText('1.200')).toBeVisible();
  await expect.element(card('Pumpen').getByText('3 Fehler')).toBeVisible();
  await expect.element(card('Pumpen').getByText('Tags: pumpe')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Pumpen' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('explains what groups are for as long as there are none', async () => {
  serve([]);
  await show();
  await expect.element(page.getByText('Noch keine Smart Groups')).toBeVisible();
});

it('creates a group with only the fields that narrow it', async () => {
  const server = serve([group], on(createSmartGroup, { data: { ...group, id: 9, title: 'Leuchten' } }));
  const { path } = await show();
  await press(page, 'Smart Group anlegen');
  const dialog = page.getByRole('dialog', { name: 'Smart Group anlegen' });
  await dialog.getByRole('textbox', { name: 'Titel' }).fill('Leuchten');
  await dialog.getByRole('textbox', { name: 'Suchworte' }).fill('"Lampe"');
  await dialog.getByRole('switch', { name: 'Pakete überwachen' }).click();
  await press(dialog, 'Anlegen');
  // Monitoring needs a threshold.
  const threshold = dialog.getByRole('textbox', { name: /Mindestens erwartete Pakete/ });
  await expect.element(threshold).toHaveAttribute('aria-invalid', 'true');
  await threshold.fill('500');
  expect(await accessibilityProblems()).toEqual([]);
  await press(dialog, 'Anlegen');
  await expect.poll(path).toBe('/virtual-device-groups/9');
  expect(server.calls(createSmartGroup).map(({ body }) => body)).toEqual([
    {
      tenantId: 1,
      title: 'Leuchten',
      description: '',
      filter: { search: '"Lampe"' },
      monitorsPackets: true,
      packetThreshold: 500,
    },
  ]);
});

it('fits a phone, and offers no creation without permission', async () => {
  serve([group]);
  await show({ size: phone, theme: 'dark', abilities: ['VirtualDeviceGroup.read', 'VirtualDevice.read'] });
  await expect.element(page.getByRole('link', { name: 'Pumpen' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Smart Group anlegen' })).not.toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});
