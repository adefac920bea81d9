import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, type Visit, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

interface Made {
  id: number;
}
interface DashboardAnswer extends Made {
  name: string;
  widgets: { id: number; title: string; size: number; minHeightPx: number }[];
}

/** Through the API with the session of the page. */
async function send<T>(visit: Visit, method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> {
  const answer = await visit.context.request.fetch(`${visit.baseUrl}/api/v1${path}`, {
    method,
    headers: { origin: visit.baseUrl },
    ...(data ? { data } : {}),
  });
  const body = await answer.json();
  expect([path, body.code, body.message]).toEqual([path, undefined, undefined]);
  return body.data;
}

const uniqueName = (word: string) => `${word} ${randomBytes(4).toString('hex')}`;

/** A room with a temperature. */
async function makeRoom(visit: Visit, tenantId = 1) {
  const title = uniqueName('Raum');
  const { id: twinId } = await send<Made>(visit, 'POST', '/digitaltwin', { title, tenantId });
  const state = { config: { source: 'none' }, key: 'temperature', title: 'Temperatur', unit: '°C' };
  const { id: stateId } = await send<Made>(visit, 'POST', `/digitaltwin/states/dtwin/${twinId}/state/`, state);
  const set = (value: number) =>
    send(visit, 'PUT', `/digitaltwin/states/dtwin/${twinId}/state/${stateId}/value`, { value });
  await set(21.5);
  return { title, twinId, set };
}
type Room = Awaited<ReturnType<typeof makeRoom>>;

const valueWidget = (title: string, { twinId }: Room, more: object = {}) => ({
  type: 'value',
  title,
  size: 4,
  minHeightPx: 112,
  options: { twinFilter: { dtwinIds: [String(twinId)] }, state: 'temperature', showLine: false },
  ...more,
});

const makeDashboard = (visit: Visit, body: object) =>
  send<DashboardAnswer>(visit, 'POST', '/dashboards', { name: uniqueName('Übersicht'), tenantId: 1, ...body });

const read = (visit: Visit, id: number) => send<DashboardAnswer>(visit, 'GET', `/dashboards/${id}`);
const titlesOf = async (visit: Visit, id: number) => (await read(visit, id)).widgets.map(({ title }) => title);

const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const shownTitles = (page: Page) => page.locator('[data-widget] h2').allTextContents();
async function more(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function ofWidget(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Aktionen für ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const toast = (page: Page, text: RegExp | string) => page.getByRole('region', { name: 'Meldungen' }).getByText(text);

async function middleOf(page: Page, name: string) {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox();
  if (!box) throw new Error(`${name} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits for the call that saves the last change. */
const saved = (page: Page, ending: string) =>
  page.waitForResponse((answer) => answer.url().endsWith(ending) && answer.request().method() === 'POST');

describe('the list of dashboards', () => {
  it('creates, finds, copies and deletes a dashboard', async () => {
    const visit = await visitSignedIn('/dashboards');
    const { page, open } = visit;
    const name = uniqueName('Rathaus');
    await page.getByRole('button', { name: 'Dashboard anlegen' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByText('Noch keine Widgets').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await open(`/dashboards?search=${encodeURIComponent(name)}`);
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await row.getByRole('button', { name: `Aktionen für ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Duplizieren' }).click();
    await page.getByRole('button', { name: 'Duplizieren', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `${name} (Kopie)` }).waitFor();

    await more(page, 'Löschen');
    const question = page.getByRole('alertdialog', { name: `Dashboard „${name} (Kopie)“ löschen?` });
    await question.getByRole('button', { name: 'Löschen' }).click();
    await toast(page, `Dashboard „${name} (Kopie)“ gelöscht.`).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Dashboards' }).waitFor();
  });

  it('imports a dashboard from a file, and shows the errors of another file', async () => {
    const visit = await visitSignedIn('/dashboards');
    const { page } = visit;
    const room = await makeRoom(visit);
    const made = await makeDashboard(visit, { widgets: [valueWidget('Wohnzimmer', room)] });
    await visit.open(`/dashboards/${made.id}`);
    await page.getByRole('heading', { level: 1, name: made.name }).waitFor();
    const download = page.waitForEvent('download');
    await more(page, 'Als Datei exportieren');
    const path = await (await download).path();
    await visit.open('/dashboards');
    await page.getByRole('heading', { level: 1, name: 'Dashboards' }).waitFor();
    await more(page, 'Datei importieren');
    const file = page.getByLabel('Datei eines Dashboards');
    await file.setInputFiles({
      name: 'other.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"panels":[]}'),
    });
    await page.getByText('Das ist keine Datei eines Dashboards von Stellwerk.').waitFor();
    await file.setInputFiles({
      name: 'own.json',
      mimeType: 'application/json',
      buffer: await readFile(path),
    });
    await page.getByText('Die Datei enthält 1 Widget.').waitFor();
    await page.getByRole('button', { name: 'Importieren', exact: true }).click();
    await widget(page, 'Wohnzimmer').getByText('21,5').waitFor();
    expect(page.url()).not.toContain(`/dashboards/${made.id}`);
  });
});

