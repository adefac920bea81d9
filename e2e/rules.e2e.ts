import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, signedIn, type Visit, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

/** Through the API with the session of the page. */
async function send<T>(visit: Visit, method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> {
  const answer = await visit.context.request.fetch(`${visit.baseUrl}/api/v1/digitaltwin${path}`, {
    method,
    headers: { origin: visit.baseUrl },
    ...(data ? { data } : {}),
  });
  const body = await answer.json();
  expect([path, body.code]).toEqual([path, undefined]);
  return body.data;
}

interface RuleAnswer {
  id: number;
  title: string;
  active: boolean;
  revision: number;
  throttleHours: number;
  conditions: { mode: string; script?: string };
  timeTriggers: object[];
  executionWindows: object[];
  geofenceTriggers: object[];
  commands: object[];
}

async function makeState(visit: Visit, twinId: number, body: object, value: unknown): Promise<number> {
  const state = { config: { source: 'none' }, ...body };
  const { id } = await send<{ id: number }>(visit, 'POST', `/states/dtwin/${twinId}/state/`, state);
  await send(visit, 'PUT', `/states/dtwin/${twinId}/state/${id}/value`, { value });
  return id;
}

/** A warm, dry room. */
async function makeRoom(visit: Visit) {
  const title = `Raum ${randomBytes(4).toString('hex')}`;
  const { id } = await send<{ id: number }>(visit, 'POST', '', { title, tenantId: 1 });
  const temperature = await makeState(visit, id, { title: 'Temperatur', key: 'temperature', unit: '°C' }, 27);
  const humidity = await makeState(visit, id, { title: 'Luftfeuchte', key: 'humidity', unit: '%' }, 38);
  return { id, title, temperature, humidity };
}

const tooWarm = (temperature: number) => ({
  title: 'Zu warm',
  metrics: [{ alias: 'temperature', stateId: temperature }],
  conditions: {
    mode: 'tree',
    tree: { op: 'and', children: [{ op: 'when', metric: 'temperature', cmp: 'gt', value: 25 }] },
  },
  alarm: { severity: 'warning', message: 'Zu warm: {{temperature}} °C' },
});
const makeRule = (visit: Visit, twinId: number, body: object) =>
  send<RuleAnswer>(visit, 'POST', `/rules/dtwin/${twinId}/rule/`, body);
const rulesOf = (visit: Visit, twinId: number) => send<RuleAnswer[]>(visit, 'GET', `/rules/dtwin/${twinId}/`);

const tabOf = (twinId: number) => `/digitaltwin-mgmt/${twinId}?tab=rules`;
const editorOf = (twinId: number, ruleId: number) => `/digitaltwin-mgmt/${twinId}/rules/${ruleId}`;
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();
const says = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();
const ruleRow = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Regeln', exact: true }).getByRole('listitem').filter({ hasText: title });

async function choose(page: Page, box: Locator, option: string | RegExp): Promise<void> {
  await box.click();
  await page.getByRole('option', { name: option }).click();
}

/** Moves the pointer to a spot without a tooltip: one that opens by itself would be outside of landmarks. */
async function lookAway(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Titel' }).focus();
  await page.getByRole('heading', { level: 1 }).hover();
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
}

describe('a rule', () => {
  it('is created from a template and tried at once', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const room = await makeRoom(visit);
    await open(tabOf(room.id));
    await page.getByText('Noch keine Regeln').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page, /Melden, wenn ein Wert zu hoch ist/);

    await field(page, 'Titel').waitFor();
    await expect.poll(() => field(page, 'Titel').inputValue()).toBe('Temperatur zu hoch');
    await field(page, 'Vergleichswert').fill('25');
    await says(page, 'Die Bedingungen treffen zu.');
    await press(page, 'Regel anlegen');
    await ruleRow(page, 'Temperatur zu hoch')
      .getByText(/wenn Temperatur größer als 25 °C ist/)
      .waitFor();
  });

  it('gets a second metric and a nested condition by keyboard and mouse, and is tried', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const { id } = await makeRule(visit, room.id, tooWarm(room.temperature));
    await open(editorOf(room.id, id));
    await press(page, 'Metrik hinzufügen');
    // The new metric has the focus.
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('Luftf');
    await page.getByRole('option', { name: /Luftf/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('listitem', { name: 'Metrik humidity' }).getByText('38').waitFor();

    const whole = page.getByRole('group', { name: 'Gruppe 0' });
    await whole.getByRole('button', { name: 'Gruppe', exact: true }).press('Enter');
    const inner = page.getByRole('group', { name: 'Gruppe 2' });
    await inner.waitFor();
    // The metric of the new comparison has the focus.
    await inner.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: /Luftfeuchte/ }).press('Enter');
    await choose(page, inner.getByRole('combobox', { name: 'Vergleich' }), 'ist kleiner als');
    await inner.getByRole('textbox', { name: 'Vergleichswert' }).fill('40');
    await says(page, 'Die Bedingungen treffen zu.');

    await field(page, 'Testwert für humidity').fill('61,5');
    await says(page, 'Die Bedingungen treffen nicht zu.');
    await inner.getByText('nicht erfüllt').first().waitFor();
    await press(page, 'Aktionen für Teil 2.1');
    await page.getByRole('menuitem', { name: 'Verneinen' }).press('Enter');
    await page.getByRole('group', { name: 'Verneinung 2.1' }).waitFor();
    await says(page, 'Die Bedingungen treffen zu.');
    await page.getByRole('button', { name: 'Teil 2 verschieben' }).press('ArrowUp');
    await page.getByRole('group', { name: 'Gruppe 1' }).getByText('Luftfeuchte').first().waitFor();
    await lookAway(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page, 'Speichern');
    const saved = ruleRow(page, 'Zu warm');
    await saved
      .getByText(/wenn nicht \(Luftfeuchte kleiner als 40 % ist\) und Temperatur größer als 25 °C ist/)
      .waitFor();
  });

  it('becomes a script with the same result, and does not turn back by accident', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const { id } = await makeRule(visit, room.id, tooWarm(room.temperature));
    await open(editorOf(room.id, id));
    await says(page, 'Die Bedingungen treffen zu.');
    await press(page, 'Skript');
    await press(page.getByRole('alertdialog'), 'Umwandeln');
    await field(page, /Bedingungsskript/)
      .getByText('temperature')
      .first()
      .waitFor();
    await says(page, 'Die Bedingungen treffen zu.');
    await press(page, 'Bedingungen');
    await press(page.getByRole('alertdialog', { name: 'Bisherige Bedingungen verwerfen?' }), 'Abbrechen');
    await press(page, 'Speichern');
    await ruleRow(page, 'Zu warm').getByText('ein Skript es sagt').waitFor();
    const [saved] = await rulesOf(visit, room.id);
    expect(saved?.conditions.mode).toBe('script');
  });

  it('marks the line where a script fails', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const conditions = { mode: 'script', script: 'const limit = 25;\nreturn temperature > limit;' };
    const { id } = await makeRule(visit, room.id, { ...tooWarm(room.temperature), conditions });
    await open(editorOf(room.id, id));
    await says(page, 'Die Bedingungen treffen zu.');
    const script = field(page, /Bedingungsskript/);
    await script.click();
    await script.press('ControlOrMeta+a');
    await page.keyboard.insertText('console.log("seen", temperature);\nreturn nothing > 1;');
    await page.getByText(/Skript der Bedingungen, Zeile 2/).waitFor();
    await page.locator('.cm-lint-marker-error').waitFor();
    await page.getByText('seen 27').waitFor();
  });

  it('is not overwritten by accident', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const rule = await makeRule(visit, room.id, tooWarm(room.temperature));
    const change = (body: object) => send(visit, 'PUT', `/rules/dtwin/${room.id}/rule/${rule.id}`, body);
    await open(editorOf(room.id, rule.id));
    await field(page, 'Titel').fill('Viel zu warm');
    await change({ throttleHours: 2 });
    await press(page, 'Speichern');
    const conflict = page.getByRole('alertdialog', { name: 'Die Regel wurde inzwischen geändert' });
    await press(conflict, 'Neu laden');
    await page.getByText('höchstens einmal in 2 Stunden').first().waitFor();
    await expect.poll(() => field(page, 'Titel').inputValue()).toBe('Zu warm');

    await field(page, 'Titel').fill('Viel zu warm');
    await change({ description: 'Von anderen' });
    await press(page, 'Speichern');
    await press(conflict, 'Überschreiben');
    await ruleRow(page, 'Viel zu warm').waitFor();
  });

  it('is disabled and enabled, restored to an older version, and deleted', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const rule = await makeRule(visit, room.id, tooWarm(room.temperature));
    const later = { title: 'Viel zu warm', throttleHours: 2 };
    await send(visit, 'PUT', `/rules/dtwin/${room.id}/rule/${rule.id}`, later);
    await open(tabOf(room.id));
    await page.getByRole('switch', { name: 'Regel „Viel zu warm“ aktiv' }).uncheck();
    await page.getByText('„Viel zu warm“ ist ausgeschaltet.').waitFor();
    await press(page, 'Rückgängig');
    await page.getByText('„Viel zu warm“ ist eingeschaltet.').waitFor();

    await press(page, 'Aktionen für „Viel zu warm“');
    await page.getByRole('menuitem', { name: 'Versionen' }).click();
    const versions = page.getByRole('list', { name: 'Versionen' });
    const first = versions
      .getByRole('listitem')
      .filter({ hasText: 'Version 1' })
      .filter({ hasText: 'So begann die Regel.' });
    await first.getByRole('button', { name: 'Wiederherstellen' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page.getByRole('alertdialog'), 'Wiederherstellen');
    await page.getByRole('heading', { level: 1, name: 'Zu warm', exact: true }).waitFor();
    const [restored] = await rulesOf(visit, room.id);
    expect(restored).toMatchObject({ title: 'Zu warm', throttleHours: 0 });

    await press(page, 'Weitere Aktionen');
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    await press(page.getByRole('alertdialog', { name: 'Regel „Zu warm“ löschen?' }), 'Löschen');
    await page.getByText('Noch keine Regeln').waitFor();
  });

  it('works with times, places and windows', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const zoneTitle = `Hof ${randomBytes(4).toString('hex')}`;
    const area = { latitude: 52.5, longitude: 13.4, geoPolygon: { kind: 'circle', radiusMeters: 200 } };
    const zone = await send<{ id: number }>(visit, 'POST', '', {
      title: zoneTitle,
      tenantId: 1,
      type: 'zone',
      ...area,
    });
    await open(`/digitaltwin-mgmt/${room.id}/rules/new?start=zone`);
    const places = page.getByRole('group', { name: 'Orte 1' });
    await choose(page, places.getByRole('combobox', { name: 'Wann' }), 'Ist so lange in der Zone');
    await places.getByRole('combobox', { name: 'Zone' }).fill(zoneTitle.slice(0, 8));
    await page.getByRole('option', { name: zoneTitle }).click();
    await places.getByRole('textbox', { name: 'Dauer' }).fill('45');
    await choose(page, places.getByRole('combobox', { name: 'Einheit von: Dauer' }), 'Minuten');

    await press(page, 'Zeitpunkt');
    const times = page.getByRole('group', { name: 'Zeitpunkte 1' });
    await times.getByLabel('Uhrzeit').fill('06:15');
    await times.getByText(/^Nächste: .*06:15/).waitFor();
    await press(times, 'Nur an bestimmten Tagen');
    await times.getByRole('button', { name: '1. Tag des Monats', exact: true }).click();
    await times.getByText(/^Nächste: 1\.\D+ 06:15|^Nächste: 01\./).waitFor();

    await press(page, 'Fenster');
    const windows = page.getByRole('group', { name: 'Ausführungsfenster 1' });
    await windows.getByRole('button', { name: 'Mo, Montag' }).click();
    await windows.getByLabel('Bis').fill('17:00');
    await field(page, 'Höchstens einmal in').fill('2');
    await choose(page, page.getByRole('combobox', { name: 'Einheit von: Höchstens einmal in' }), 'Tage');
    await page.getByText('höchstens einmal in 2 Tagen').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await field(page, 'Titel').fill('Angekommen');
    await press(page, 'Regel anlegen');
    await ruleRow(page, 'Angekommen').waitFor();
    const [saved] = await rulesOf(visit, room.id);
    expect(saved).toMatchObject({
      throttleHours: 48,
      geofenceTriggers: [{ dtwinId: zone.id, mode: 'dwelltime', durationHours: 0.75 }],
      timeTriggers: [{ hour: 6, minute: 15, monthDays: [1], hourly: false }],
      executionWindows: [{ weekdays: [2, 3, 4, 5], from: '08:00', to: '17:00' }],
    });
  });

  it('sends mails with placeholders and runs commands in their order', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const { id } = await makeRule(visit, room.id, tooWarm(room.temperature));
    await open(editorOf(room.id, id));
    const commands = page.getByRole('list', { name: 'Befehle' });
    const add = async (kind: RegExp) => {
      await press(page, 'Befehl hinzufügen');
      await page.getByRole('menuitem', { name: kind }).click();
    };
    await add(/E-Mail senden/);
    const mail = commands.getByRole('listitem', { name: '1. E-Mail senden' });
    await press(page, 'Speichern');
    // Missing values are marked in their fields before anything is sent.
    await mail.getByRole('textbox', { name: 'Betreff', exact: true }).waitFor();
    await mail.locator('[aria-invalid=true]').first().waitFor();
    await mail.getByRole('combobox', { name: 'Empfänger' }).fill('technik@example.com');
    await page.keyboard.press('Enter');
    await mail.getByRole('textbox', { name: 'Nachricht' }).fill('Bitte nachsehen.');
    await mail.getByRole('textbox', { name: 'Betreff' }).fill('Zu warm: ');
    await press(mail, 'Platzhalter einfügen');
    await page.getByRole('menuitem', { name: '{{temperature}}' }).click();
    await expect
      .poll(() => mail.getByRole('textbox', { name: 'Betreff' }).inputValue())
      .toBe('Zu warm: {{temperature}}');

    await add(/setzen/);
    const set = commands.getByRole('listitem').nth(1);
    await set.getByRole('combobox').last().fill('humidity');
    await page.keyboard.press('Escape');
    await set.getByRole('textbox', { name: /Wert/ }).fill('50');
    await commands.getByRole('button', { name: /^Befehl 2 .* verschieben$/ }).press('ArrowUp');
    await commands.getByRole('listitem', { name: '2. E-Mail senden' }).waitFor();
    await lookAway(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page, 'Speichern');
    await ruleRow(page, 'Zu warm')
      .getByText(/technik@example\.com/)
      .waitFor();
    const [saved] = await rulesOf(visit, room.id);
    expect(saved?.commands).toMatchObject([
      { type: 'setState', options: { stateKey: 'humidity', value: '50' } },
      { type: 'mail', options: { to: ['technik@example.com'], subject: 'Zu warm: {{temperature}}' } },
    ]);

    await open(editorOf(room.id, id));
    const first = commands.getByRole('listitem').first();
    await press(first, 'Jetzt ausprobieren');
    await press(page.getByRole('alertdialog'), 'Ausführen');
    await first.getByText(/^Ausgeführt/).waitFor();
    await page.getByRole('listitem', { name: 'Metrik temperature' }).waitFor();
    const states = await send<{ key: string; value: unknown }[]>(visit, 'GET', `/states/dtwin/${room.id}/`);
    expect(states.find(({ key }) => key === 'humidity')?.value).toBe(50);
  });

  it('is read-only without permission to change it', async () => {
    const db = openDatabase();
    const reader = await makePerson(db, {
      firstName: 'Lea',
      lastName: 'Leser',
      permissions: ['DigitalTwin.read', 'DigitalTwin.list', 'DigitalTwinStates.read'],
    });
    const admin = await signedIn();
    const title = `Raum ${randomBytes(4).toString('hex')}`;
    const room = await send<{ id: number }>(admin, 'POST', '', { title, tenantId: reader.account.id });
    const temperature = await makeState(admin, room.id, { title: 'Temperatur', key: 'temperature', unit: '°C' }, 27);
    const rule = await makeRule(admin, room.id, tooWarm(temperature));
    const { page, open } = await visitSignedIn(tabOf(room.id), phone, reader);
    await ruleRow(page, 'Zu warm').waitFor();
    await expect.poll(() => page.getByRole('switch', { name: 'Regel „Zu warm“ aktiv' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Regel anlegen' }).count()).toBe(0);
    await open(editorOf(room.id, rule.id));
    await says(page, 'Die Bedingungen treffen zu.');
    await expect.poll(() => field(page, 'Titel').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Speichern' }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});
