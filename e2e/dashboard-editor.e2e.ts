import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, type Visit, visitSignedIn } from './browser.ts';

interface WidgetAnswer {
  id: number;
  type: string;
  title: string;
  size: number;
  revision: number;
  options: Record<string, unknown>;
}

/** Through the API with the session of the page. */
async function send<T>(visit: Visit, method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> {
  const answer = await visit.context.request.fetch(`${visit.baseUrl}/api/v1${path}`, {
    method,
    headers: { origin: visit.baseUrl },
    ...(data ? { data } : {}),
  });
  const body = await answer.json();
  expect([path, body.code]).toEqual([path, undefined]);
  return body.data;
}

/** A warm room with its own tag, so that filters find it alone. */
async function makeRoom(visit: Visit) {
  const name = randomBytes(4).toString('hex');
  const place = { latitude: 52.52, longitude: 13.4 };
  const twin = { title: `Raum ${name}`, tenantId: 1, tags: [name], type: 'room', ...place };
  const { id } = await send<{ id: number }>(visit, 'POST', '/digitaltwin', twin);
  for (const [title, key, unit, value] of [
    ['Temperatur', 'temperature', '°C', 21.5],
    ['Luftfeuchte', 'humidity', '%', 48],
  ] as const) {
    const body = { config: { source: 'none' }, title, key, unit };
    const state = await send<{ id: number }>(visit, 'POST', `/digitaltwin/states/dtwin/${id}/state/`, body);
    await send(visit, 'PUT', `/digitaltwin/states/dtwin/${id}/state/${state.id}/value`, { value });
  }
  return { id, name, title: twin.title, filter: { tags: [name] } };
}

async function makeDashboard(visit: Visit, widgets: object[] = []) {
  const name = `Gebäude ${randomBytes(4).toString('hex')}`;
  const customParameters = [{ name: 'floor', label: 'Etage', defaultValue: '2' }];
  const body = { name, tenantId: 1, customParameters, widgets };
  return send<{ id: number; name: string; widgets: WidgetAnswer[] }>(visit, 'POST', '/dashboards', body);
}
const widgetsOf = async (visit: Visit, id: number) =>
  (await send<{ widgets: WidgetAnswer[] }>(visit, 'GET', `/dashboards/${id}`)).widgets;

const press = (where: Page | Locator, name: string | RegExp) =>
  where
    .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .first()
    .click();
const field = (where: Page | Locator, name: string | RegExp) => where.getByRole('textbox', { name });
const tab = (where: Locator, name: string | RegExp) => where.getByRole('tab', { name });
const preview = (editor: Locator) => editor.getByRole('region', { name: 'Vorschau' });

async function choose(page: Page, box: Locator, option: string | RegExp): Promise<void> {
  await box.click();
  await page.getByRole('option', { name: option }).first().click();
}

async function openToEdit(visit: Visit, id: number): Promise<void> {
  await visit.open(`/dashboards/${id}`);
  await press(visit.page, 'Bearbeiten');
}

/** Opens the editor of a new widget of a kind. */
async function add({ page }: Visit, kind: string): Promise<Locator> {
  await press(page, 'Widget hinzufügen');
  await page
    .getByRole('dialog', { name: 'Widget hinzufügen' })
    .getByRole('button', { name: new RegExp(`^${kind}`) })
    .click();
  const editor = page.getByRole('dialog', { name: /^Neues Widget/ });
  await editor.waitFor();
  return editor;
}

/** Opens the editor of a widget on the dashboard. */
async function edit({ page }: Visit, title: string): Promise<Locator> {
  const frame = page.getByRole('region', { name: title });
  await frame.hover();
  await press(frame, `Aktionen für ${title}`);
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click();
  const editor = page.getByRole('dialog', { name: / bearbeiten$/ });
  await editor.waitFor();
  return editor;
}

const save = async (editor: Locator, label: 'Hinzufügen' | 'Speichern') => {
  await press(editor, label);
  await editor.waitFor({ state: 'detached' });
};

/** Filters for the twins with this tag. */
async function filterBy(page: Page, editor: Locator, name: string): Promise<void> {
  await tab(editor, 'Digitale Zwillinge').click();
  await press(editor, /^Weitere Bedingungen/);
  await editor.getByRole('combobox', { name: 'Tags' }).fill(name);
  await page.keyboard.press('Enter');
  await editor.getByText('1 Zwilling passt').waitFor();
}

describe('the widget editor', () => {
  it('focuses the first error, even if rendering the tab takes longer than a frame', async () => {
    const visit = await visitSignedIn('/dashboards');
    const { page } = visit;
    const dashboard = await makeDashboard(visit);
    await openToEdit(visit, dashboard.id);
    const editor = await add(visit, 'Diagramm');
    await tab(editor, 'Diagramm').click();
    await choose(page, editor.getByRole('combobox', { name: 'Art' }), 'Anzeige');
    await tab(editor, 'Anzeige').click();
    await press(editor, 'Schwelle hinzufügen');
    await field(editor, 'Ab Wert').fill('keine Zahl');
    await tab(editor, 'Allgemein').click();
    // Frames and timers run at once, before any state change can be rendered.
    await page.evaluate(() => {
      const { setTimeout: later } = window;
      const soon = (work: () => void) => Number(queueMicrotask(work));
      const timer = (work: () => void, delayMs?: number) => (delayMs ? later(work, delayMs) : soon(work));
      Object.assign(window, { requestAnimationFrame: soon, setTimeout: timer });
    });
    await press(editor, 'Hinzufügen');
    await field(editor, 'Ab Wert').and(page.locator(':focus')).waitFor();
  });

  it('adds a chart with two states, which becomes a gauge with thresholds', async () => {
    const visit = await visitSignedIn('/dashboards');
    const { page } = visit;
    const room = await makeRoom(visit);
    const dashboard = await makeDashboard(visit);
    await openToEdit(visit, dashboard.id);
    await press(page, 'Widget hinzufügen');
    await page.getByRole('dialog', { name: 'Widget hinzufügen' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const editor = await add(visit, 'Diagramm');
    await filterBy(page, editor, room.name);
    await editor.getByText(room.title).waitFor();
    await tab(editor, 'Daten').click();
    const states = editor.getByRole('combobox', { name: /^Daten/ });
    await choose(page, states, /Temperatur/);
    // The list stays open for further choices.
    await page.getByRole('option', { name: /Luftfeuchte/ }).click();
    // A key without a twin is allowed and marked.
    await states.fill('co2');
    await page.keyboard.press('Enter');
    await editor.getByText('Noch an keinem der passenden Zwillinge: co2').waitFor();
    await page.keyboard.press('Backspace');
    await preview(editor).locator('canvas').first().waitFor();
    await preview(editor)
      .getByText(/Temperatur.*21,5/)
      .first()
      .waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page)).toEqual([]);

    await tab(editor, 'Diagramm').click();
    const label = field(editor, 'Beschriftung der Linien');
    const usual = await label.inputValue();
    await label.fill('Klima');
    await preview(editor).getByText('Mehrere Linien heißen gleich.').waitFor();
    await press(editor, 'Hinzufügen');
    await editor.getByText('Mehrere Linien heißen gleich.').nth(1).waitFor();
    await label.fill(usual);
    await choose(page, editor.getByRole('combobox', { name: 'Art' }), 'Anzeige');
    await tab(editor, 'Anzeige').click();
    await field(editor, 'Ende der Skala').fill('40');
    await press(editor, 'Schwelle hinzufügen');
    await press(editor, 'Schwelle hinzufügen');
    const values = field(editor, 'Ab Wert');
    await values.nth(0).fill('90');
    await values.nth(1).fill('18');
    await tab(editor, 'Allgemein').click();
    await field(editor, 'Titel').fill('Klima {{param.floor}}');
    await field(editor, 'Titel').press('ControlOrMeta+Enter');

    // Opens the tab with the error and focuses the field.
    await editor.getByText('Nicht alle Felder sind korrekt ausgefüllt.').waitFor();
    await tab(editor, /Anzeige.*mit Fehlern/).waitFor();
    await editor.getByText('Muss zwischen Anfang und Ende der Skala liegen').waitFor();
    // Thresholds are sorted from low to high after the field has lost the focus.
    await expect.poll(() => values.nth(1).inputValue()).toBe('90');
    await values.nth(1).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('30');
    await choose(page, editor.getByRole('combobox', { name: 'Farbe' }).nth(1), 'Eigene Farbe');
    await field(editor, 'Farbwert').fill('#aa33cc');
    await preview(editor).getByRole('heading', { name: 'Klima 2' }).waitFor();
    await save(editor, 'Hinzufügen');

    await page.getByText('Das Widget ist hinzugefügt.').waitFor();
    const [widget] = await widgetsOf(visit, dashboard.id);
    expect(widget).toMatchObject({
      type: 'chart',
      title: 'Klima {{param.floor}}',
      options: {
        chartType: 'gauge',
        twinFilter: { tags: [room.name] },
        data: { states: ['temperature', 'humidity'] },
        gauge: {
          max: 40,
          thresholds: [
            { value: 18, color: 'warning' },
            { value: 30, color: '#aa33cc' },
          ],
        },
      },
    });
  });

  it('adds a table with its columns in another order', async () => {
    const visit = await visitSignedIn('/dashboards');
    const { page } = visit;
    const room = await makeRoom(visit);
    const dashboard = await makeDashboard(visit);
    await openToEdit(visit, dashboard.id);
    const table = await add(visit, 'Tabelle');
    await filterBy(page, table, room.name);
    await tab(table, 'Tabelle').click();
    await press(table, 'Attribut hinzufügen');
    await field(table, 'Bezeichnung').last().fill('Wärme');
    await choose(page, table.getByRole('combobox', { name: /Welcher Datenpunkt/ }), /Temperatur/);
    await table.getByText('Temperatur (°C)').waitFor();
    await table.getByRole('button', { name: 'Zeile 4 verschieben' }).focus();
    await page.keyboard.press('Home');
    await table.getByRole('status').filter({ hasText: 'Jetzt an Stelle 1 von 4.' }).waitFor({ state: 'attached' });
    await preview(table).getByRole('columnheader').first().filter({ hasText: 'Wärme' }).waitFor();
    await preview(table).getByText('21,5').waitFor();
    await press(table, 'Zeile 4 entfernen');
    expect(await accessibilityProblems(page)).toEqual([]);
    await save(table, 'Hinzufügen');

    expect(await widgetsOf(visit, dashboard.id)).toMatchObject([
      {
        type: 'twinTable',
        options: {
          attributes: [{ field: 'state', key: 'temperature', label: 'Wärme' }, { field: 'title' }, { field: 'status' }],
        },
      },
    ]);
  });

  it('adds a map with rules for its markers and actions in its popup', async () => {
    const visit = await visitSignedIn('/dashboards');
    const { page } = visit;
    const room = await makeRoom(visit);
    const dashboard = await makeDashboard(visit);
    await openToEdit(visit, dashboard.id);
    const map = await add(visit, 'Karte');
    await filterBy(page, map, room.name);
    await tab(map, 'Markierungen').click();
    await press(map, 'Regel hinzufügen');
    await choose(page, map.getByRole('combobox', { name: 'Feld' }), 'Datenpunkt');
    await choose(page, map.getByRole('combobox', { name: /Welcher Datenpunkt/ }), /Luftfeuchte/);
    await choose(page, map.getByRole('combobox', { name: 'Vergleich', exact: true }), 'ist größer als');
    await field(map, 'Vergleichswert').fill('40');
    await choose(page, map.getByRole('combobox', { name: 'Farbe' }), 'Fehler');
    await tab(map, /^Aktionen/).click();
    await choose(page, map.getByRole('combobox', { name: 'Aktion' }), 'Link öffnen');
    const address = field(map, /Adresse/);
    await address.fill('ftp://example.com/');
    await press(map, 'Hinzufügen');
    await map.getByText('Die Adresse muss mit http:// oder https:// beginnen').waitFor();
    await address.fill('https://example.com/');
    await press(map, 'Platzhalter in „Adresse“ einfügen');
    await page.getByRole('menuitem', { name: '{{twin.id}}' }).click();
    await save(map, 'Hinzufügen');

    expect(await widgetsOf(visit, dashboard.id)).toMatchObject([
      {
        type: 'twinMap',
        options: {
          markerRules: [{ field: 'state', key: 'humidity', operator: 'gt', value: '40', color: 'error' }],
          actions: [{ type: 'openUrl', url: 'https://example.com/{{twin.id}}' }],
        },
      },
    ]);
  });

  it('refuses a dashboard inside itself at its field, and shows another one with its parameters', async () => {
    const visit = await visitSignedIn('/dashboards');
    const { page } = visit;
    const inner = await makeDashboard(visit);
    const outer = await makeDashboard(visit, [{ type: 'dashboard', options: { dashboard: String(inner.id) } }]);
    await openToEdit(visit, inner.id);
    const editor = await add(visit, 'Dashboard');
    const choice = editor.getByRole('combobox', { name: 'Dashboard', exact: true });
    await choice.fill(outer.name);
    await page.getByRole('option', { name: outer.name }).click();
    await press(editor, 'Hinzufügen');
    await editor.getByText(`Das Dashboard „${outer.name}“ enthält dieses hier bereits`, { exact: false }).waitFor();
    const other = await makeDashboard(visit);
    await choice.fill(other.name);
    await page.getByRole('option', { name: other.name }).click();
    await press(editor, 'Parameter hinzufügen');
    await expect.poll(() => editor.getByRole('combobox', { name: 'Parameter' }).inputValue()).toBe('floor');
    await field(editor, 'Wert').fill('3');
    await save(editor, 'Hinzufügen');
    const [widget] = await widgetsOf(visit, inner.id);
    expect(widget?.options).toMatchObject({
      dashboard: String(other.id),
      parameters: [{ name: 'floor', value: '3' }],
    });
  });

  it('edits a widget, asks before changes are lost, and does not overwrite other changes by accident', async () => {
    const visit = await visitSignedIn('/dashboards');
    const { page } = visit;
    const room = await makeRoom(visit);
    const chart = {
      type: 'chart',
      title: 'Verlauf',
      options: { twinFilter: room.filter, data: { states: ['temperature'], aggregate: true, interval: '5m' } },
    };
    const { id, widgets } = await makeDashboard(visit, [chart]);
    const [widget] = widgets;
    await visit.open(`/dashboards/${id}?range=90d`);
    await press(page, 'Bearbeiten');
    const editor = await edit(visit, 'Verlauf');

    // More points than a chart may have: the suitable interval is one click away.
    await press(editor, /^Intervall auf/);
    await preview(editor)
      .getByText(/Temperatur.*21,5/)
      .first()
      .waitFor({ state: 'attached' });
    await tab(editor, 'Allgemein').click();
    await field(editor, 'Titel').fill('Wärme');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' });
    await press(question, 'Abbrechen');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => field(editor, 'Titel').inputValue()).toBe('Wärme');

    await send(visit, 'POST', `/dashboards/${id}/widgets/${widget?.id}/config`, { size: 12 });
    await press(editor, 'Speichern');
    const conflict = page.getByRole('alertdialog', { name: 'Das Widget wurde inzwischen geändert' });
    await press(conflict, 'Neu laden');
    await conflict.waitFor({ state: 'detached' });
    // On the same tab as before.
    await editor.getByText('Ganze Breite', { exact: true }).waitFor();
    await expect.poll(() => field(editor, 'Titel').inputValue()).toBe('Verlauf');
    await field(editor, 'Titel').fill('Wärme');
    await save(editor, 'Speichern');
    expect(await widgetsOf(visit, id)).toMatchObject([{ title: 'Wärme', size: 12, type: 'chart' }]);
  });

  it('runs the user’s own code in the preview, from an example, and reports its errors', async () => {
    const visit = await visitSignedIn('/dashboards');
    const { page } = visit;
    const room = await makeRoom(visit);
    const options = { chartType: 'custom', twinFilter: room.filter, data: { states: ['temperature'] } };
    const { id } = await makeDashboard(visit, [{ type: 'chart', title: 'Eigenes', options }]);
    await openToEdit(visit, id);
    const editor = await edit(visit, 'Eigenes');
    await tab(editor, 'Code').click();
    const code = editor.getByRole('textbox', { name: 'Code' });
    await code.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('return missing.words;');
    await preview(editor)
      .getByText(/missing/)
      .first()
      .waitFor();
    await press(editor, 'Beispiel einfügen');
    await page.getByRole('menuitem', { name: /Anteile/ }).click();
    await press(page.getByRole('alertdialog', { name: 'Code ersetzen?' }), 'Ersetzen');
    await preview(editor)
      .getByText(/missing/)
      .first()
      .waitFor({ state: 'detached' });
    await save(editor, 'Speichern');
    const [widget] = await widgetsOf(visit, id);
    expect(widget?.options.generator).toContain("type: 'pie'");
  });

  it('works on a phone, with the preview behind a tab', async () => {
    const visit = await visitSignedIn('/dashboards', phone);
    const { page } = visit;
    const room = await makeRoom(visit);
    const options = { twinFilter: room.filter, state: 'temperature' };
    const { id } = await makeDashboard(visit, [{ type: 'value', title: 'Wärme', options }]);
    await visit.open(`/dashboards/${id}`);
    await press(page, 'Weitere Aktionen');
    await page.getByRole('menuitem', { name: 'Bearbeiten' }).click();
    const editor = await edit(visit, 'Wärme');
    expect(await preview(editor).count()).toBe(0);
    await tab(editor, 'Vorschau').click();
    await preview(editor).getByText('21,5').waitFor();
    const width = await editor.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(width).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await tab(editor, 'Allgemein').click();
    await field(editor, 'Titel').fill('Raumwärme');
    await save(editor, 'Speichern');
    await page.getByRole('region', { name: 'Raumwärme' }).waitFor();
  });
});
