import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, signedIn, type Visit } from './browser.ts';

const word = () => randomBytes(4).toString('hex');

/** Through the API with the session of the page, for setup. */
async function send(visit: Visit, method: 'GET' | 'POST', path: string, data?: object) {
  const answer = await visit.page.request.fetch(`${visit.baseUrl}/api/v1/${path}`, {
    method,
    headers: { origin: visit.baseUrl },
    ...(data ? { data } : {}),
  });
  expect([path, answer.ok(), answer.ok() ? '' : await answer.text()]).toEqual([path, true, '']);
  return (await answer.json()).data;
}

interface Source {
  connectorId: number;
  driverId: number;
  key: string;
  /** Identifies the objects of this test. */
  mark: string;
}

/** A driver that reports an empty battery; the mark is part of its message. */
async function makeSource(visit: Visit): Promise<Source> {
  const mark = word();
  const { connector, generated } = await send(visit, 'POST', 'bridge', {
    tenantId: 1,
    type: 'webhook-incoming',
    name: `Webhook ${mark}`,
  });
  const driver = await send(visit, 'POST', 'devicedrivers', {
    accountId: 1,
    title: `Treiber ${mark}`,
    draft: {
      parser: {
        type: 'javascript',
        script: 'module.exports = (payload) => ({ temperature: payload.t / 10, battery: payload.b ?? 90 });',
      },
      variables: [
        { name: 'temperature', title: 'Temperatur', unit: '°C' },
        { name: 'battery', title: 'Batterie', unit: '%' },
      ],
      health: [
        {
          identifier: 'battery-low',
          category: 'battery',
          severity: 'warning',
          check: 'return states.battery < 20;',
          message: `Batterie leer ${mark}`,
        },
      ],
    },
  });
  await send(visit, 'POST', `devicedrivers/${driver.id}/publish`, {});
  return { connectorId: connector.id, driverId: driver.id, key: Object.values<string>(generated)[0] ?? '', mark };
}

async function makeDevice(visit: Visit, { connectorId, driverId, mark }: Source, name: string) {
  const externalId = `${name}-${mark}`;
  const body = {
    tenantId: 1,
    title: `${name} ${mark}`,
    deviceId: externalId,
    bridgeId: connectorId,
    deviceDriverId: driverId,
  };
  const { id }: { id: number } = await send(visit, 'POST', 'virtualdevice/', body);
  return { id, title: body.title, externalId };
}

