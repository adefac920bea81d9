import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, signedIn, type Visit, visitSignedIn } from './browser.ts';

const nameOf = (word: string) => `${word} ${randomBytes(4).toString('hex')}`;

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

const makeDriver = (visit: Visit, draft: object, title = nameOf('Treiber')) =>
  send<{ id: number }>(visit, 'POST', '/devicedrivers', { title, accountId: 1, draft });

const script = (divisor: number) =>
  `module.exports = function (payload, meta) {
const bytes = Buffer.from(payload, 'hex');
console.log('port', meta.lora.fport);
return { temperature: bytes.readInt16BE(0) / ${divisor}, humidity: bytes[2] };
};`;

async function writeCode(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await editor.press('ControlOrMeta+a');
  await editor.page().keyboard.insertText(text);
}

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Skript' });
const payloadOf = (page: Page) => page.getByRole('textbox', { name: 'Nutzdaten' });
const result = (page: Page) => page.getByRole('table', { name: 'Variablen' });
const valueRow = (page: Page, text: RegExp) => result(page).getByRole('row', { name: text });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Entwurf gespeichert' }).waitFor();
const dialogGone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

describe('the workbench of a driver', () => {
  it('leads from an empty driver to a packet that is saved as a test', async () => {
    const { page } = await visitSignedIn('/virtual-device-drivers');
    const title = nameOf('Raumsensor');
    await page.getByRole('button', { name: 'Treiber anlegen' }).first().click();
    await page.getByRole('textbox', { name: 'Titel' }).fill(title);
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();

    await writeCode(editorOf(page), script(10));
    await payloadOf(page).fill('00 FB 2A');
    await page.getByRole('textbox', { name: 'fPort' }).fill('85');
    await valueRow(page, /temperature 25\.1/).waitFor();
    await page.getByText('port 85').waitFor();
    await page.getByRole('button', { name: '2 Variablen als Ziele übernehmen' }).click();
    await page.getByRole('tab', { name: /Zielvariablen ?2/ }).waitFor();
    await page.getByText('Nicht gespeichert').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await saved(page);

    await page.getByRole('button', { name: 'Als Test behalten' }).click();
    const tests = page.getByRole('list', { name: 'Tests' });
    await tests.getByText('Bestanden').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

interface Source {
  driverId: number;
  connectorId: number;
  key: string;
}

/** A device that sends by webhook and has a published driver. */
async function makeSource(visit: Visit, deviceTitle: string): Promise<Source> {
  const name = nameOf('Webhook');
  const { connector, generated } = await send<{ connector: { id: number }; generated: Record<string, string> }>(
    visit,
    'POST',
    '/bridge',
    { tenantId: 1, type: 'webhook-incoming', name },
  );
  const { id: driverId } = await makeDriver(visit, {
    parser: { type: 'javascript', script: 'module.exports = ({ t }) => ({ temperature: t / 10 });' },
    variables: [{ name: 'temperature' }],
  });
  await send(visit, 'POST', `/devicedrivers/${driverId}/publish`, {});
  await send(visit, 'POST', '/virtualdevice/', {
    title: deviceTitle,
    deviceId: deviceTitle,
    tenantId: 1,
    bridgeId: connector.id,
    deviceDriverId: driverId,
  });
  return { driverId, connectorId: connector.id, key: Object.values(generated)[0] ?? '' };
}

async function postPackets(visit: Visit, { connectorId, key }: Source, messages: object[]): Promise<void> {
  const answer = await fetch(`${visit.baseUrl}/api/v1/webhook/${connectorId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(messages),
  });
  expect(answer.status).toBe(202);
}

describe('a driver with devices', () => {
  it('is tried on received packets, and compared over all of them', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const device = nameOf('Fühler');
    const source = await makeSource(visit, device);
    await postPackets(visit, source, [
      { id: device, payload: { t: 0 } },
      { id: device, payload: { t: 215 } },
    ]);
    await open(`/virtual-device-drivers/${source.driverId}?tab=parser`);
    await page.getByRole('button', { name: 'Letzte Pakete' }).click();
    await page
      .getByRole('list', { name: 'Letzte Pakete' })
      .getByRole('button', { name: /"t":215/ })
      .click();
    await valueRow(page, /temperature 21\.5/).waitFor();

    await writeCode(editorOf(page), 'module.exports = ({ t }) => ({ temperature: t / 100 });');
    await page.getByRole('button', { name: 'Vergleichen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Entwurf gegen Version 1' });
    await dialog.getByRole('button', { name: 'Speichern und vergleichen' }).click();
    await dialog.getByText('1 von 2 Paketen ergibt etwas anderes.').waitFor();
    await dialog.getByRole('row', { name: 'temperature 21.5 2.15' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Schließen' }).click();

    await page.getByRole('tab', { name: /Virtuelle Geräte/ }).click();
    await page.getByRole('row', { name: new RegExp(device) }).waitFor();
  });
});

describe('a driver', () => {
  it('has a description and a picture, and is found in the list, also on a phone', async () => {
    const visit = await signedIn({ ...phone, theme: 'dark' });
    const { page, open } = visit;
    const title = nameOf('Wasserzähler');
    const { id } = await makeDriver(visit, { parser: { type: 'javascript', script: script(10) } }, title);
    await open(`/virtual-device-drivers/${id}`);
    await page.getByRole('button', { name: 'Angaben bearbeiten' }).click();
    await page.getByRole('textbox', { name: 'Hersteller', exact: true }).fill('Diehl');
    await page.getByRole('textbox', { name: 'Modell' }).fill('HYDRUS 2');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await dialogGone(page);
    await page.getByText('HYDRUS 2').waitFor();
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'bild.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
    await page.getByRole('img', { name: `Bild von ${title}` }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await open(`/virtual-device-drivers?q=${encodeURIComponent(title)}&parser=javascript`);
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('tab', { name: 'Parser' }).click();
    await editorOf(page).waitFor();
    expect(await accessibilityProblems(page, { coloursOnly: true })).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);
  });
});
