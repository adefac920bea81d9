import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, signedIn, type Visit, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

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

  it('publishes only a script that passes its tests', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { id } = await makeDriver(visit, { parser: { type: 'javascript', script: script(10) } });
    await send(visit, 'POST', `/devicedrivers/${id}/tests`, {
      title: 'Warm',
      packet: { payload: '00fb2a', fPort: 85 },
    });
    await open(`/virtual-device-drivers/${id}?tab=parser`);
    const tests = page.getByRole('list', { name: 'Tests' });
    await tests.getByText('Bestanden').waitFor();
    await page.getByRole('button', { name: 'Test Warm in die Werkbank laden' }).click();

    await writeCode(editorOf(page), script(100));
    await valueRow(page, /temperature 2\.51/).waitFor();
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    await page.getByRole('button', { name: 'Speichern und veröffentlichen' }).click();
    const dialog = page.getByRole('dialog', { name: /als Version 1 veröffentlichen/ });
    await dialog.getByText('1 Tests des Treibers schlagen fehl.').waitFor();
    await dialog.getByRole('row', { name: 'temperature 25.1 2.51' }).waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Veröffentlichen' }).isDisabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Abbrechen' }).click();
    await dialogGone(page);

    await writeCode(editorOf(page), script(10));
    await page.keyboard.press('ControlOrMeta+s');
    await tests.getByText('Bestanden').waitFor();
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    await dialog.getByText('Der Test ist bestanden.').waitFor();
    await dialog.getByRole('textbox', { name: 'Was hat sich geändert?' }).fill('Erste Fassung');
    await dialog.getByRole('button', { name: 'Speichern und veröffentlichen' }).click();
    await dialogGone(page);
    await page.getByRole('tab', { name: /Versionen/ }).click();
    const versions = page.getByRole('list', { name: 'Veröffentlichte Versionen' });
    await versions.getByText('Version 1').waitFor();
    await versions.getByText('Erste Fassung').waitFor();
  });

  it('shows where a script fails, runs on demand and loses nothing', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { id } = await makeDriver(visit, { parser: { type: 'javascript', script: script(10) } });
    await open(`/virtual-device-drivers/${id}?tab=parser`);
    await payloadOf(page).fill('00fb2a');
    // Without a port the script reads undefined.
    await page.getByText('Fehler in Zeile 3').waitFor();
    await page.locator('.cm-lint-marker-error').waitFor();

    await page.getByRole('switch', { name: 'Automatisch' }).uncheck();
    await page.getByRole('textbox', { name: 'fPort' }).fill('2');
    await page.getByText('von vor der letzten Änderung').waitFor();
    await editorOf(page).press('ControlOrMeta+Enter');
    await valueRow(page, /temperature 25\.1/).waitFor();
    // The key runs the parser; it does not insert a new line.
    await expect.poll(() => editorOf(page).textContent()).toBe(script(10).replaceAll('\n', ''));

    await editorOf(page).press('ControlOrMeta+End');
    await page.keyboard.insertText('\n// draft');
    await page.getByRole('tab', { name: /Downlinks/ }).click();
    await page.getByRole('link', { name: 'Gerätetreiber' }).first().click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByRole('tab', { name: 'Parser' }).click();
    await editorOf(page).getByText('// draft').waitFor();
    await editorOf(page).press('ControlOrMeta+s');
    await saved(page);

    await page.reload();
    await editorOf(page).getByText('// draft').waitFor();
    await expect.poll(() => payloadOf(page).inputValue()).toBe('00fb2a');
  });

  it('imports a codec with its examples', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { id } = await makeDriver(visit, { parser: { type: 'none' } });
    await open(`/virtual-device-drivers/${id}?tab=parser`);
    await page.getByRole('button', { name: 'Codec' }).click();
    const dialog = page.getByRole('dialog', { name: 'Codec eines Herstellers übernehmen' });
    await writeCode(
      dialog.getByRole('textbox', { name: 'Skript' }),
      'function decodeUplink(input) { return { data: { level: input.bytes[0], port: input.fPort } }; }',
    );
    const example = (description: string, bytes: number[], level: number) => ({
      type: 'uplink',
      description,
      input: { bytes, fPort: 3 },
      output: { data: { level, port: 3 } },
    });
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'examples.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify([example('leer', [0], 0), example('voll', [255], 255)])),
    });
    await dialog.getByText('2 Beispiele gefunden, 0 nicht verwendbar.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Übernehmen' }).click();
    await dialogGone(page);
    await editorOf(page).getByText('decodeUplink').waitFor();
    await page.getByText('2 bestanden').waitFor();
    await page.getByRole('button', { name: 'Test voll in die Werkbank laden' }).click();
    await valueRow(page, /level 255/).waitFor();
  });

  it('reads fields without a script and shows their bits', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { id } = await makeDriver(visit, { parser: { type: 'none' } });
    await open(`/virtual-device-drivers/${id}?tab=parser`);
    await page.getByRole('combobox', { name: 'Parser' }).click();
    await page.getByRole('option', { name: /Ein Aufbau/ }).click();
    await page.getByRole('textbox', { name: /^Name von/ }).fill('battery');
    await page.getByRole('button', { name: 'Feld hinzufügen' }).click();
    await page.getByRole('textbox', { name: 'Name von 2' }).fill('temperature');
    await page.getByRole('combobox', { name: 'Art von temperature' }).click();
    await page.getByRole('option', { name: 'int LE', exact: true }).click();
    await page.getByRole('textbox', { name: 'Bits von temperature' }).fill('16');
    await page.getByRole('textbox', { name: 'Faktor von temperature' }).fill('0,1');
    await payloadOf(page).fill('57fb00');
    await valueRow(page, /temperature 25\.1/).waitFor();
    const strip = page.getByRole('group', { name: 'Bits der Nutzdaten' });
    await strip.getByText('3 Bytes, vollständig gelesen.').waitFor();
    await strip.getByText('temperature 25.1').waitFor();
    await payloadOf(page).fill('57fb');
    await strip.getByText('Die Nutzdaten sind zu kurz für: temperature').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+s');
    await saved(page);

    // A script is not discarded without a confirmation.
    await page.getByRole('combobox', { name: 'Parser' }).click();
    await page.getByRole('option', { name: /JavaScript/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByRole('textbox', { name: 'Name von battery' }).waitFor();
  });

  it('distinguishes cases of messages', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const field = (name: string) => ({ name, bits: 8, type: 'uint' });
    const cases = [
      { match: { port: 1 }, fields: [field('level')] },
      { match: {}, fields: [field('status')] },
    ];
    const { id } = await makeDriver(visit, { parser: { type: 'multi', cases } });
    await open(`/virtual-device-drivers/${id}?tab=parser`);
    await payloadOf(page).fill('07');
    await page.getByRole('region', { name: 'Fall 2' }).getByText('Passt zum Paket').waitFor();
    await valueRow(page, /status 7/).waitFor();
    await page.getByRole('textbox', { name: 'Port von Fall 1' }).fill('9');
    await page.getByRole('textbox', { name: 'Erstes Byte von Fall 1' }).fill('0x07');
    await page.getByRole('textbox', { name: 'fPort' }).fill('9');
    await page.getByRole('region', { name: 'Fall 1' }).getByText('Passt zum Paket').waitFor();
    await valueRow(page, /level 7/).waitFor();
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
  it('is readable without permission to change it', async () => {
    const visit = await signedIn();
    const title = nameOf('Für alle');
    const { id } = await makeDriver(visit, { parser: { type: 'javascript', script: script(10) } }, title);
    await send(visit, 'POST', `/devicedrivers/${id}/publish`, {});
    await send(visit, 'PUT', `/devicedrivers/${id}`, { visibility: 'everyone' });
    const reader = await makePerson(openDatabase(), {
      firstName: 'Rita',
      lastName: 'Leser',
      permissions: ['DeviceDriver.read'],
    });
    const { page } = await visitSignedIn(`/virtual-device-drivers/${id}?tab=parser`, {}, reader);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText('Nur lesen').waitFor();
    await editorOf(page).getByText('readInt16BE').waitFor();
    expect(await page.getByRole('button', { name: 'Veröffentlichen' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Ausführen' }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('shows target variables, checks and downlinks before they are saved', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { id } = await makeDriver(visit, { parser: { type: 'javascript', script: script(10) } });
    await open(`/virtual-device-drivers/${id}?tab=variables`);
    const add = page.getByRole('button', { name: 'Zielvariable hinzufügen' });
    await add.click();
    await page.getByRole('textbox', { name: 'Name von 1' }).fill('Battery');
    await add.click();
    await page.getByRole('textbox', { name: 'Name von 2' }).fill('bat tery');
    await page.getByText('Nur Buchstaben, Ziffern, Unterstriche und Punkte.').waitFor();
    await page.getByRole('textbox', { name: 'Name von bat tery' }).fill('battery');
    await page.getByText(/unterscheiden sich nur in Groß- und Kleinschreibung: Battery, battery/).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Trotzdem speichern' }).click();
    await saved(page);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('tab', { name: /Gesundheit/ }).click();
    await page.getByRole('button', { name: 'Prüfung hinzufügen' }).click();
    await page.getByRole('menuitem', { name: /Batterie schwach/ }).click();
    await page.getByRole('textbox', { name: 'Grenze' }).fill('12,5');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('switch', { name: 'Expertenmodus' }).check();
    await page.getByText('value < 12.5').waitFor();

    await page.getByRole('tab', { name: /Downlinks/ }).click();
    await page.getByRole('button', { name: 'Downlink hinzufügen' }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('Neu starten');
    await page.getByRole('textbox', { name: 'Nutzdaten' }).fill('0');
    await page.getByText('Eine Hex-Stelle fehlt oder ist zu viel', { exact: false }).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Der Entwurf ist noch nicht vollständig.', { exact: false }).waitFor();
    await page.getByRole('textbox', { name: 'Nutzdaten' }).fill('01ff');
    await page.getByText('2 Bytes').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+s');
    await saved(page);

    const { draft } = await send<{ draft: { health: object[]; downlinks: object[]; variables: object[] } }>(
      visit,
      'GET',
      `/devicedrivers/${id}`,
    );
    expect(draft.variables).toMatchObject([{ name: 'Battery' }, { name: 'battery' }]);
    expect(draft.health).toMatchObject([{ identifier: 'battery-low', category: 'battery' }]);
    expect(draft.downlinks).toMatchObject([{ name: 'Neu starten', payload: '01ff', encoding: 'base16' }]);
  });

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

  it('shows the changes since a version and restores it', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { id } = await makeDriver(visit, { parser: { type: 'javascript', script: script(10) } });
    await send(visit, 'POST', `/devicedrivers/${id}/publish`, {});
    await send(visit, 'PUT', `/devicedrivers/${id}`, {
      draft: { parser: { type: 'javascript', script: script(100) } },
    });
    await open(`/virtual-device-drivers/${id}?tab=versions`);
    await page.getByRole('button', { name: 'Änderungen ansehen' }).click();
    const changes = page.getByRole('dialog').getByRole('region', { name: 'Parser' });
    await changes.getByText(/entfernt:.*\/ 10,/).waitFor();
    await changes.getByText(/neu:.*\/ 100,/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Schließen' }).click();

    await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Entwurf verwerfen' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Parser' }).click();
    await editorOf(page).getByText('/ 10,').waitFor();
  });
});
