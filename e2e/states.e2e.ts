import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, searchAtOnce, signedIn, type Visit } from './browser.ts';

interface StateAnswer {
  id: number;
  key: string;
}

/** Through the API with the session of the page. */
async function send<T>(visit: Visit, method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> {
  const address = `${visit.baseUrl}/api/v1/digitaltwin${path}`;
  const answer = await visit.context.request.fetch(address, {
    method,
    headers: { origin: visit.baseUrl },
    ...(data ? { data } : {}),
  });
  const body = await answer.json();
  expect([path, body.code]).toEqual([path, undefined]);
  return body.data;
}

const makeTwin = (visit: Visit, title: string, parentId?: number) =>
  send<{ id: number }>(visit, 'POST', '', { title, ...(parentId === undefined ? { tenantId: 1 } : { parentId }) });

const makeState = (visit: Visit, twinId: number, body: object) =>
  send<StateAnswer>(visit, 'POST', `/states/dtwin/${twinId}/state/`, { config: { source: 'none' }, ...body });

const setValue = (visit: Visit, twinId: number, stateId: number, value: unknown, timestamp?: string) =>
  send(visit, 'PUT', `/states/dtwin/${twinId}/state/${stateId}/value`, { value, ...(timestamp ? { timestamp } : {}) });

const keysOf = async (visit: Visit, twinId: number) =>
  (await send<StateAnswer[]>(visit, 'GET', `/states/dtwin/${twinId}/`)).map(({ key }) => key);

/** A building with two rooms, each with a temperature. */
async function makeBuilding(visit: Visit) {
  const name = `Schule ${randomBytes(4).toString('hex')}`;
  const building = await makeTwin(visit, name);
  const room = await makeTwin(visit, 'Raum 1', building.id);
  const other = await makeTwin(visit, 'Raum 2', building.id);
  const temperature = { title: 'Temperatur', key: 'temperature', unit: '°C' };
  const otherState = await makeState(visit, other.id, temperature);
  await setValue(visit, other.id, otherState.id, 18);
  return { name, building, room, other, otherState, temperature };
}

const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) });

async function choose(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Aktionen für ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function addState(page: Page, title: string, fill: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Datenpunkt anlegen' }).first().click();
  await page.getByRole('textbox', { name: 'Titel' }).fill(title);
  await fill();
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row(page, title).waitFor();
}

describe('the states of a twin', () => {
  it('are added, set, ordered and searched by hand', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { room } = await makeBuilding(visit);
    await open(`/digitaltwin-mgmt/${room.id}?tab=states`);

    await addState(page, 'Temperatur', async () => {
      await page.getByRole('textbox', { name: 'Einheit' }).fill('°C');
      await expect.poll(() => page.getByRole('textbox', { name: 'Schlüssel' }).inputValue()).toBe('temperatur');
      await page.getByRole('textbox', { name: 'Schlüssel' }).fill('temperature');
      await page.getByRole('radio', { name: 'Zeigerinstrument' }).check({ force: true });
      expect(await accessibilityProblems(page)).toEqual([]);
    });
    await addState(page, 'Breite', async () => {
      await page.getByRole('textbox', { name: 'Schlüssel' }).fill('lat_gps');
      // A key like this one suggests that the values set the position of the twin.
      await page
        .getByRole('combobox', { name: /Verknüpfung/ })
        .getByText('Breitengrad')
        .waitFor();
    });

    await choose(page, 'Temperatur', 'Wert setzen');
    await page.getByRole('textbox', { name: 'Wert' }).fill('21,5');
    await page.getByRole('button', { name: 'Setzen', exact: true }).click();
    await row(page, 'Temperatur').getByText('21,5').waitFor();

    await choose(page, 'Temperatur', 'Verlauf');
    const values = page.getByRole('table', { name: 'Einzelwerte' });
    await values.getByRole('row', { name: /21,5.*Von Hand/ }).waitFor();
    await page.getByText(/Temperatur: zuletzt 21,5/).waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Schließen' }).click();

    const ordered = page.waitForResponse((answer) => answer.url().endsWith('/order'));
    await page.getByRole('button', { name: 'Breite verschieben' }).press('ArrowUp');
    expect((await ordered).ok()).toBe(true);
    expect(await keysOf(visit, room.id)).toEqual(['lat_gps', 'temperature']);
  });

  it('are ordered by dragging', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { room } = await makeBuilding(visit);
    for (const key of ['a', 'b', 'c']) await makeState(visit, room.id, { title: `Wert ${key}`, key });
    await open(`/digitaltwin-mgmt/${room.id}?tab=states`);
    const handle = await page.getByRole('button', { name: 'Wert a verschieben' }).boundingBox();
    const target = await page.getByRole('button', { name: 'Wert c verschieben' }).boundingBox();
    if (!handle || !target) throw new Error('the handles are not on the screen');
    const ordered = page.waitForResponse((answer) => answer.url().endsWith('/order'));
    await page.mouse.move(handle.x + 5, handle.y + 5);
    await page.mouse.down();
    await page.mouse.move(target.x + 5, target.y + 5, { steps: 6 });
    await page.mouse.up();
    expect((await ordered).ok()).toBe(true);
    expect(await keysOf(visit, room.id)).toEqual(['b', 'c', 'a']);
  });
});

