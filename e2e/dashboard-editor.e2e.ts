import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, type Visit, visitSignedIn } from './browser.ts';

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
    await preview(editor).locator('canvas').first().waitFor();
    await preview(editor)
      .getByText(/Temperatur.*21,5/)
      .first()
      .waitFor({ state: 'attached' });

    await tab(editor, 'Diagramm').click();
    await choose(page, editor.getByRole('combobox', { name: 'Art' }), 'Anzeige');
    await tab(editor, 'Anzeige').click();
    await field(editor, 'Ende der Skala').fill('40');
    await press(editor, 'Schwelle hinzufügen');
    await press(editor, 'Schwelle hinzufügen');
    const values = field(editor, 'Ab Wert');
    await values.nth(0).fill('18');
    await values.nth(1).fill('30');
    await choose(page, editor.getByRole('combobox', { name: 'Farbe' }).nth(1), 'Eigene Farbe');
    await field(editor, 'Farbwert').fill('#aa33cc');
    await tab(editor, 'Allgemein').click();
    await field(editor, 'Titel').fill('Klima {{param.floor}}');
    await preview(editor).getByRole('heading', { name: 'Klima 2' }).waitFor();
    await field(editor, 'Titel').press('ControlOrMeta+Enter');
    await editor.waitFor({ state: 'detached' });

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
});
