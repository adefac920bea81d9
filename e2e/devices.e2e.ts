import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createFactories } from '../apps/server/test/factories.ts';
import { accessibilityProblems, signedIn, type Visit, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

const word = () => randomBytes(4).toString('hex');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Through the API with the session of the page, for setup. */
async function send(visit: Visit, method: 'POST' | 'PUT', path: string, data: object = {}) {
  const headers = { origin: visit.baseUrl };
  const answer = await visit.page.request.fetch(`${visit.baseUrl}/api/v1/${path}`, { method, data, headers });
  expect([path, answer.ok(), answer.ok() ? '' : await answer.text()]).toEqual([path, true, '']);
  return (await answer.json()).data;
}

/** `t` in tenths of a degree; without it the parser fails, as for a packet of another device. */
const script = (divisor: number) => `module.exports = (payload) => {
  if (payload.t === undefined) throw new Error('no temperature');
  return { temperature: payload.t / ${divisor}, battery: payload.b ?? 90, extra: 1 };
};`;

async function makeSource(visit: Visit) {
  const name = word();
  const { connector, generated } = await send(visit, 'POST', 'bridge', {
    tenantId: 1,
    type: 'webhook-incoming',
    name: `Webhook ${name}`,
  });
  const driver = await send(visit, 'POST', 'devicedrivers', {
    accountId: 1,
    title: `Treiber ${name}`,
    draft: {
      parser: { type: 'javascript', script: script(10) },
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
          message: 'Batterie fast leer',
        },
      ],
    },
  });
  await send(visit, 'POST', `devicedrivers/${driver.id}/publish`);
  return { connector, driver, key: Object.values<string>(generated)[0] ?? '' };
}

