import { listFavouriteMarks } from '@stellwerk/contract/favourite';
import {
  createRule,
  listCommandConnectors,
  listCommandKinds,
  listTwinRules,
  type Rule,
  readMailServer,
  updateRule,
} from '@stellwerk/contract/rule-calls';
import { convertConditions, replayRule, testCommand, testConditions } from '@stellwerk/contract/rule-run';
import { listTwinStates } from '@stellwerk/contract/state';
import { searchHistory, searchSeries } from '@stellwerk/contract/state-history';
import { listTagsZones, readTwin } from '@stellwerk/contract/twin';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { choose, pick, press, reported } from '../../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../../testing/render.tsx';
import type { PartOf } from '../../../testing/sample.ts';
import { EditRulePage } from './EditRulePage.tsx';
import { evaluated } from './evaluated.fixture.ts';
import { NewRulePage } from './NewRulePage.tsx';

const text = { type: 'string', minLength: 1 };
const kinds = [
  {
    type: 'mail',
    acts: 'none' as const,
    connectorTypes: ['mail-outgoing'],
    isConnectorRequired: false,
    optionsSchema: {
      type: 'object',
      properties: { to: { type: 'array', items: text, minItems: 1 }, subject: text, body: text },
      required: ['to', 'subject', 'body'],
    },
  },
  {
    type: 'setState',
    acts: 'twin' as const,
    optionsSchema: {
      type: 'object',
      properties: { stateKey: text, value: { type: 'string' }, script: { type: 'string' } },
      required: ['stateKey'],
    },
  },
];
const timestamp = '2026-03-01T12:00:00.000Z';
const states = [
  { id: 1, key: 'temperature', title: 'Temperatur', unit: '°C', value: 27, timestamp },
  { id: 2, key: 'humidity', title: 'Luftfeuchte', unit: '%', value: 38, timestamp },
];
const tooWarm: PartOf<Rule> = {
  id: 9,
  dtwinId: 5,
  title: 'Zu warm',
  revision: 1,
  active: true,
  metrics: [{ alias: 'temperature', stateId: 1 }],
  states: [{ stateId: 1, key: 'temperature', title: 'Temperatur', unit: '°C', valueType: 'number', dtwinId: 5 }],
  conditions: {
    mode: 'tree',
    tree: { op: 'and', children: [{ op: 'when', metric: 'temperature', cmp: 'gt', value: 25 }] },
  },
  alarm: { severity: 'warning', category: 'unknown', message: 'Zu warm: {{temperature}} °C', resolvesItself: true },
  abilities: { update: true },
};

function serve(rule: PartOf<Rule>, ...more: Answered[]) {
  return answers(
    on(readTwin, { data: { id: 5, title: 'Raum', category: 'digitalTwin', abilities: { update: true } } }),
    on(listTwinStates, { data: states }),
    on(listCommandKinds, { data: kinds }),
    on(listCommandConnectors, { data: [] }),
    on(readMailServer, { data: { isConfigured: false } }),
    on(listTwinRules, { data: [rule] }),
    on(testConditions, ({ body }) => ({ data: evaluated(body, { temperature: 27, humidity: 38 }) })),
    on(searchHistory, { data: { points: [] } }),
    on(searchSeries, { data: { series: [] } }),
    on(replayRule),
    on(listFavouriteMarks, { data: [] }),
    on(updateRule),
    ...more,
  );
}

const edit = (options: RenderOptions = {}) =>
  render(<EditRulePage />, {
    language: 'de',
    route: '/digitaltwin-mgmt/{id}/rules/{ruleId}',
    path: '/digitaltwin-mgmt/5/rules/9',
    ...options,
  });
const create = (start: string) =>
  render(<NewRulePage />, {
    language: 'de',
    route: '/digitaltwin-mgmt/{id}/rules/new',
    path: `/digitaltwin-mgmt/5/rules/new?start=${start}`,
  });

const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const met = () => reported('Die Bedingungen treffen zu.');
const notMet = () => reported('Die Bedingungen treffen nicht zu.');
const savedPath = '/digitaltwin-mgmt/5?tab=rules';

it('begins with a template, and is tried at once', async () => {
  const server = serve(tooWarm, on(createRule));
  const { path } = await create('limit');
  await expect.element(field('Titel')).toHaveValue('Temperatur zu hoch');
  await field('Vergleichswert').fill('25');
  await met();
  await press(page, 'Regel anlegen');
  await expect.poll(path).toBe(savedPath);
  expect(server.calls(createRule)).toMatchObject([
    {
      params: { id: 5 },
      body: { title: 'Temperatur zu hoch', metrics: [{ alias: 'temperature', stateId: 1 }] },
    },
  ]);
});

