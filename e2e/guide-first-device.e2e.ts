import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { commandsIn, requestOf } from '../apps/server/test/guide-shell.ts';
import { visitSignedIn } from './browser.ts';
import { createGuidePage, openGuide } from './guide-page.ts';
import { makePerson, openDatabase } from './people.ts';

/** Values for the guide's placeholders, and words that the guide does not contain. */
const words = {
  de: {
    script: 'Skript',
    waiting: /^Warten auf das erste Paket/,
    arrived: /^Erstes Paket empfangen/,
    value: '21,5',
    more: 'Weitere Aktionen',
  },
  en: {
    script: 'Script',
    waiting: /^Waiting for the first packet/,
    arrived: /^First packet received/,
    value: '21.5',
    more: 'More actions',
  },
};

it.each(['de', 'en'] as const)(
  'creates the first device in five minutes, word for word (%s)',
  async (language) => {
    const person = await makePerson(openDatabase(), {
      firstName: 'Nele',
      lastName: 'Neu',
      permissions: ['all.manage'],
    });
    const { page, baseUrl } = await visitSignedIn('/home', { language }, person);
    const { label, example } = openGuide(language, 'first-device');
    const { visit, press, fill, tab, choose, write } = createGuidePage(page);
    const { script, waiting, arrived, value, more } = words[language];
    const word = randomBytes(4).toString('hex');

    await visit(label());
    await press(label());
    await press(label());
    await fill(label(), `Webhook ${word}`);
    await press(label());
    const secret = page.getByRole('dialog').getByRole('group', { name: /^(Key|Schlüssel)$/ });
    const key = ((await secret.locator('pre').textContent()) ?? '').trim();
    await press(label());
    await tab(label());
    const address = await page.locator('pre').filter({ hasText: 'curl' }).first().textContent();
    const [, connector = ''] = /\/webhook\/(\d+)/.exec(address ?? '') ?? [];

    await visit(label());
    await press(label());
    await fill(label(), `Driver ${word}`);
    await page.getByRole('dialog').getByText(label(), { exact: true }).first().waitFor();
    await press(label());
    await tab(label());
    await write(script, example());
    await fill(label(), example());
    await press(label());
    await press(label());
    await press(label());
    await press(label());
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await visit(label());
    await press(label());
    await choose(`Webhook ${word}`);
    await press(label());
    await choose(`Driver ${word}`);
    await press(label());
    await fill(label(), `Sensor ${word}`);
    await fill(label(), 'sensor-1');
    await press(label());
    await page.getByText(waiting).waitFor();

    const variables = new Map([
      ['URL', baseUrl],
      ['CONNECTOR', connector],
      ['KEY', key],
    ]);
    // The placeholders have known values by now.
    expect(example()).toContain('export KEY=');
    const send = async () => {
      const [command = []] = commandsIn(example(), variables);
      const answer = await fetch(requestOf(command));
      expect([answer.status, await answer.json()]).toEqual([202, JSON.parse(example())]);
    };
    await send();
    await page.getByText(arrived).waitFor();

    await press(label());
    await page.getByRole('heading', { level: 1, name: `Sensor ${word}` }).waitFor();
    await tab(label());
    const shown = page.getByText(value, { exact: true }).first();
    await shown.waitFor();
    await send();
    await tab(label());
    await page
      .getByText(/19[.,]8/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: more }).click();
    await press(label());
    await press(label());
    await page.waitForURL(/#\/dashboards\/\d+/);
    await shown.waitFor();
  },
  60_000,
);
