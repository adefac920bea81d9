import { type DeviceTemplate, type TemplateContent, templateContent } from '@stellwerk/contract/device-template';
import {
  decideTemplateCanary,
  listLinkedDevices,
  listTemplateChanges,
  publishTemplate,
  readDeviceTemplate,
  readProductiveTemplate,
  readTemplateDraft,
  retryTemplateSync,
  rollBackTemplate,
  updateDeviceTemplate,
} from '@stellwerk/contract/device-template-calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { TemplatePage } from './TemplatePage.tsx';

const state = (key: string, title: string) => ({ key, title, variable: key });
const contentOf = (more: object = {}): TemplateContent =>
  templateContent.parse({ connectorId: 3, driverId: 4, states: [state('t', 'Temperatur')], ...more });

const template: PartOf<DeviceTemplate> = {
  id: 7,
  title: 'Raumfühler',
  accountName: 'Example',
  status: 'unsynced',
  hasUnsyncedChanges: true,
  productiveVersion: 2,
  deviceCount: 40,
  failedCount: 0,
  pendingCount: 40,
  connector: { id: 3, name: 'Netz', type: 'plain' },
  driver: { id: 4, title: 'Fühler', version: null },
  draft: { revision: 5, content: contentOf({ tags: ['neu'] }) },
  versions: [
    { number: 2, deviceCount: 40, restores: null, notes: 'mit Feuchte' },
    { number: 1, deviceCount: 0, restores: null },
  ],
  canary: null,
  abilities: { update: true, delete: true },
};

const changes = {
  deviceCount: 40,
  changes: [
    { area: 'tags' as const, key: 'neu', title: 'neu', kind: 'added' as const, fields: [] },
    {
      ...{ area: 'rules' as const, key: 'hot', title: 'Zu heiß', kind: 'changed' as const },
      fields: [{ name: 'throttleHours', before: 0, after: 2 }],
    },
  ],
  effects: [{ kind: 'losesState' as const, key: 'humidity', devices: 12, values: 3_100_000, isEstimate: true }],
};

const serve = (own: PartOf<DeviceTemplate> = {}, ...more: Answered[]) =>
  answers(
    on(readDeviceTemplate, { data: { ...template, ...own } }),
    on(listTemplateChanges, { data: changes }),
    on(listLinkedDevices, { data: [] }),
    ...more,
  );

const show = (tab: string, options: RenderOptions = {}) =>
  render(<TemplatePage />, {
    language: 'de',
    route: '/device-templates/{id}',
    path: `/device-templates/7?tab=${tab}`,
    ...options,
  });

const button = (name: string) => page.getByRole('button', { name });
const dialog = page.getByRole('dialog');