describe('a dashboard in edit mode', () => {
  it('is renamed, moved and resized by mouse and keys, and keeps the changes', async () => {
    const visit = await visitSignedIn('/home');
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const { id } = await makeDashboard(visit, {
      widgets: ['Eins', 'Zwei', 'Drei'].map((title) => valueWidget(title, room)),
    });
    await open(`/dashboards/${id}`);
    await widget(page, 'Eins').getByText('21,5').waitFor();
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    expect(await accessibilityProblems(page)).toEqual([]);

    const renamed = uniqueName('Schwimmbad');
    const named = saved(page, `/dashboards/${id}/config`);
    await page.getByRole('textbox', { name: 'Name des Dashboards' }).fill(renamed);
    await page.getByRole('textbox', { name: 'Name des Dashboards' }).press('Enter');
    expect((await named).ok()).toBe(true);

    const from = await middleOf(page, 'Eins verschieben');
    const target = await widget(page, 'Drei').boundingBox();
    if (!target) throw new Error('the widget is not on the screen');
    const ordered = saved(page, '/widgets/order');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(target.x + target.width - 20, target.y + target.height / 2, { steps: 8 });
    await page.mouse.up();
    expect((await ordered).ok()).toBe(true);
    expect(await shownTitles(page)).toEqual(['Zwei', 'Drei', 'Eins']);

    const back = saved(page, '/widgets/order');
    await page.getByRole('button', { name: 'Eins verschieben' }).press('ArrowLeft');
    expect((await back).ok()).toBe(true);
    await page.getByText('Eins steht jetzt an Stelle 2 von 3.').waitFor({ state: 'attached' });

    const corner = page.getByRole('button', { name: 'Größe von Zwei ändern' });
    const wider = saved(page, '/config');
    await corner.press('ArrowRight');
    expect((await wider).ok()).toBe(true);
    const higher = saved(page, '/config');
    await corner.press('ArrowDown');
    expect((await higher).ok()).toBe(true);
    await page.getByText('Zwei ist jetzt 5 von 12 Spalten breit und 120 Pixel hoch.').waitFor({ state: 'attached' });

    const pull = await middleOf(page, 'Größe von Drei ändern');
    const pulled = saved(page, '/config');
    await page.mouse.move(pull.x, pull.y);
    await page.mouse.down();
    await page.mouse.move(pull.x, pull.y + 90, { steps: 5 });
    await page.mouse.up();
    expect((await pulled).ok()).toBe(true);

    await page.reload();
    await page.getByRole('heading', { level: 1, name: renamed }).waitFor();
    await widget(page, 'Drei').waitFor();
    expect(await shownTitles(page)).toEqual(['Zwei', 'Eins', 'Drei']);
    expect((await read(visit, id)).widgets).toMatchObject([
      { title: 'Zwei', size: 5, minHeightPx: 120 },
      { title: 'Eins', size: 4, minHeightPx: 112 },
      { title: 'Drei', size: 4, minHeightPx: 200 },
    ]);
  });

  it('reports an order that was not saved, and shows the saved one', async () => {
    const visit = await visitSignedIn('/home');
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const { id } = await makeDashboard(visit, { widgets: ['Eins', 'Zwei'].map((title) => valueWidget(title, room)) });
    await open(`/dashboards/${id}`);
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await page.route('**/widgets/order', (route) =>
      route.fulfill({ status: 409, json: { code: 'X', message: 'Nein.' } }),
    );
    await page.getByRole('button', { name: 'Eins verschieben' }).press('End');
    await toast(page, 'Die Reihenfolge der Widgets wurde nicht gespeichert.').waitFor();
    expect(await shownTitles(page)).toEqual(['Eins', 'Zwei']);
  });

  it('loses a widget, restores it, and returns to a former version', async () => {
    const visit = await visitSignedIn('/home');
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const { id } = await makeDashboard(visit, { widgets: ['Eins', 'Zwei'].map((title) => valueWidget(title, room)) });
    await open(`/dashboards/${id}`);
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await ofWidget(page, 'Eins', 'Löschen');
    await toast(page, 'Widget „Eins“ gelöscht.').waitFor();
    await widget(page, 'Eins').waitFor({ state: 'detached' });
    // Changes of other users in the meantime are not undone with it.
    const renamed = uniqueName('Umbenannt');
    await send(visit, 'POST', `/dashboards/${id}/config`, { name: renamed });
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await widget(page, 'Eins').waitFor();
    expect(await titlesOf(visit, id)).toEqual(['Eins', 'Zwei']);
    expect((await read(visit, id)).name).toBe(renamed);

    await ofWidget(page, 'Zwei', 'Duplizieren');
    await expect.poll(() => shownTitles(page)).toEqual(['Eins', 'Zwei', 'Zwei']);
    await page.getByRole('button', { name: 'Fertig', exact: true }).click();

    await more(page, 'Versionen');
    const panel = page.getByRole('dialog', { name: 'Versionen' });
    await panel.getByText('Widget „Zwei“ dupliziert').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel
      .getByRole('button', { name: /^Version \d+ ansehen$/ })
      .last()
      .click();
    await page.getByText(/Sie sehen Version 1 vom/).waitFor();
    await widget(page, 'Zwei').getByText('21,5').waitFor();
    expect(await page.getByRole('button', { name: 'Bearbeiten', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Wiederherstellen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Wiederherstellen' }).click();
    await toast(page, 'Version 1 wiederhergestellt.').waitFor();
    await expect.poll(() => shownTitles(page)).toEqual(['Eins', 'Zwei']);
    expect(await titlesOf(visit, id)).toEqual(['Eins', 'Zwei']);
  });
});

describe('a dashboard in view mode', () => {
  it('keeps range, parameters and refresh in the address, and updates live', async () => {
    const visit = await visitSignedIn('/home');
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const other = await makeRoom(visit);
    await other.set(17);
    const { id } = await makeDashboard(visit, {
      customParameters: [{ name: 'room', label: 'Raum', defaultValue: String(room.twinId) }],
      widgets: [
        valueWidget('Raum {{param.room}}', room, {
          options: { twinFilter: { dtwinIds: ['{{param.room}}'] }, state: 'temperature' },
        }),
      ],
    });
    await open(`/dashboards/${id}`);
    const shown = (twin: Room) => widget(page, `Raum ${twin.twinId}`);
    await shown(room).getByText('21,5').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page
      .getByRole('button', { name: /Jetzt aktualisieren/ })
      .getByText('Live')
      .waitFor();
    await room.set(24);
    await shown(room).getByText(/^24/).first().waitFor();

    await page.getByRole('textbox', { name: 'Raum' }).fill(String(other.twinId));
    await shown(other).getByText(/^17/).first().waitFor();
    expect(page.url()).toContain(`parameter_room=${other.twinId}`);
    await page.getByRole('button', { name: 'Raum auf den Standardwert zurücksetzen' }).click();
    await shown(room).waitFor();
    expect(page.url()).not.toContain('parameter_room');

    await page.getByRole('button', { name: 'Letzte 24 Stunden' }).click();
    const asked = page.waitForRequest((request) => request.url().includes('__all__/data'));
    await page.getByRole('menuitemradio', { name: 'Letzte 7 Tage' }).click();
    const span = new URL((await asked).url()).searchParams;
    const days =
      (Date.parse(span.get('dateRangeEnd') ?? '') - Date.parse(span.get('dateRangeStart') ?? '')) / 86_400_000;
    expect(days).toBeCloseTo(7);
    expect(page.url()).toContain('range=7d');
    await page.getByRole('button', { name: 'Zeitraum als Standard speichern' }).click();
    await page.getByRole('dialog', { name: 'Standardzeitraum' }).getByRole('button', { name: 'Speichern' }).click();
    await toast(page, 'Standardzeitraum gespeichert.').waitFor();

    await page.getByRole('button', { name: 'Automatisch aktualisieren' }).click();
    await page.getByRole('menuitemradio', { name: 'Alle 30 s' }).click();
    await page.waitForURL(/refresh=30/);
    const again = page.waitForResponse((answer) => answer.url().includes('__all__/data'));
    await page.getByRole('button', { name: /Jetzt aktualisieren/ }).click();
    expect((await again).ok()).toBe(true);

    await open(`/dashboards/${id}`);
    await page.getByRole('button', { name: 'Letzte 7 Tage' }).waitFor();
  });

  it('fits a wall and a phone, and says if it does not exist', async () => {
    const visit = await visitSignedIn('/home', { theme: 'dark' });
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const { id, name } = await makeDashboard(visit, {
      widgets: ['Eins', 'Zwei', 'Drei', 'Vier'].map((title) => valueWidget(title, room, { size: 6 })),
    });
    await page.goto(`${visit.baseUrl}/#/dashboards/${id}?view=wall`);
    const wall = page.getByRole('dialog', { name });
    const last = wall.getByRole('region', { name: 'Vier' });
    await last.getByText('21,5').waitFor();
    const height = await last.boundingBox();
    expect(height?.height).toBeGreaterThan(300);
    expect((height?.y ?? 0) + (height?.height ?? 0)).toBeLessThanOrEqual(900);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await wall.waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('view=wall');

    await page.setViewportSize(phone);
    const boxes = await Promise.all(['Eins', 'Zwei'].map((title) => widget(page, title).boundingBox()));
    expect(boxes[1]?.x).toBe(boxes[0]?.x);
    expect(boxes[1]?.y).toBeGreaterThan((boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    await open('/dashboards/999999999');
    await page.getByText('Dashboard nicht gefunden').waitFor();
  });

  it('has no editing tools for users with read permission', async () => {
    const db = openDatabase();
    const reader = await makePerson(db, {
      firstName: 'Rita',
      lastName: 'Reich',
      permissions: ['Dashboards.read', 'DigitalTwin.read'],
    });
    const admin = await visitSignedIn('/home');
    const room = await makeRoom(admin, reader.account.id);
    const { id, name } = await makeDashboard(admin, {
      tenantId: reader.account.id,
      widgets: [valueWidget('Büro', room)],
    });
    const { page, open } = await visitSignedIn(`/dashboards/${id}`, {}, reader);
    await widget(page, 'Büro').getByText('21,5').waitFor();
    expect(await page.getByRole('button', { name: 'Bearbeiten', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Versionen' }).waitFor();
    const entries = await page.getByRole('menuitem').allTextContents();
    expect(entries.filter((entry) => /Löschen|Duplizieren|Parameter/.test(entry))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Aktionen für Büro' }).click();
    await page.getByRole('menuitem', { name: 'Als PNG speichern' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Löschen' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await open('/dashboards');
    await page.getByRole('row', { name: new RegExp(name) }).waitFor();
    expect(await page.getByRole('button', { name: 'Dashboard anlegen' }).count()).toBe(0);
  });
});
