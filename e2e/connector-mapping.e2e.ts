import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityProblems, type Visit, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase, type Person } from './people.ts';
import { program } from './program.ts';

const makeKeeper = () =>
  makePerson(openDatabase(), {
    firstName: 'Nora',
    lastName: 'Netz',
    permissions: ['all.manage', 'VirtualDevice.manage', 'VirtualDevice.read'],
  });

async function makeWebhook({ page, baseUrl }: Visit, { account }: Person, name: string) {
  const data = { tenantId: account.id, type: 'webhook-incoming', name };
  const answer = await page.request.post(`${baseUrl}/api/v1/bridge`, { data, headers: { origin: baseUrl } });
  const { connector, generated } = (await answer.json()).data;
  const path = `/connectors/edit/${account.id}/${connector.id}`;
  const send = async (body: unknown) => {
    const sent = await fetch(`${program().baseUrl}/api/v1/webhook/${connector.id}`, {
      method: 'POST',
      headers: { 'x-api-key': generated.key },
      body: JSON.stringify(body),
    });
    return (await sent.json()).data;
  };
  return { path, send };
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

async function pick(page: Page, field: RegExp, use: string): Promise<void> {
  await page.getByRole('group', { name: 'Felder der Nachricht' }).getByRole('button', { name: field }).first().click();
  await page.getByRole('menuitem', { name: use, exact: true }).click();
}

it('maps a refused message by clicks, lists its unknown id, creates the device, and replays the message', async () => {
  const keeper = await makeKeeper();
  const visited = await visitSignedIn('/connectors/list', {}, keeper);
  const { page } = visited;
  const { path, send } = await makeWebhook(visited, keeper, 'Fremdes Netz');
  const message = { node: { eui: 'A8-40-41-00-00-00-0b-17' }, raw: 'AQDIAmQ=', port: '2', at: '1772435704' };
  await expect.poll(() => send(message)).toMatchObject({ rejected: 1 });

  await visited.open(`${path}?tab=mutator`);
  await choose(page, 'Art der Umwandlung', /Feldzuordnung/);
  const result = page.getByRole('status', { name: 'Ergebnis' });
  await result.getByText('Wählen Sie externe ID und Nutzdaten').waitFor();
  await choose(page, 'Zuletzt abgewiesene Nachrichten', /externe ID/);
  await pick(page, /^eui:/, 'Als externe ID');
  await pick(page, /^raw:/, 'Als Nutzdaten');
  await pick(page, /^port:/, 'Als Port');
  await pick(page, /^at:/, 'Als Zeit');
  await result.getByText('"id": "A840410000000B17"').waitFor();
  await result.getByText('"payload": "0100c80264"').waitFor();
  await result.getByText('"fport": 2').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Die Umwandlung wurde gespeichert.').waitFor();

  await expect.poll(() => send(message)).toMatchObject({ accepted: 0, rejected: 0, dropped: 1 });
  await page.getByRole('tab', { name: 'Unbekannte IDs' }).click();
  await page.getByRole('button', { name: /A840410000000B17/ }).click();
  await page.getByText('"0100c80264"').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Gerät mit dieser ID anlegen' }).click();

  await page.getByRole('radio', { name: /Fremdes Netz/, checked: true }).waitFor();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('button', { name: 'Weiter' }).click();
  expect(await page.getByRole('textbox', { name: 'Externe ID' }).inputValue()).toBe('A840410000000B17');
  await page.getByRole('textbox', { name: 'Titel' }).fill('Kellerklima');
  await page.getByRole('button', { name: 'Gerät anlegen' }).click();
  await page.getByText(/ist schon eingetroffen|sind schon eingetroffen/).waitFor();
  await page.getByRole('button', { name: 'Nachholen' }).click();
  await page.getByText(/werden nachgeholt|wird nachgeholt/).waitFor();
  await page.getByText('Erstes Paket empfangen').waitFor();
});