/** Posts like a device: by the key alone, without a session. */
async function postPacket(visit: Visit, connectorId: number, key: string, message: object): Promise<void> {
  const answer = await fetch(`${visit.baseUrl}/api/v1/webhook/${connectorId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(message),
  });
  expect(answer.status).toBe(202);
}

const makeDevice = (visit: Visit, data: object): Promise<{ id: number }> =>
  send(visit, 'POST', 'virtualdevice/', { tenantId: 1, ...data });

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

describe('a virtual device', () => {
  it('is created by the wizard, and shows its first packet and its values live', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { connector, driver, key } = await makeSource(visit);
    const title = `Fühler ${word()}`;
    const externalId = `sensor-${word()}`;
    await open('/virtual-devices/create');
    await page.getByRole('radio', { name: new RegExp(connector.name) }).click();
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('radio', { name: new RegExp(driver.title) }).click();
    await page.getByRole('region', { name: 'Datenpunkte, die angelegt werden' }).getByText('temperature').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('textbox', { name: 'Titel' }).fill(title);
    await page.getByRole('textbox', { name: 'Externe ID' }).fill(externalId);
    await page.getByRole('button', { name: 'Gerät anlegen' }).click();
    await page.getByText('Warten auf das erste Paket').waitFor();
    await page.getByRole('region', { name: 'Beispiel mit curl' }).getByText(externalId).waitFor();

    await postPacket(visit, connector.id, key, { id: externalId, payload: { t: 215 } });
    await page.getByText('Erstes Paket empfangen').waitFor();
    await page.getByRole('button', { name: 'Gerät öffnen' }).click();
    await heading(page, title);
    await page.getByText('21,5').first().waitFor();
    await postPacket(visit, connector.id, key, { id: externalId, payload: { t: 234 } });
    await page.getByText('23,4').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('is not created twice: the wizard opens the existing one', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { connector } = await makeSource(visit);
    const externalId = `double-${word()}`;
    const title = `Vorhanden ${word()}`;
    await makeDevice(visit, { title, deviceId: externalId, bridgeId: connector.id });
    await open('/virtual-devices/create');
    await page.getByRole('radio', { name: new RegExp(connector.name) }).click();
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('textbox', { name: 'Titel' }).fill(`Anderes ${word()}`);
    await page.getByRole('textbox', { name: 'Externe ID' }).fill(externalId);
    await page.getByRole('button', { name: 'Gerät anlegen' }).click();
    await page.getByRole('link', { name: 'Zum vorhandenen Gerät' }).click();
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await heading(page, title);
  });

  it('keeps its packets: shows the reason of a rejected one, turns variables into states, and parses all again', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { connector, driver, key } = await makeSource(visit);
    const externalId = `packets-${word()}`;
    const { id } = await makeDevice(visit, {
      title: 'Pakete',
      deviceId: externalId,
      bridgeId: connector.id,
      deviceDriverId: driver.id,
    });
    await open(`/virtual-devices/${id}?tab=packets`);
    await page.getByText('Keine Pakete in diesem Zeitraum').waitFor();
    await postPacket(visit, connector.id, key, { id: externalId, payload: { t: 215 } });
    const applied = page.getByRole('row', { name: /Übernommen.*temperature 21,5/ });
    await applied.waitFor();
    await postPacket(visit, connector.id, key, { id: externalId, payload: { other: 1 } });
    await page.getByRole('row', { name: /Abgewiesen.*no temperature/ }).waitFor();
    await applied.click();
    await page.getByRole('button', { name: 'extra als Datenpunkt anlegen' }).click();
    await page.getByText('extra ist jetzt ein Datenpunkt.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await send(visit, 'PUT', `devicedrivers/${driver.id}`, {
      draft: { parser: { type: 'javascript', script: script(100) } },
    });
    await send(visit, 'POST', `devicedrivers/${driver.id}/publish`);
    await page.getByRole('button', { name: 'Neu auswerten' }).click();
    const dialog = page.getByRole('dialog', { name: '1 Gerät neu auswerten' });
    await dialog.getByRole('button', { name: 'Vorschau' }).click();
    await dialog.getByRole('row', { name: /temperature 21,5 2,15/ }).waitFor();
    await dialog.getByRole('button', { name: 'Neu auswerten' }).click();
    await dialog.getByText(/neu ausgewertet\./).waitFor();
    await dialog.getByRole('button', { name: 'Schließen' }).click();
    await tab(page, 'Übersicht');
    await page.getByText('2,15').first().waitFor();
  });

  it('shows which values of its packets were refused, and which another packet replaced', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { connector, driver, key } = await makeSource(visit);
    const externalId = `values-${word()}`;
    const made = { title: 'Werte', deviceId: externalId, bridgeId: connector.id, deviceDriverId: driver.id };
    const { id } = await makeDevice(visit, made);
    const post = (message: object) => postPacket(visit, connector.id, key, { id: externalId, ...message });
    const time = new Date(Date.now() - 60_000).toISOString();
    await post({ time: '1900-01-01T00:00:00Z', payload: { t: 215 } });
    await post({ payload: { t: 220, b: 'leer' } });
    await post({ time, payload: { t: 230, b: 50 } });
    await post({ time, payload: { t: 240, b: 50 } });
    await open(`/virtual-devices/${id}?tab=packets`);
    await page.getByRole('row', { name: /Abgewiesen.*vor dem Jahr 2000/ }).waitFor();
    const partial = page.getByRole('row', { name: /Teilweise übernommen.*Nicht übernommen: battery/ });
    await partial.click();
    await page.getByText('battery: Der Wert passt nicht').waitFor();
    await partial.click();
    await page.getByText('battery: Der Wert passt nicht').waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /Übernommen Ersetzt.*temperature 23/ }).click();
    await page
      .getByText(/Ein späteres Paket mit derselben Zeit \(.*\) hat diese Werte ersetzt: temperature\./)
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('is found by a serial number that looks like a power of ten, in a hand-written address', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { connector, driver } = await makeSource(visit);
    const serial = `${randomBytes(3).readUIntBE(0, 3)}e32`;
    const title = `Zähler ${serial}`;
    await makeDevice(visit, { title, deviceId: `serial-${serial}`, bridgeId: connector.id, deviceDriverId: driver.id });
    await open(`/virtual-devices?q=${serial}`);
    await page.getByRole('row', { name: new RegExp(title) }).waitFor();
    await expect.poll(() => page.getByRole('searchbox', { name: 'Suchen' }).inputValue()).toBe(serial);
  });

  it('shows its states, rules and star to a user with permissions for devices only', async () => {
    const make = createFactories(openDatabase());
    const person = await makePerson(openDatabase(), {
      firstName: 'Dora',
      lastName: 'Dachs',
      permissions: ['VirtualDevice.write'],
    });
    const device = await make.device({ account: person.account });
    const state = await make.state({ twin: device, key: 'level' });
    await make.rule({ twin: device });
    const { page } = await visitSignedIn(`/virtual-devices/${device.id}`, {}, person);
    await page.getByRole('button', { name: `„${device.title}“ zu den Favoriten hinzufügen` }).waitFor();
    await tab(page, 'Datenpunkte');
    await page.getByRole('row', { name: new RegExp(state.key) }).waitFor();
    await tab(page, 'Regeln');
    await page.getByText('1 Regel', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Regel anlegen' }).waitFor();
  });
});