/** Posts like a device: by the key alone, without a session. */
async function postPacket(visit: Visit, { connectorId, key }: Source, id: string, payload: object): Promise<void> {
  const answer = await fetch(`${visit.baseUrl}/api/v1/webhook/${connectorId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ id, payload }),
  });
  expect(answer.status).toBe(202);
}

const empty = { t: 215, b: 5 };
const searching = /partial-tree.*search=/;
const alarmRow = (page: Page, text: string) => page.getByRole('row', { name: new RegExp(text) });
const addressHas = (page: Page, name: string, value: RegExp) =>
  page.waitForURL((url) => value.test(new URLSearchParams(url.hash.split('?')[1]).get(name) ?? ''));

describe('the alarm log', () => {
  it('is filtered by values in the address', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const source = await makeSource(visit);
    const first = await makeDevice(visit, source, 'Keller');
    const second = await makeDevice(visit, source, 'Dach');
    await postPacket(visit, source, first.externalId, empty);
    await postPacket(visit, source, second.externalId, empty);

    await open(`/alarm-logs?q=${source.mark}`);
    await alarmRow(page, first.title).waitFor();
    await alarmRow(page, second.title).waitFor();
    await page.getByRole('link', { name: /offene Warnung/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Gerät oder Zwilling' }).click();
    const picker = page.getByRole('dialog', { name: 'Gerät oder Zwilling wählen' });
    const isSearched = page.waitForRequest(searching);
    await picker.getByRole('searchbox').fill(first.title);
    // Waits for the search result: a click that begins in the old tree and ends in the new one selects nothing.
    await isSearched;
    await picker.getByRole('treeitem', { name: new RegExp(first.title) }).click();
    await picker.getByRole('button', { name: 'Übernehmen' }).click();
    await addressHas(page, 'device', new RegExp(`^${first.id}$`));
    await alarmRow(page, second.title).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: new RegExp(`Gerät oder Zwilling ${first.title}`) }).waitFor();
    await page.getByRole('button', { name: 'Filter Gerät oder Zwilling entfernen' }).click();
    await alarmRow(page, second.title).waitFor();
  });

  it('chooses a device with buttons that do not move during the search', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const title = `Haus ${word()}`;
    await send(visit, 'POST', 'digitaltwin', { tenantId: 1, title });
    await open('/alarm-logs');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Gerät oder Zwilling' }).click();
    const picker = page.getByRole('dialog', { name: 'Gerät oder Zwilling wählen' });
    await picker.getByRole('treeitem').first().waitFor();
    const placeOfButton = () => picker.getByRole('button', { name: 'Übernehmen' }).boundingBox();
    const atFirst = await placeOfButton();
    const held = Promise.withResolvers<void>();
    await page.route('**/digitaltwin/partial-tree/?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const isSearched = page.waitForRequest(searching);
    await picker.getByRole('searchbox').fill(title);
    await isSearched;
    await picker.getByRole('treeitem').first().waitFor({ state: 'detached' });
    expect(await placeOfButton()).toEqual(atFirst);
    held.resolve();
    await picker.getByRole('treeitem', { name: new RegExp(title) }).waitFor();
    expect(await placeOfButton()).toEqual(atFirst);
  });

  it('is filtered by a click into a chart, and remembers the chosen view', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const source = await makeSource(visit);
    const device = await makeDevice(visit, source, 'Halle');
    await postPacket(visit, source, device.externalId, empty);
    await open(`/alarm-logs?q=${source.mark}`);
    await alarmRow(page, device.title).waitFor();
    await page.getByRole('button', { name: 'Diagramme' }).click();
    const byCategory = page.getByRole('region', { name: 'Alarme nach Kategorie' });
    await byCategory.locator('canvas').click();
    await addressHas(page, 'category', /^battery$/);
    const byDay = page.getByRole('region', { name: 'Neue und behobene Alarme nach Tag' }).locator('canvas');
    const { width = 0, height = 0 } = (await byDay.boundingBox()) ?? {};
    await byDay.click({ position: { x: width - 16, y: height / 2 } });
    await addressHas(page, 'range', /\.\./);
    await alarmRow(page, device.title).waitFor();
    await page.getByRole('button', { name: 'Zeitraum aufheben' }).click();
    await page.getByRole('button', { name: 'Jederzeit' }).waitFor();

    await page.getByRole('switch', { name: 'Nur offene' }).check();
    await addressHas(page, 'status', /^unresolved$/);
    await open('/home');
    await page.getByRole('heading', { level: 1, name: /^Guten/ }).waitFor();
    await open('/alarm-logs');
    await addressHas(page, 'status', /^unresolved$/);
    await expect.poll(() => page.getByRole('button', { name: 'Diagramme' }).getAttribute('aria-expanded')).toBe('true');
  });

  it('explains a health alarm from the bytes to the check, also on a phone', async () => {
    const visit = await signedIn({ ...phone, theme: 'dark' });
    const { page, open } = visit;
    const source = await makeSource(visit);
    const device = await makeDevice(visit, source, 'Zähler');
    await postPacket(visit, source, device.externalId, empty);
    await open(`/virtual-devices/${device.id}?tab=alarms`);
    await page.getByRole('link', { name: `Batterie leer ${source.mark}` }).click();
    const panel = page.getByRole('dialog', { name: `Batterie leer ${source.mark}` });
    const part = (name: string) => panel.getByRole('region', { name, exact: true });
    await part('Was gemeldet wurde').getByText(new RegExp(device.title)).waitFor();
    await part('Die Werte in diesem Augenblick').getByText('5 %').first().waitFor();
    await part('Die Prüfung, die es gemeldet hat').getByText('battery-low').waitFor();
    await part('Die Prüfung, die es gemeldet hat').getByText('return states.battery').waitFor();
    const origin = part('Woher die Werte kamen');
    await origin.getByRole('button', { name: /1\. Paket/ }).click();
    await origin.getByRole('region', { name: 'Nutzlast' }).getByText('"b": 5').waitFor();
    await origin.getByRole('button', { name: /2\. Parser/ }).click();
    await origin.getByRole('region', { name: 'Variablen' }).getByText('"temperature": 21.5').waitFor();
    await origin.getByRole('button', { name: /3\. Datenpunkte/ }).click();
    await origin.getByRole('row', { name: /Temperatur.*21,5 °C/ }).waitFor();
    await part('Wer benachrichtigt wurde')
      .getByText(/Gesundheitsprüfungen melden nur hier/)
      .waitFor();
    await part('Was sonst in dieser Stunde geschah').getByText(new RegExp(source.mark)).first().waitFor();
    await panel.getByText('Dieser Alarm endet von selbst').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
