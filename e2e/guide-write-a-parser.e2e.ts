import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readGuideFile } from '../apps/server/test/guides.ts';
import { openGuide } from './guide-page.ts';
import { setUpGuide } from './guide-setup.ts';

interface Way {
  script: string;
  packet: { payload: string; fPort?: number };
  values: Record<string, unknown>;
}

/** Checks that the result contains exactly these variables. */
async function shows(page: Page, values: Record<string, unknown>): Promise<void> {
  const rows = page.getByRole('table', { name: 'Variablen' }).getByRole('row');
  for (const [variable, value] of Object.entries(values)) {
    await rows.and(page.getByRole('row', { name: `${variable} ${value}` })).waitFor();
  }
  await expect.poll(() => rows.count()).toBe(Object.keys(values).length + 1);
}

it('leads through the workbench to every kind of parser, word for word', async () => {
  const { page, open, visit, press, fill, tab, write, answer } = await setUpGuide('de');
  const { label, example } = openGuide('de', 'write-a-parser');
  const next = (): Way => ({ script: example(), packet: JSON.parse(example()), values: JSON.parse(example()) });
  const [first, second, third] = [next(), next(), next()];
  const dialog = page.getByRole('dialog');
  const tests = page.getByRole('list', { name: 'Tests' });

  await open('/home');
  await visit(label());
  await press(label());
  await fill(label(), `Raumfühler ${randomBytes(4).toString('hex')}`);
  await press(label());
  await tab(label());
  await fill(label(), first.packet.payload);
  // This packet has no port.
  await fill(label(), '');
  await press(label());
  await page.getByText('Noch kein Gerät', { exact: true }).waitFor();
  await press('Eigenes');
  const automatic = page.getByRole('switch', { name: label(), exact: true });
  await write('Skript', `${first.script}\n)`);
  await page.getByText(/^Fehler in Zeile \d+$/).waitFor();
  await automatic.uncheck();
  await write('Skript', first.script);
  await press(label());
  await shows(page, first.values);
  await automatic.check();
  await press(label());
  await tab(label());
  await fill('Titel von temperature', 'Temperatur');
  await fill('Einheit von temperature', '°C');
  await press(label());
  await page.getByRole('status').filter({ hasText: 'Entwurf gespeichert' }).waitFor();
  await tab(label());
  await press(label());
  await tests.getByText('Bestanden').waitFor();
  const publish = label();
  await press(publish);
  await answer(label());
  await dialog.waitFor({ state: 'detached' });

  const [payload, port] = [label(), label()];
  for (const { script, packet, values } of [second, third]) {
    await write('Skript', script);
    await fill(payload, packet.payload);
    await fill(port, String(packet.fPort));
    await shows(page, values);
  }
  // Only the first script passes the saved test.
  await press(publish);
  await answer('Speichern und veröffentlichen');
  await dialog.getByRole('list', { name: 'Tests' }).getByText('Fehlgeschlagen').waitFor();
  await dialog.getByRole('button', { name: publish, exact: true, disabled: true }).waitFor();
  await answer('Abbrechen');
  await dialog.waitFor({ state: 'detached' });

  const kind = page.getByRole('combobox', { name: 'Parser' });
  const change = async (to: string) => {
    await kind.click();
    await page.getByRole('option', { name: to }).click();
  };
  const [javascript, confirm] = [label(), label()];
  await expect.poll(() => kind.textContent()).toBe(javascript);
  await change(label());
  await answer(confirm);
  await page.getByRole('group', { name: 'Bits der Nutzdaten' }).getByText('value 75').waitFor();
  await change(label());
  await fill('Port von Fall 1', String(third.packet.fPort));
  await fill('Erstes Byte von Fall 1', '0x4b');
  await fill('Länge in Bytes von Fall 1', '2');
  await page.getByRole('region', { name: 'Fall 1' }).getByText('Passt zum Paket').waitFor();
  await shows(page, { value: 75 });
  await change(label());
  await answer(confirm);
  await page.getByRole('textbox', { name: 'Adresse', exact: true }).waitFor();
  await change(label());
  await page.getByText('Geräte mit diesem Treiber speichern nur die Rohdaten.').waitFor();

  await change(javascript);
  await write('Skript', first.script);
  await fill(payload, first.packet.payload);
  await shows(page, first.values);
  await tab(label());
  const [, calculation = ''] = /`(v\.[^`]+)`/.exec(readGuideFile('de', 'write-a-parser').prose) ?? [];
  await fill(`${label()} von temperature`, calculation);
  await tab('Parser');
  await shows(page, { ...first.values, temperature: 70.7 });
}, 60_000);
