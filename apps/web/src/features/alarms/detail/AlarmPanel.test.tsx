import {
  type AlarmRow,
  acknowledgeAlarms,
  assignAlarms,
  commentAlarm,
  explainAlarm,
  muteAlarms,
  readAlarm,
  resolveAlarms,
} from '@stellwerk/contract/alarm';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { answers, on, refusal } from '../../../testing/answers.ts';
import { press, reported } from '../../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../../testing/render.tsx';
import type { PartOf } from '../../../testing/sample.ts';
import { AlarmPanel } from './AlarmPanel.tsx';

const alarm: PartOf<AlarmRow> = {
  id: 7,
  message: 'Batterie leer',
  type: 'health',
  category: 'battery',
  severity: 'warning',
  status: 'unresolved',
  origin: { id: 8, title: 'Zähler Nord', category: 'virtualDevice' },
  abilities: { comment: true, resolve: false },
};
const battery = { state: 'battery', title: 'Batterie', value: 5, unit: '%' };
const temperature = { state: 'temperature', title: 'Temperatur', value: 21.5, unit: '°C' };
const driver = { id: 3, title: 'Zähler', version: 2 };

const panel = page.getByRole('dialog');
const part = (name: string) => panel.getByRole('region', { name, exact: true });

async function show(options: RenderOptions = {}) {
  const onClose = vi.fn();
  await render(<AlarmPanel alarmId={7} onClose={onClose} />, { language: 'de', ...options });
  return onClose;
}