describe('an aggregate over the rooms of a building', () => {
  it('is created in a few clicks, updates live, and prevents its sources from being deleted', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { name, building, room, other, otherState, temperature } = await makeBuilding(visit);
    const state = await makeState(visit, room.id, temperature);
    await setValue(visit, room.id, state.id, 22);
    await open(`/digitaltwin-mgmt/${building.id}?tab=states`);

    await addState(page, 'Mittlere Temperatur', async () => {
      await page.getByRole('radio', { name: /^Aggregat Wird/ }).check({ force: true });
      await page.getByRole('button', { name: 'Datenpunkte wählen' }).click();
      const picker = page.getByRole('dialog', { name: 'Datenpunkte wählen' });
      await searchAtOnce(picker.getByRole('searchbox').first(), name);
      await picker.getByRole('treeitem', { name: new RegExp(name) }).click();
      // Until a twin is chosen, the list shows the states of every building.
      const choices = picker.getByRole('checkbox', { name: /Temperatur.*Raum 2/ });
      await expect.poll(() => choices.count()).toBe(1);
      await picker.getByRole('combobox', { name: /mit dem Schlüssel/ }).fill('temperature');
      await picker.getByRole('button', { name: 'Hinzufügen' }).click();
      await picker.getByText('2 gewählt').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await picker.getByRole('button', { name: 'Übernehmen' }).click();
      await page.getByText('Ergebnis jetzt: 20').waitFor();
    });
    await row(page, 'Mittlere Temperatur').getByText('20', { exact: true }).waitFor();

    await setValue(visit, other.id, otherState.id, 30);
    await row(page, 'Mittlere Temperatur').getByText('26', { exact: true }).waitFor();

    await page.getByRole('tab', { name: 'Übersicht' }).click();
    const tile = page.getByRole('article', { name: 'Mittlere Temperatur' });
    await tile.getByText('26', { exact: true }).waitFor();
    await setValue(visit, room.id, state.id, 24);
    await tile.getByText('27', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await tile.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Herkunft und Verwendung' }).click();
    const lineage = page.getByRole('dialog', { name: 'Herkunft und Verwendung' });
    await lineage.getByRole('link', { name: 'Raum 2' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await lineage.getByRole('link', { name: 'Raum 1' }).click();

    await choose(page, 'Temperatur', 'Löschen');
    const refusal = page.getByRole('dialog', { name: '„Temperatur“ löschen' });
    await refusal.getByText('Mittlere Temperatur').waitFor();
    expect(await refusal.getByRole('button', { name: 'Löschen' }).count()).toBe(0);
    await refusal.getByRole('button', { name: 'Schließen' }).click();
  });
});

/** An incoming webhook, and a message of a sender that is no device. */
async function makeWebhook(visit: Visit) {
  const mark = randomBytes(4).toString('hex');
  const data = { tenantId: 1, type: 'webhook-incoming', name: `Zähler ${mark}` };
  const headers = { origin: visit.baseUrl };
  const made = await visit.context.request.post(`${visit.baseUrl}/api/v1/bridge`, { headers, data });
  const { connector, generated } = (await made.json()).data;
  const key = Object.values<string>(generated)[0] ?? '';
  const post = async (payload: object) => {
    const { status } = await fetch(`${visit.baseUrl}/api/v1/webhook/${connector.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ id: `meter-${mark}`, payload }),
    });
    expect(status).toBe(202);
  };
  return { id: connector.id, name: data.name, identifier: `meter-${mark}`, post };
}

describe('the editor of a data state', () => {
  it('takes a connector, shows its newest message, and has a status for each range', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { room } = await makeBuilding(visit);
    const webhook = await makeWebhook(visit);
    await webhook.post({ power: { kw: 12 } });
    await open(`/digitaltwin-mgmt/${room.id}?tab=states`);

    await addState(page, 'Leistung', async () => {
      await page.getByRole('radio', { name: /^Konnektor/ }).check({ force: true });
      await page.getByRole('combobox', { name: 'Konnektor', exact: false }).click();
      await page.getByRole('option', { name: webhook.name }).click();
      await page.getByRole('textbox', { name: 'Externe ID' }).fill(webhook.identifier);
      const newest = page.getByRole('group', { name: 'Neueste Nachricht' });
      await newest.getByText('"kw": 12').waitFor();
      await page.getByRole('combobox', { name: 'Variable' }).fill('power.kw');
      await newest.getByText(/^Wert der Variable: 12$/).waitFor();
      await page.getByRole('radio', { name: 'Zeigerinstrument' }).check({ force: true });
      for (const [index, value] of ['5', '10', '30'].entries()) {
        await page.getByRole('button', { name: 'Schwelle hinzufügen' }).click();
        await page.getByRole('textbox', { name: `Schwelle ${index + 1}` }).fill(value);
      }
      await page.getByRole('combobox', { name: 'Zustände' }).click();
      await page.getByRole('option', { name: 'Eigener Zustand je Bereich' }).click();
      await page.getByRole('combobox', { name: 'Zustand unter der ersten Schwelle' }).click();
      await page.getByRole('option', { name: 'Fehler' }).click();
      await page.getByRole('combobox', { name: 'Zustand ab Schwelle 2' }).click();
      await page.getByRole('option', { name: 'OK' }).click();
      expect(await accessibilityProblems(page)).toEqual([]);
    });
    await webhook.post({ power: { kw: 11 } });
    await row(page, 'Leistung').getByText('11').waitFor();
    const [state] = await send<{ config: object; visualisation: object; status: string }[]>(
      visit,
      'GET',
      `/states/dtwin/${room.id}/`,
    );
    expect(state).toMatchObject({
      config: { connectorId: webhook.id, identifier: webhook.identifier, variable: 'power.kw' },
      visualisation: { thresholds: [5, 10, 30], statuses: ['error', 'warning', 'ok', 'error'] },
      status: 'ok',
    });
  });

  it('gets a button whose command is confirmed, sent, and answered for', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { room } = await makeBuilding(visit);
    const headers = { origin: visit.baseUrl };
    const data = { tenantId: 1, type: 'mqtt-broker', name: `Broker ${randomBytes(4).toString('hex')}` };
    const made = await visit.context.request.post(`${visit.baseUrl}/api/v1/bridge`, { headers, data });
    const { connector } = (await made.json()).data;
    const command = { topic: 'door-7', payload: 'open' };
    await makeState(visit, room.id, {
      title: 'Tür',
      key: 'door',
      visualisation: { component: 'button', outbound: { connectorId: connector.id, command } },
    });
    await open(`/digitaltwin-mgmt/${room.id}`);
    await page.getByRole('article', { name: 'Tür' }).getByRole('button', { name: 'Befehl senden' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Der Befehl wird über den Konnektor gesendet.').waitFor();
    await question.getByRole('button', { name: 'Befehl senden' }).click();
    // No client listens, so the broker refuses; the reason stays in the question.
    await question.getByText(/Die Verbindung ist fehlgeschlagen|Niemand ist verbunden/).waitFor();
  });
});

describe('the overview of states', () => {
  it('finds, filters and updates values, on a phone too', async () => {
    const visit = await signedIn(phone);
    const { page, open } = visit;
    const { name, building, other, otherState } = await makeBuilding(visit);
    const sent = await makeState(visit, building.id, {
      title: 'Taste',
      key: 'button',
      visualisation: { component: 'button', buttonLabel: 'Licht an', buttonValue: 7 },
    });
    await open(`/digitaltwin-state-overview?twin=${building.id}&q=Temperatur`);
    const list = page.getByRole('list', { name: 'Zustandsübersicht' });
    await list.getByText(/^18/).waitFor();
    await page.getByRole('button', { name, exact: true }).waitFor();
    await setValue(visit, other.id, otherState.id, 19);
    await list.getByText(/^19/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    expect(await accessibilityProblems(page)).toEqual([]);

    await open(`/digitaltwin-mgmt/${building.id}`);
    await page.getByRole('article', { name: 'Taste' }).getByRole('button', { name: 'Licht an' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Licht an' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    const { value } = await send<{ value: unknown }>(visit, 'GET', `/states/${sent.id}`);
    expect(value).toBe(7);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});

describe('the tiles of a twin', () => {
  it('catch up once the network is back, and update again', async () => {
    const visit = await signedIn();
    const { page, context, open } = visit;
    const { other, otherState } = await makeBuilding(visit);
    await open(`/digitaltwin-mgmt/${other.id}`);
    const tile = page.getByRole('article', { name: 'Temperatur' });
    await tile.getByText(/^18/).first().waitFor();
    await context.setOffline(true);
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await setValue(visit, other.id, otherState.id, 19.5);
    await context.setOffline(false);
    await tile.getByText(/^19,5/).first().waitFor();
    await setValue(visit, other.id, otherState.id, 20.5);
    await tile.getByText(/^20,5/).first().waitFor();
  });
});
