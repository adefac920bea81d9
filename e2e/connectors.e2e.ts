import mqtt from 'mqtt';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityProblems, type Visit, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase, type Person } from './people.ts';
import { program } from './program.ts';

const soon = { timeout: 20_000 };

const makeKeeper = () =>
  makePerson(openDatabase(), { firstName: 'Karla', lastName: 'Kabel', permissions: ['all.manage'] });

interface Made {
  id: number;
  key: string;
  path: string;
}

/** Creates a webhook without the wizard. */
async function makeWebhook({ page, baseUrl }: Visit, { account }: Person, name: string): Promise<Made> {
  const data = { tenantId: account.id, type: 'webhook-incoming', name };
  const answer = await page.request.post(`${baseUrl}/api/v1/bridge`, { data, headers: { origin: baseUrl } });
  if (answer.status() !== 201) throw new Error(`creating a connector answered ${answer.status()}`);
  const { connector, generated } = (await answer.json()).data;
  return { id: connector.id, key: generated.key, path: `/connectors/edit/${account.id}/${connector.id}` };
}

const post = (id: string | number, key: string, body: unknown) =>
  fetch(`${program().baseUrl}/api/v1/webhook/${id}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const idOn = (page: Page) => /\/connectors\/edit\/\d+\/(\d+)/.exec(page.url())?.[1] ?? '';
const chip = (page: Page, state: string) => page.locator('h1 ~ *').getByText(state, { exact: true });

/** The secret, which is shown only once. */
async function keepSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: /Zugangsdaten für/ });
  await dialog.getByText('nur dieses eine Mal').waitFor();
  const value = dialog.getByRole('group', { name: /^(Schlüssel|Passwort)$/ }).locator('pre');
  const secret = ((await value.textContent()) ?? '').trim();
  await dialog.getByRole('button', { name: 'Zugangsdaten sind gesichert' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret;
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

const action = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole('menuitem', { name }).click();
};

it('leads from an empty list through the choice of a kind to the first packets of a webhook', async () => {
  const { page } = await visitSignedIn('/connectors/list', {}, await makeKeeper());
  await page.getByText('Ein Konnektor verbindet diese Plattform mit einem anderen System').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Webhook (eingehend)' }).click();
  await page.getByRole('heading', { level: 1, name: 'Konnektor anlegen: Webhook (eingehend)' }).waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zählerdaten');
  await page.getByRole('button', { name: 'Prüfen und speichern' }).click();
  const key = await keepSecret(page);
  expect(key.length).toBeGreaterThanOrEqual(32);

  await page.getByRole('tab', { name: 'Kurzanleitung', selected: true }).waitFor();
  const id = idOn(page);
  const command = await page.locator('pre').filter({ hasText: 'curl' }).first().textContent();
  expect(command).toContain(`/api/v1/webhook/${id}'`);
  expect(command).toContain("-H 'x-api-key: IHR-SCHLÜSSEL'");
  expect(await page.getByText(key).count()).toBe(0);
  await page.getByRole('button', { name: 'Eine Nachricht senden kopieren' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await chip(page, 'Bereit').waitFor();
  expect((await post(id, 'wrong', { id: 'a', payload: 1 })).status).toBe(401);
  const answer = await post(id, key, [{ id: 'sensor-17', payload: { temperature: 21.5 } }, { payload: 5 }]);
  expect([answer.status, await answer.json()]).toMatchObject([202, { data: { accepted: 0, rejected: 1, dropped: 1 } }]);

  await page.getByRole('tab', { name: 'Pakete' }).click();
  const packets = page.getByRole('list', { name: 'Pakete' });
  const refused = packets.getByRole('listitem').filter({ hasText: 'Der Nachricht fehlt eine brauchbare externe ID' });
  await refused.getByText('Abgewiesen').waitFor();
  const known = packets.getByRole('listitem').filter({ hasText: 'sensor-17' });
  // There is no device for it yet.
  await known.getByText('Zu dieser externen ID gibt es kein Gerät').waitFor();
  await known.getByRole('button').first().click();
  await known.getByText('"temperature": 21.5').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  // New packets appear live.
  expect((await post(id, key, { id: 'sensor-18', payload: '01ff' })).status).toBe(202);
  await packets.getByText('sensor-18').waitFor();
  await choose(page, 'Ergebnis', /Abgewiesen/);
  await refused.waitFor();
  await page.getByRole('searchbox').fill('nirgends');
  await page.getByText('Keine Treffer').waitFor();

  await page.getByRole('tab', { name: 'Statusprotokoll' }).click();
  await page.getByRole('list', { name: 'Statusprotokoll' }).getByText('Bereit').first().waitFor();
});

it('shows the credentials of a broker connector, and refuses one that cannot connect', async () => {
  const { page, open } = await visitSignedIn('/connectors/create', {}, await makeKeeper());
  await page.getByRole('link', { name: 'MQTT-Broker' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gateways im Feld');
  await page.getByRole('button', { name: 'Prüfen und speichern' }).click();
  const { hostname } = new URL(page.url());
  const dialog = page.getByRole('dialog', { name: /Zugangsdaten für/ });
  const shown = async (name: string) =>
    ((await dialog.getByRole('group', { name, exact: true }).locator('pre').textContent()) ?? '').trim();
  const [url, username, password] = [await shown('Adresse'), await shown('Benutzername'), await shown('Passwort')];
  expect(new URL(url).hostname).toBe(hostname);
  const complete = await shown('Eine Nachricht senden');
  expect(complete).toContain(`-h '${hostname}' -p ${new URL(url).port} -u '${username}' -P '${password}'`);
  await dialog.getByRole('button', { name: 'Alles kopieren' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await keepSecret(page);
  await page.getByRole('tab', { name: 'Kurzanleitung', selected: true }).waitFor();
  const id = idOn(page);
  const command = await page.locator('pre').filter({ hasText: 'mosquitto_pub' }).textContent();
  expect(command).toContain(`-u '${id}' -P 'IHR-PASSWORT'`);
  expect(command).toContain(`-t 'in/${id}'`);

  await chip(page, 'Bereit, 0 Clients').waitFor();
  // The tests let the system choose the port, so it is known when the broker listens.
  const address = page.locator('pre').getByText(/^mqtt:\/\/.+:[1-9]\d*$/);
  const broker = (await address.textContent()) ?? '';
  const client = await mqtt.connectAsync(broker, { username, password, protocolVersion: 5, reconnectPeriod: 0 });
  await chip(page, 'Bereit, 1 Client').waitFor();
  await client.endAsync();
  await chip(page, 'Bereit, 0 Clients').waitFor();
  const refused = mqtt.connectAsync(broker, { username, password: 'falsch', reconnectPeriod: 0 }, false);
  await expect(refused).rejects.toMatchObject({ code: 4 });
  await page.getByRole('tab', { name: 'Statusprotokoll' }).click();
  await page.getByText(/Anmeldung abgelehnt, weil das Kennwort falsch ist oder fehlt. Versuche: 1/).waitFor();
  expect(await page.getByRole('button', { name: 'Neu verbinden' }).count()).toBe(0);

  await open('/connectors/create?kind=mqtt-incoming');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nach innen');
  await page.getByRole('button', { name: 'Prüfen und speichern' }).click();
  await page.getByText('Dieses Feld ist erforderlich').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Adresse des Brokers' }).fill('mqtt://127.0.0.1:1');
  await page.getByRole('combobox', { name: 'Topics' }).fill('a/+/b');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Nur prüfen' }).click();
  await page.getByRole('status').getByText('EGRESS_ALLOW').waitFor();
  await page.getByRole('button', { name: 'Prüfen und speichern' }).click();
  await page
    .getByRole('alert')
    .getByText(/Die Verbindung ist fehlgeschlagen.*EGRESS_ALLOW/)
    .waitFor();
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Konnektor anlegen', exact: true }).waitFor();
  await open('/connectors/list');
  await page.getByRole('row', { name: /Gateways im Feld/ }).waitFor();
  expect(await page.getByRole('row', { name: /Nach innen/ }).count()).toBe(0);
});

it('renews a key, disables a connector and deletes it', async () => {
  const keeper = await makeKeeper();
  const visited = await visitSignedIn('/connectors/list', {}, keeper);
  const { page } = visited;
  const { id, key, path } = await makeWebhook(visited, keeper, 'Kurzlebig');
  const statusWith = async (given: string) => (await post(id, given, { id: 'x', payload: 1 })).status;
  await visited.open(path);
  await chip(page, 'Bereit').waitFor();
  await expect.poll(() => statusWith(key), soon).toBe(202);

  await page.getByRole('button', { name: 'Schlüssel neu erzeugen' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Der bisherige Wert gilt sofort nicht mehr').waitFor();
  await question.getByRole('button', { name: 'Neu erzeugen' }).click();
  const renewed = await keepSecret(page);
  await expect.poll(() => statusWith(renewed), soon).toBe(202);
  expect(await statusWith(key)).toBe(401);

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nur kurz');
  await page.getByRole('button', { name: 'Prüfen und speichern' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nur kurz' }).waitFor();

  await action(page, 'Deaktivieren');
  await question.getByRole('button', { name: 'Deaktivieren' }).click();
  await chip(page, 'Deaktiviert').waitFor();
  await expect.poll(() => statusWith(renewed), soon).toBe(401);

  await action(page, 'Löschen');
  await question.getByRole('textbox').fill('Nur kurz');
  await question.getByRole('button', { name: 'Löschen' }).click();
  await page.getByText('Noch keine Konnektoren').waitFor();
});