it('explains a health alarm from the bytes to the check, also on a phone', async () => {
  answers(
    on(readAlarm, { data: { ...alarm, comments: [] } }),
    on(explainAlarm, {
      data: {
        alarm,
        health: { identifier: 'battery-low', check: 'return states.battery < 20;', driver, values: [battery] },
        packet: {
          id: '99',
          connector: { id: 1, name: 'Webhook' },
          payload: { t: 215, b: 5 },
          driver,
          variables: { temperature: 21.5, battery: 5 },
          states: [battery, temperature],
        },
        notified: [],
        around: [{ kind: 'change', text: 'Treiber veröffentlicht', by: 'Kim Berger' }],
      },
    }),
  );
  await show({ size: phone, theme: 'dark' });
  await expect.element(part('Was gemeldet wurde').getByText(/Zähler Nord/)).toBeVisible();
  await expect.element(part('Die Werte in diesem Augenblick').getByText(/5 %/).first()).toBeVisible();
  const check = part('Die Prüfung, die es gemeldet hat');
  await expect.element(check.getByText(/battery-low/)).toBeVisible();
  await expect.element(check.getByText(/return states\.battery/)).toBeVisible();
  const origin = part('Woher die Werte kamen');
  await press(origin, /1\. Paket/);
  await expect.element(origin.getByRole('region', { name: 'Nutzlast' }).getByText(/"b": 5/)).toBeVisible();
  await press(origin, /2\. Parser/);
  await expect
    .element(origin.getByRole('region', { name: 'Variablen' }).getByText(/"temperature": 21\.5/))
    .toBeVisible();
  await press(origin, /3\. Datenpunkte/);
  await expect.element(origin.getByRole('row', { name: /Temperatur.*21,5 °C/ })).toBeVisible();
  await expect
    .element(part('Wer benachrichtigt wurde').getByText(/Gesundheitsprüfungen melden nur hier/))
    .toBeVisible();
  await expect.element(part('Was sonst in dieser Stunde geschah').getByText(/Treiber veröffentlicht/)).toBeVisible();
  await expect.element(panel.getByText(/Dieser Alarm endet von selbst/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});

it('explains a rule alarm by its evaluated conditions', async () => {
  const when = (value: number, isMet: boolean) =>
    ({ op: 'when', metric: 'temperature', cmp: 'gt', value, isMet, left: 65.5, right: value }) as const;
  answers(
    on(readAlarm, { data: { ...alarm, type: 'rule', message: 'Zu heiß', comments: [] } }),
    on(explainAlarm, {
      data: {
        alarm: { ...alarm, type: 'rule', message: 'Zu heiß' },
        rule: {
          id: 4,
          title: 'Ofen',
          revision: 1,
          isOutdated: true,
          trigger: { kind: 'value', aliases: ['temperature'] },
          metrics: [{ alias: 'temperature', value: 65.5, count: 1, state: temperature }],
          conditions: {
            op: 'and',
            isMet: true,
            children: [when(50, true), { op: 'not', isMet: true, child: when(1000, false) }],
          },
          executionId: 1,
        },
        notified: [],
        around: [],
      },
    }),
  );
  await show();
  const conditions = panel.getByRole('group', { name: 'Bedingungen mit ihrem Ergebnis' });
  await expect.element(conditions.getByText(/Alle davon/)).toBeVisible();
  await expect.element(conditions.getByText(/65,5/).first()).toBeVisible();
  await expect.poll(() => conditions.getByText('erfüllt', { exact: true }).elements().length).toBe(3);
  expect(conditions.getByText('nicht erfüllt', { exact: true }).elements()).toHaveLength(1);
  const rule = part('Die Regel, die es gemeldet hat');
  await expect.element(rule.getByText(/Version 1/)).toBeVisible();
  await expect.element(rule.getByText(/Die Regel wurde seither geändert/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('says that the data of an old alarm is no longer stored', async () => {
  answers(
    on(readAlarm, { data: { ...alarm, comments: [] } }),
    on(explainAlarm, { data: { alarm, notified: [], around: [] } }),
  );
  await show();
  await expect.element(panel.getByText(/Was die Prüfung damals sah, wird nicht mehr aufbewahrt\./)).toBeVisible();
});

it('shows comments oldest first, and sends another one', async () => {
  const comment = (id: number, message: string, createdAt: string, author: string | null = 'Kim Berger') => ({
    id,
    message,
    createdAt,
    author,
  });
  const comments = [
    comment(2, 'Kommt am Montag.', '2026-03-02T12:00:00.000Z'),
    comment(1, 'Ist bestellt.', '2026-03-01T12:00:00.000Z', null),
  ];
  const server = answers(
    on(readAlarm, { data: { ...alarm, comments } }),
    on(explainAlarm, { data: { alarm, notified: [], around: [] } }),
    on(commentAlarm),
  );
  await show();
  await panel.getByRole('tab', { name: /Kommentare/ }).click();
  const list = panel.getByRole('list', { name: 'Kommentare' });
  await expect.element(list.getByRole('listitem').first()).toMatchTextContent(/Gelöschter Benutzer.*Ist bestellt\./);
  const field = panel.getByRole('textbox', { name: 'Kommentar' });
  await field.fill('Ist eingebaut.');
  await press(panel, 'Kommentieren');
  await expect.element(field).toHaveValue('');
  expect(server.calls(commentAlarm)).toMatchObject([{ params: { id: 7 }, body: { message: 'Ist eingebaut.' } }]);
});

it('is resolved by hand with an optional comment', async () => {
  const byRule = { ...alarm, type: 'rule' as const, abilities: { comment: true, resolve: true } };
  const server = answers(
    on(readAlarm, { data: { ...byRule, comments: [] } }),
    on(explainAlarm, { data: { alarm: byRule, notified: [], around: [] } }),
    on(resolveAlarms, { data: { resolved: 1 } }),
  );
  await show();
  await press(panel, 'Als behoben markieren');
  await press(page.getByRole('dialog', { name: '1 Alarm als behoben markieren' }), 'Als behoben markieren');
  await reported('1 Alarm behoben.');
  expect(server.calls(resolveAlarms).map(({ body }) => body)).toEqual([{ ids: [7] }]);
});

it('says that an alarm does not exist', async () => {
  answers(on(readAlarm, refusal('ALARM_NOT_FOUND')));
  const onClose = await show();
  await expect.element(panel.getByRole('alert')).toBeVisible();
  await press(panel, 'Alarm schließen');
  expect(onClose).toHaveBeenCalledOnce();
});

it('is acknowledged, taken over and muted, and shows the value of then and now', async () => {
  const hot: PartOf<AlarmRow> = {
    ...alarm,
    type: 'rule',
    values: [{ title: 'Temperatur', unit: '°C', raised: 24.5, now: 25.5, at: '2026-01-02T03:04:05.000Z' }],
    abilities: { comment: true, resolve: true, handle: true },
  };
  const server = answers(
    on(readAlarm, { data: { ...hot, comments: [] } }),
    on(explainAlarm, { data: { alarm: hot } }),
    on(acknowledgeAlarms, { data: { changed: 1 } }),
    on(assignAlarms, { data: { changed: 1 } }),
    on(muteAlarms, { data: { changed: 1 } }),
  );
  await show();
  await expect.element(panel.getByText(/24,5 °C beim Alarm, jetzt 25,5 °C/)).toBeVisible();
  await press(panel, 'Quittieren');
  await reported('Alarm wurde quittiert.');
  await press(panel, 'Mir zuweisen');
  await press(panel, 'Stummschalten');
  await page.getByRole('menuitem', { name: '8 Stunden' }).click();
  await expect.poll(() => server.calls(muteAlarms).length).toBe(1);
  expect(server.calls(acknowledgeAlarms)[0]?.body).toEqual({ ids: [7], isAcknowledged: true });
  expect(server.calls(assignAlarms)[0]?.body).toEqual({ ids: [7], to: 'me' });
  const until = Date.parse(server.calls(muteAlarms)[0]?.body.until ?? '') - Date.now();
  expect(Math.round(until / 3_600_000)).toBe(8);
  expect(await accessibilityProblems()).toEqual([]);
});