it('gets a second metric and a nested condition by keyboard and mouse', async () => {
  const server = serve(tooWarm);
  const { path } = await edit();
  await met();
  await press(page, 'Metrik hinzufügen');
  // The new metric has the focus.
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('combobox');
  await userEvent.keyboard('Luftf');
  await expect.element(page.getByRole('option', { name: /Luftf/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listitem', { name: 'Metrik humidity' }).getByText(/38/)).toBeVisible();

  const whole = page.getByRole('group', { name: 'Gruppe 0' });
  await press(whole, 'Gruppe');
  const inner = page.getByRole('group', { name: 'Gruppe 2' });
  // The metric of the new comparison has the focus.
  await expect.poll(() => inner.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Enter}');
  await page.getByRole('option', { name: /Luftfeuchte/ }).click();
  await choose(inner.getByRole('combobox', { name: 'Vergleich', exact: true }), 'ist kleiner als');
  await inner.getByRole('textbox', { name: 'Vergleichswert' }).fill('40');
  await met();
  expect(await accessibilityProblems()).toEqual([]);
  await press(page, 'Speichern');
  await expect.poll(path).toBe(savedPath);
  expect(server.calls(updateRule).map(({ body }) => body.conditions)).toEqual([
    {
      mode: 'tree',
      tree: {
        op: 'and',
        children: [
          { op: 'when', metric: 'temperature', cmp: 'gt', value: 25 },
          { op: 'or', children: [{ op: 'when', metric: 'humidity', cmp: 'lt', value: 40 }] },
        ],
      },
    },
  ]);
});

const both: PartOf<Rule> = {
  ...tooWarm,
  metrics: [
    { alias: 'temperature', stateId: 1 },
    { alias: 'humidity', stateId: 2 },
  ],
  conditions: {
    mode: 'tree',
    tree: {
      op: 'and',
      children: [
        { op: 'when', metric: 'temperature', cmp: 'gt', value: 25 },
        { op: 'and', children: [{ op: 'when', metric: 'humidity', cmp: 'lt', value: 40 }] },
      ],
    },
  },
};

it('is tried with other values, and marks the comparison that fails', async () => {
  const server = serve(both);
  await edit();
  await met();
  await field('Testwert für humidity').fill('61,5');
  await notMet();
  expect(server.calls(testConditions).at(-1)?.body.values).toEqual({ humidity: 61.5 });
  const inner = page.getByRole('group', { name: 'Gruppe 2' });
  await expect.element(inner.getByText(/nicht erfüllt/).first()).toBeVisible();
});

it('negates a part of the conditions, and moves it by the keyboard', async () => {
  const server = serve(both);
  const { path } = await edit();
  await pick(page, 'Aktionen für Teil 2.1', 'Verneinen');
  await expect.element(page.getByRole('group', { name: 'Verneinung 2.1' })).toBeVisible();
  await notMet();
  page.getByRole('button', { name: 'Teil 2 verschieben' }).element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect
    .element(
      page
        .getByRole('group', { name: 'Gruppe 1' })
        .getByText(/Luftfeuchte/)
        .first(),
    )
    .toBeVisible();
  await press(page, 'Speichern');
  await expect.poll(path).toBe(savedPath);
  expect(server.calls(updateRule)[0]?.body.conditions).toMatchObject({
    tree: { children: [{ op: 'and', children: [{ op: 'not', child: { metric: 'humidity' } }] }, { cmp: 'gt' }] },
  });
});

it('becomes a script with the same result, and does not turn back by accident', async () => {
  const script = 'return temperature > 25;';
  const server = serve(tooWarm, on(convertConditions, { data: { script } }));
  const { path } = await edit();
  await met();
  await press(page, 'Skript');
  await press(page.getByRole('alertdialog'), 'Umwandeln');
  await expect
    .element(
      field(/Bedingungsskript/)
        .getByText(/temperature/)
        .first(),
    )
    .toBeVisible();
  await press(page, 'Bedingungen');
  await press(page.getByRole('alertdialog', { name: 'Bisherige Bedingungen verwerfen?' }), 'Abbrechen');
  await press(page, 'Speichern');
  await expect.poll(path).toBe(savedPath);
  expect(server.calls(updateRule)[0]?.body.conditions).toEqual({ mode: 'script', script });
});

it('marks the line where a script fails, and shows its output', async () => {
  const failing = {
    problem: { code: 'SCRIPT', message: 'nothing is not defined', alias: null, line: 2 },
    metrics: [],
    isMet: null,
    logs: ['seen 27'],
  };
  serve(
    { ...tooWarm, conditions: { mode: 'script', script: 'const limit = 25;\nreturn nothing > limit;' } },
    on(testConditions, { data: failing }),
  );
  await edit();
  await expect.element(page.getByText(/Skript der Bedingungen, Zeile 2/)).toBeVisible();
  await expect.poll(() => document.querySelector('.cm-lint-marker-error')).not.toBeNull();
  await expect.element(page.getByText(/seen 27/)).toBeVisible();
});

it('is not overwritten by accident: the newer version is loaded', async () => {
  const server = serve(tooWarm, on(updateRule, refusal('RULE_CHANGED_MEANWHILE')));
  await edit();
  await field('Titel').fill('Viel zu warm');
  await press(page, 'Speichern');
  const conflict = page.getByRole('alertdialog', { name: 'Die Regel wurde inzwischen geändert' });
  await expect.element(conflict).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  server.answer(on(listTwinRules, { data: [{ ...tooWarm, revision: 2, throttleHours: 2 }] }));
  await press(conflict, 'Neu laden');
  await expect.element(page.getByText(/höchstens einmal in 2 Stunden/).first()).toBeVisible();
  await expect.element(field('Titel')).toHaveValue('Zu warm');
});

it('is overwritten on purpose', async () => {
  const server = serve(
    tooWarm,
    on(updateRule, ({ body }) => (body.basedOn === undefined ? undefined : refusal('RULE_CHANGED_MEANWHILE'))),
  );
  const { path } = await edit();
  await field('Titel').fill('Viel zu warm');
  await press(page, 'Speichern');
  await press(page.getByRole('alertdialog'), 'Überschreiben');
  await expect.poll(path).toBe(savedPath);
  expect(server.calls(updateRule).map(({ body }) => [body.title, body.basedOn])).toEqual([
    ['Viel zu warm', 1],
    ['Viel zu warm', undefined],
  ]);
});

it('works with times, places and windows', async () => {
  const zones = [{ id: 30, title: 'Hof Nord' }];
  const server = serve(tooWarm, on(createRule), on(listTagsZones, { data: { tags: [], zones } }));
  const { path } = await create('zone');
  const places = page.getByRole('group', { name: 'Orte 1' });
  await choose(places.getByRole('combobox', { name: 'Wann' }), 'Ist so lange in der Zone');
  await places.getByRole('combobox', { name: 'Zone' }).fill('Hof');
  await page.getByRole('option', { name: 'Hof Nord' }).click();
  await places.getByRole('textbox', { name: 'Dauer' }).fill('45');
  await choose(places.getByRole('combobox', { name: 'Einheit von: Dauer' }), 'Minuten');

  await press(page, 'Zeitpunkt');
  const times = page.getByRole('group', { name: 'Zeitpunkte 1' });
  await times.getByLabelText('Uhrzeit').fill('06:15');
  await expect.element(times.getByText(/^Nächste: .*06:15/)).toBeVisible();
  await press(times, 'Nur an bestimmten Tagen');
  await press(times, '1. Tag des Monats');
  await expect.element(times.getByText(/^Nächste: 1\.\D+ 06:15|^Nächste: 01\./)).toBeVisible();

  await press(page, 'Fenster');
  const windows = page.getByRole('group', { name: 'Ausführungsfenster 1' });
  await press(windows, 'Mo, Montag');
  await windows.getByLabelText('Bis').fill('17:00');
  await field('Höchstens einmal in').fill('2');
  await choose(page.getByRole('combobox', { name: 'Einheit von: Höchstens einmal in' }), 'Tage');
  await expect.element(page.getByText(/höchstens einmal in 2 Tagen/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);

  await field('Titel').fill('Angekommen');
  await press(page, 'Regel anlegen');
  await expect.poll(path).toBe(savedPath);
  expect(server.calls(createRule)[0]?.body).toMatchObject({
    throttleHours: 48,
    geofenceTriggers: [{ dtwinId: 30, mode: 'dwelltime', durationHours: 0.75 }],
    timeTriggers: [{ hour: 6, minute: 15, monthDays: [1], hourly: false }],
    executionWindows: [{ weekdays: [2, 3, 4, 5], from: '08:00', to: '17:00' }],
  });
});

const commands = page.getByRole('list', { name: 'Befehle' });

it('sends commands on change by default, after a time, and with a hysteresis', async () => {
  const server = serve({ ...tooWarm, fireOn: 'change' });
  const { path } = await edit();
  await pick(page, 'Aktionen für Teil 1', 'Hysterese festlegen');
  await field('Hysterese').fill('1,5');
  await field('Mindestens so lange erfüllt').fill('10');
  await pick(page, 'Befehl hinzufügen', /E-Mail senden/);
  const mode = page.getByRole('combobox', { name: 'Befehle geben' });
  await expect.element(mode).toHaveTextContent('Sobald die Bedingungen zutreffen');
  await expect.element(page.getByText(/Es ist kein Mailserver eingerichtet/)).toBeVisible();
  await expect.element(page.getByText(/Hysterese 1,5.*seit mindestens 10 Minuten/)).toBeVisible();
  await choose(mode, /^Sobald sie nicht mehr zutreffen/);
  expect(await accessibilityProblems()).toEqual([]);
  await press(page, 'Befehl 1 „E-Mail senden“ entfernen');
  await press(page, 'Speichern');
  await expect.poll(path).toBe(savedPath);
  expect(server.calls(updateRule)[0]?.body).toMatchObject({
    fireOn: 'cleared',
    forMinutes: 10,
    conditions: { mode: 'tree', tree: { children: [{ hysteresis: 1.5 }] } },
  });
});

it('marks missing values of a mail, and inserts placeholders', async () => {
  const server = serve(tooWarm);
  const { path } = await edit();
  await pick(page, 'Befehl hinzufügen', /E-Mail senden/);
  const mail = commands.getByRole('listitem', { name: '1. E-Mail senden' });
  await press(page, 'Speichern');
  const subject = mail.getByRole('textbox', { name: 'Betreff', exact: true });
  await expect.element(subject).toHaveAttribute('aria-invalid', 'true');
  expect(server.calls(updateRule)).toEqual([]);
  await mail.getByRole('combobox', { name: 'Empfänger' }).fill('technik@example.com');
  await userEvent.keyboard('{Enter}');
  await mail.getByRole('textbox', { name: 'Nachricht' }).fill('Bitte nachsehen.');
  await subject.fill('Zu warm: ');
  await pick(mail, 'Platzhalter einfügen', '{{temperature}}');
  await expect.element(subject).toHaveValue('Zu warm: {{temperature}}');
  await press(page, 'Speichern');
  await expect.poll(path).toBe(savedPath);
  expect(server.calls(updateRule)[0]?.body.commands).toMatchObject([
    {
      type: 'mail',
      options: { to: ['technik@example.com'], subject: 'Zu warm: {{temperature}}', body: 'Bitte nachsehen.' },
    },
  ]);
});

const mailCommand = { type: 'mail', options: { to: ['technik@example.com'], subject: 'Warm', body: 'Bitte' } };

it('runs commands in the order that the keyboard gives them', async () => {
  const server = serve({ ...tooWarm, commands: [mailCommand] });
  const { path } = await edit();
  await pick(page, 'Befehl hinzufügen', /setzen/);
  const set = commands.getByRole('listitem').nth(1);
  await set.getByRole('combobox').last().fill('humidity');
  await userEvent.keyboard('{Escape}');
  await set.getByRole('textbox', { name: /Wert/ }).fill('50');
  commands
    .getByRole('button', { name: /^Befehl 2 .* verschieben$/ })
    .element()
    .focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(commands.getByRole('listitem', { name: '2. E-Mail senden' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(page, 'Speichern');
  await expect.poll(path).toBe(savedPath);
  expect(server.calls(updateRule)[0]?.body.commands).toMatchObject([
    { type: 'setState', options: { stateKey: 'humidity', value: '50' } },
    { type: 'mail' },
  ]);
});

it('tries a command after a question, and shows what became of it', async () => {
  const set = { type: 'setState', options: { stateKey: 'humidity', value: '50' } };
  const server = serve(
    { ...tooWarm, commands: [set] },
    on(testCommand, { data: { isDone: true, target: 'humidity', options: set.options, answer: null } }),
  );
  await edit();
  const first = commands.getByRole('listitem').first();
  await press(first, 'Jetzt ausprobieren');
  expect(server.calls(testCommand)).toEqual([]);
  await press(page.getByRole('alertdialog'), 'Ausführen');
  await expect.element(first.getByText(/^Ausgeführt/)).toBeVisible();
  expect(server.calls(testCommand)).toMatchObject([{ body: { dtwinId: 5, command: set } }]);
});

it('is read-only without permission to change it, also on a phone', async () => {
  serve({ ...tooWarm, abilities: { update: false } });
  await edit({ size: phone, abilities: ['DigitalTwin.read', 'DigitalTwin.list', 'DigitalTwinStates.read'] });
  await met();
  await expect.element(field('Titel')).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Speichern' })).not.toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});

it('says that a rule was deleted meanwhile', async () => {
  serve({ ...tooWarm, id: 10 });
  await edit();
  await expect.element(page.getByText('Diese Regel gibt es nicht')).toBeVisible();
});