it('shows the changes as a readable diff with their effect', async () => {
  serve();
  await show('changes', { size: phone });
  await expect
    .element(page.getByText('12 Geräte verlieren den Datenpunkt „humidity“ mit etwa 3.100.000 Werten.'))
    .toBeVisible();
  const rules = page.getByRole('region', { name: 'Regeln' });
  await expect.element(rules.getByText('Drosselung in Stunden')).toBeVisible();
  await expect.element(rules.getByText('− 0')).toBeVisible();
  await expect.element(rules.getByText('+ 2')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('switches to the version that was synchronised last, which is read-only', async () => {
  const productive = contentOf({ states: [state('t', 'Temperatur'), state('humidity', 'Feuchte')] });
  serve({}, on(readProductiveTemplate, { data: { number: 2, content: productive } }));
  await show('configuration');
  await expect.element(button('Datenpunkt hinzufügen')).toBeVisible();
  await button('Zuletzt synchronisiert').click();
  await expect.element(page.getByText('Feuchte')).toBeVisible();
  await expect.element(button('Datenpunkt hinzufügen')).not.toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

it('saves an edited limit before it publishes, as a trial on some devices', async () => {
  let current: PartOf<DeviceTemplate> = template;
  const server = serve(
    {},
    on(readDeviceTemplate, () => ({ data: current })),
    on(updateDeviceTemplate, ({ body }) => {
      current = { ...current, draft: { revision: 6, content: body.draft ?? contentOf() } };
      return { data: current };
    }),
    on(publishTemplate, { data: { version: 3, job: { id: 9 } } }),
  );
  await show('configuration');
  await button('Regel hinzufügen').click();
  await dialog.getByRole('textbox', { name: 'Titel' }).fill('Zu heiß');
  await dialog.getByRole('textbox', { name: 'Grenzwert' }).fill('30,5');
  await dialog.getByRole('textbox', { name: 'Text des Alarms' }).fill('Zu heiß');
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Übernehmen' }).click();
  await expect.element(page.getByText('Temperatur > 30,5')).toBeVisible();
  await button('Veröffentlichen und synchronisieren').click();
  await expect.element(dialog.getByText('40 verknüpfte Geräte bekommen diese Version.')).toBeVisible();
  expect(server.calls(updateDeviceTemplate)[0]?.body).toMatchObject({
    basedOn: 5,
    draft: { rules: [{ title: 'Zu heiß', metrics: [{ stateKey: 't' }] }] },
  });
  await dialog.getByRole('switch', { name: 'Zuerst auf einigen Geräten erproben' }).click();
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Erprobung beginnen' }).click();
  await expect
    .poll(() => server.calls(publishTemplate).map(({ body }) => body))
    .toMatchObject([{ basedOn: 6, canary: { devices: 2, minutes: 60 } }]);
});

it('shows both versions when somebody else has saved meanwhile, and lets one of them win', async () => {
  const theirs = { revision: 6, changedBy: 'Eva Klein', content: contentOf({ tags: ['neu'], groups: ['ihre'] }) };
  let isConflict = true;
  const server = serve(
    {},
    on(readTemplateDraft, { data: theirs }),
    on(updateDeviceTemplate, ({ body }) => {
      if (isConflict) {
        isConflict = false;
        return refusal('DEVICE_TEMPLATE_CHANGED_MEANWHILE');
      }
      return { data: { ...template, draft: { revision: 7, content: body.draft ?? contentOf() } } };
    }),
  );
  await show('configuration');
  await button('„Temperatur“ entfernen').click();
  await button('Speichern').click();
  const conflict = page.getByRole('alertdialog');
  const side = (name: string) => conflict.getByRole('region', { name });
  await expect.element(side('Änderungen von Eva Klein').getByText('ihre')).toBeVisible();
  await expect.element(side('Ihre Änderungen').getByText('Temperatur')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await conflict.getByRole('button', { name: 'Mit meinen überschreiben' }).click();
  await expect.element(conflict).not.toBeInTheDocument();
  expect(server.calls(updateDeviceTemplate).map(({ body }) => body.basedOn)).toEqual([5, 6]);
});

it('says why a trial has halted, and gives its devices the old version again', async () => {
  const canary = { version: 3, devices: 2, packets: 10, faults: 9, haltedAt: '2026-01-01T10:00:00Z' };
  const server = serve(
    { status: 'halted', canary: { ...canary, reason: 'parseErrors' } },
    on(decideTemplateCanary, { data: { version: 2, job: null } }),
  );
  await show('configuration');
  await expect.element(page.getByText(/Pakete schlagen häufiger fehl als zuvor \(9 von 10\)/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await button('Erprobung beenden und zurücksetzen').click();
  await expect.poll(() => server.calls(decideTemplateCanary).map(({ body }) => body)).toEqual([{ decision: 'stop' }]);
});

it('rolls back to an earlier version after asking', async () => {
  const server = serve({}, on(rollBackTemplate, { data: { version: 3, job: null } }));
  await show('versions');
  await expect.element(page.getByText('mit Feuchte')).toBeVisible();
  await button('Zurücksetzen').click();
  await expect.element(page.getByText('„Raumfühler“ auf Version 1 zurücksetzen?')).toBeVisible();
  await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Zurücksetzen' }).click();
  await expect.poll(() => server.calls(rollBackTemplate).map(({ body }) => body)).toEqual([{ version: 1 }]);
});

it('lists devices that failed with the reason, and retries them', async () => {
  const failed = {
    ...{ id: 11, title: 'Fühler 11', externalId: 'A1', state: 'failed' as const, version: 1, health: 'ok' as const },
    error: { code: 'DEVICE_TEMPLATE_PROPERTY_EMPTY', message: 'Die Eigenschaft „owner“ ist erforderlich.' },
  };
  const server = serve(
    { status: 'failed', failedCount: 1 },
    on(listLinkedDevices, { data: [failed], total: 1 }),
    on(retryTemplateSync, { data: { version: 2, job: { id: 9 } } }),
  );
  await show('devices');
  await expect.element(page.getByText('Die Eigenschaft „owner“ ist erforderlich.').first()).toBeVisible();
  await expect.element(page.getByText('1 Gerät fehlgeschlagen')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await button('Erneut synchronisieren').click();
  await expect.poll(() => server.calls(retryTemplateSync)).toHaveLength(1);
});

it('offers readers no changes', async () => {
  serve({ abilities: { update: false, delete: false } });
  await show('configuration', { abilities: ['DeviceTemplate.read'] });
  await expect.element(page.getByText('Temperatur')).toBeVisible();
  await expect.element(button('Speichern')).not.toBeInTheDocument();
  await expect.element(button('„Temperatur“ entfernen')).not.toBeInTheDocument();
});
