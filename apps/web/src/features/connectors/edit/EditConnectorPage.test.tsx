import {
  type Connector,
  commandConnector,
  deleteConnector,
  listConnectorKinds,
  listConnectorLogs,
  listDeliveries,
  listTraffic,
  readConnector,
  resetConnectorState,
  testMutator,
  updateConnector,
} from '@stellwerk/contract/connector';
import { listFavouriteMarks } from '@stellwerk/contract/favourite';
import { listUnknownIds, removeUnknownId, replayUnknownId } from '@stellwerk/contract/unknown-id';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { choose, pick, press, reported } from '../../../testing/gestures.ts';
import { type RenderOptions, render } from '../../../testing/render.tsx';
import type { PartOf } from '../../../testing/sample.ts';
import { EditConnectorPage } from './EditConnectorPage.tsx';

const webhook: PartOf<Connector> = {
  id: 4,
  name: 'Zählerdaten',
  type: 'webhook-incoming',
  kind: 'incoming',
  active: true,
  state: 'connected',
  tenantId: 1,
  deviceCount: 0,
  secrets: ['key'],
  mutator: { language: 'none', script: '' },
  capabilities: { devices: true, states: true },
};
const outgoing: PartOf<Connector> = {
  ...webhook,
  name: 'Hinaus',
  type: 'webhook-outgoing',
  kind: 'outgoing',
  capabilities: { devices: false, states: false, deliveries: true },
};
const webhookKind = {
  type: 'webhook-incoming',
  capabilities: { devices: true, states: true },
  optionsSchema: { type: 'object', properties: {} },
  secrets: [{ name: 'key', required: true, generated: true }],
};

/** The server with a connector that changes as the user changes it. */
function serve(connector: PartOf<Connector>, ...more: Answered[]) {
  let current = connector;
  return answers(
    on(readConnector, () => ({ data: current })),
    on(listConnectorKinds, { data: [webhookKind] }),
    on(listFavouriteMarks, { data: [] }),
    on(listTraffic, { data: [] }),
    on(listDeliveries, { data: [] }),
    on(updateConnector, ({ body }) => {
      const { name, active = current.active, mutator } = body;
      current = { ...current, active, ...(name ? { name } : {}), ...(mutator ? { mutator } : {}) };
      if (!active) current = { ...current, state: 'disabled' };
      return { data: { connector: current, generated: body.generate ? { key: 'brand-new-key' } : {} } };
    }),
    ...more,
  );
}
const show = (tab: string, options: RenderOptions = {}) =>
  render(<EditConnectorPage />, {
    language: 'de',
    route: '/connectors/edit/{account}/{id}',
    path: `/connectors/edit/1/4?tab=${tab}`,
    ...options,
  });

const result = page.getByRole('status', { name: 'Ergebnis' });
const conversion = page.getByRole('combobox', { name: 'Art der Umwandlung' });
const listed = (name: string) => page.getByRole('list', { name, exact: true });
const question = page.getByRole('alertdialog');

it('tries a script on a message, and saves it', async () => {
  const server = serve(
    webhook,
    on(testMutator, { data: { messages: [{ id: 'a' }, { id: 'b' }], logs: ['hello'], problem: null, refused: [] } }),
  );
  await show('mutator');
  await choose(conversion, /JavaScript/);
  const script = 'return body.list;';
  await page.getByRole('textbox', { name: 'Skript' }).fill(script);
  await page.getByRole('textbox', { name: 'Nachricht (JSON)' }).fill('{ "list": ["a", "b"] }');
  await press(page, 'Skript ausführen');
  await expect.element(result.getByText(/2 Nachrichten/)).toBeVisible();
  await expect.element(result.getByText(/hello/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  expect(server.calls(testMutator)[0]?.body).toMatchObject({
    mutator: { language: 'javascript', script },
    message: { body: { list: ['a', 'b'] } },
  });
  await press(page, 'Speichern');
  await reported('Die Umwandlung wurde gespeichert.');
  expect(server.calls(updateConnector)[0]?.body).toEqual({ mutator: { language: 'javascript', script } });
});

it('marks the line where a script fails', async () => {
  const problem = { code: 'SCRIPT_ERROR', message: 'body.missing is undefined', line: 1 };
  serve(
    { ...webhook, mutator: { language: 'javascript', script: 'return body.missing.field;' } },
    on(testMutator, { data: { messages: [], logs: [], problem, refused: [] } }),
  );
  await show('mutator');
  await press(page, 'Skript ausführen');
  await expect.element(result.getByText(/Zeile 1: body\.missing is undefined/)).toBeVisible();
  await expect.poll(() => document.querySelector('.cm-lint-marker-error')).not.toBeNull();
});

it('says that a message for a script is no JSON', async () => {
  serve({ ...webhook, mutator: { language: 'javascript', script: 'return body;' } });
  await show('mutator');
  await page.getByRole('textbox', { name: 'Nachricht (JSON)' }).fill('{');
  await expect.element(page.getByRole('button', { name: 'Skript ausführen' })).toBeDisabled();
});

const refused = {
  id: '1',
  outcome: 'rejected' as const,
  identifier: '',
  device: null,
  reason: { code: 'BRIDGE_MESSAGE', message: 'Der Nachricht fehlt eine brauchbare externe ID' },
  content: { node: { eui: 'A8-40' }, raw: 'AQ==' },
};

it('maps the fields of a refused message by clicks', async () => {
  const server = serve(
    webhook,
    on(listTraffic, { data: [refused] }),
    on(testMutator, { data: { messages: [{ id: 'A840', payload: '01' }], logs: [], problem: null, refused: [] } }),
  );
  await show('mutator');
  await choose(conversion, /Feldzuordnung/);
  await expect.element(result.getByText(/Wählen Sie externe ID und Nutzdaten/)).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Zuletzt abgewiesene Nachrichten' }), /externe ID/);
  const fields = page.getByRole('group', { name: 'Felder der Nachricht' });
  await pick(fields, /^eui:/, 'Als externe ID');
  await pick(fields, /^raw:/, 'Als Nutzdaten');
  await expect.element(result.getByText(/"id": "A840"/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(page, 'Speichern');
  await reported('Die Umwandlung wurde gespeichert.');
  expect(server.calls(updateConnector)[0]?.body.mutator).toMatchObject({
    language: 'mapping',
    mapping: { id: { from: 'body', path: ['node', 'eui'] }, payload: { from: 'body', path: ['raw'] } },
  });
});

it('shows the sample of a preset and its result at once, and marks missing fields', async () => {
  const server = serve(
    webhook,
    on(testMutator, ({ body }) => {
      const isEui = body.mutator.mapping?.id.format === 'eui';
      const wrong = [{ index: 0, code: 'MAPPING', message: '„cellar-climate“ ist keine EUI' }];
      return {
        data: {
          messages: isEui ? [] : [{ id: 'cellar-climate' }],
          refused: isEui ? wrong : [],
          logs: [],
          problem: null,
        },
      };
    }),
  );
  await show('mutator');
  await choose(conversion, /Feldzuordnung/);
  await press(page, 'Speichern');
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  expect(server.calls(updateConnector)).toEqual([]);
  await choose(page.getByRole('combobox', { name: 'Vorlage' }), /The Things Stack/);
  await expect.poll(() => server.calls(testMutator).length).toBeGreaterThan(0);
  await press(page, 'Externe ID entfernen');
  await expect.element(result.getByText(/Wählen Sie externe ID und Nutzdaten/)).toBeVisible();
  const fields = page.getByRole('group', { name: 'Felder der Nachricht' });
  await fields
    .getByRole('button', { name: /^device_id:/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Als externe ID', exact: true }).click();
  await expect.element(result.getByText(/"id": "cellar-climate"/)).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Format von Externe ID' }), /EUI/);
  await expect.element(result.getByText(/„cellar-climate“ ist keine EUI/)).toBeVisible();
});

it('lists packets with what became of them, and finds some', async () => {
  const known = {
    id: '2',
    outcome: 'applied' as const,
    identifier: 'sensor-17',
    device: { id: 8, title: 'Zähler Nord' },
    reason: null,
    content: { payload: { temperature: 21.5 } },
  };
  const server = serve(
    webhook,
    on(listTraffic, ({ query }) => ({
      data: [refused, known].filter(({ outcome }) => !query.outcome || query.outcome === outcome),
    })),
  );
  const { path } = await show('packets');
  const packets = listed('Pakete');
  const row = packets.getByRole('listitem').filter({ hasText: 'sensor-17' });
  await expect.element(row.getByText(/Übernommen/)).toBeVisible();
  await row.getByRole('button').first().click();
  await expect.element(row.getByText(/"temperature": 21\.5/)).toBeVisible();
  await expect.element(row.getByRole('link', { name: /Zähler Nord/ })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('searchbox').fill('nirgends');
  await expect.element(page.getByText(/Keine Treffer/)).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await choose(page.getByRole('combobox', { name: 'Ergebnis' }), 'Abgewiesen');
  await expect.element(row).not.toBeInTheDocument();
  await expect.poll(path).toContain('outcome=rejected');
  expect(server.calls(listTraffic).at(-1)?.query.outcome).toBe('rejected');
});

it('says how packets get here while there are none', async () => {
  serve(webhook);
  await show('packets');
  await expect.element(page.getByText(/Noch keine Pakete/)).toBeVisible();
});

it('says why packets did not load, and tries again', async () => {
  const server = serve(webhook, on(listTraffic, refusal('INTERNAL_ERROR')));
  await show('packets');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await press(page, 'Erneut versuchen');
  server.answer(on(listTraffic, { data: [] }));
  await expect.element(page.getByText(/Noch keine Pakete/)).toBeVisible();
});

it('logs changes of its state and refused sign-ins', async () => {
  serve(
    webhook,
    on(listConnectorLogs, {
      data: [
        { state: 'refused', message: 'Das Kennwort ist falsch. Versuche: 3' },
        { state: 'connected', message: null },
      ],
    }),
  );
  await show('log');
  const log = listed('Statusprotokoll');
  await expect.element(log.getByText(/Anmeldung abgelehnt/)).toBeVisible();
  await expect.element(log.getByText(/Das Kennwort ist falsch\. Versuche: 3/)).toBeVisible();
  await expect.element(log.getByText(/Bereit/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('says that its log is empty', async () => {
  serve(webhook, on(listConnectorLogs, { data: [] }));
  await show('log');
  await expect.element(page.getByText(/Noch keine Einträge/)).toBeVisible();
});

const unknown = { identifier: 'A840', count: 3, kept: 2, newest: { id: 'A840', payload: '01' }, hasDevice: false };

it('leads from an unknown id to a new device with it', async () => {
  serve(webhook, on(listUnknownIds, { data: [unknown] }));
  const { path } = await show('unknown');
  await press(page, /A840/);
  await expect.element(page.getByText(/"payload": "01"/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(page, 'Gerät mit dieser ID anlegen');
  await expect.poll(path).toMatch(/^\/virtual-devices\/create\?.*A840/);
});

it('offers no device for an unknown id without the permission for it', async () => {
  serve(webhook, on(listUnknownIds, { data: [unknown] }));
  await show('unknown', { abilities: ['all.manage'] });
  await press(page, /A840/);
  await expect.element(page.getByRole('button', { name: 'Aus der Liste entfernen' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Gerät mit dieser ID anlegen' })).not.toBeInTheDocument();
});

it('replays the messages of an id that has a device by now', async () => {
  const server = serve(
    webhook,
    on(listUnknownIds, { data: [{ ...unknown, hasDevice: true }] }),
    on(replayUnknownId, { data: { replayed: 2 } }),
  );
  await show('unknown');
  await press(page, /A840/);
  await press(page, '2 Nachrichten nachholen');
  await reported('2 Nachrichten werden nachgeholt.');
  expect(server.calls(replayUnknownId).map(({ body }) => body)).toEqual([{ identifier: 'A840' }]);
});

it('removes an unknown id after a question', async () => {
  let ids = [unknown];
  const server = serve(
    webhook,
    on(listUnknownIds, () => ({ data: [...ids] })),
    on(removeUnknownId, () => {
      ids = [];
      return undefined;
    }),
  );
  await show('unknown');
  await press(page, /A840/);
  await press(page, 'Aus der Liste entfernen');
  expect(server.calls(removeUnknownId)).toEqual([]);
  await press(page.getByRole('alertdialog', { name: '„A840“ entfernen?' }), 'Aus der Liste entfernen');
  await expect.element(page.getByText(/Keine unbekannten IDs/)).toBeVisible();
});

it('sends a test message, and shows the answer or why there is none', async () => {
  const server = serve(outgoing, on(commandConnector, { data: { result: { status: 202 } } }));
  await show('deliveries');
  await expect.element(page.getByText(/Noch keine Nachrichten/)).toBeVisible();
  await press(page, 'Jetzt senden');
  const answer = page.getByRole('status', { name: 'Antwort der Gegenstelle' });
  await expect.element(answer.getByText(/"status": 202/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  server.answer(on(commandConnector, refusal('BRIDGE_CONNECTION_FAILED')));
  await press(page, 'Jetzt senden');
  await expect.element(answer.getByRole('alert')).toBeVisible();
});

it('sends no test message while it is disabled', async () => {
  serve({ ...outgoing, active: false, state: 'disabled' });
  await show('deliveries');
  await expect.element(page.getByRole('button', { name: 'Jetzt senden' })).toBeDisabled();
});

it('lists deliveries with their contents and answers', async () => {
  serve(
    outgoing,
    on(listDeliveries, {
      data: [
        {
          id: '1',
          source: 'call',
          outcome: 'failed',
          reason: { code: 'EGRESS', message: 'Die Adresse ist nicht erlaubt' },
          content: '{ "method": "POST" }',
          answer: null,
        },
        { id: '2', source: 'rule', outcome: 'delivered', attempts: 0, content: 'warm', answer: 'ok' },
      ],
    }),
  );
  await show('deliveries');
  const list = listed('Nachrichten');
  await expect.element(list.getByText(/Gescheitert/)).toBeVisible();
  await expect.element(list.getByText(/Die Adresse ist nicht erlaubt/)).toBeVisible();
  await expect.element(list.getByText(/Von Hand, API/)).toBeVisible();
  await list.getByRole('button').first().click();
  await expect.element(list.getByText(/\{ "method": "POST" \}/)).toBeVisible();
});

it('renews a key after a question, and shows the new one once', async () => {
  const server = serve(webhook);
  await show('settings');
  await press(page, 'Schlüssel neu erzeugen');
  await expect.element(question.getByText(/Der bisherige Wert gilt sofort nicht mehr/)).toBeVisible();
  await press(question, 'Neu erzeugen');
  const dialog = page.getByRole('dialog', { name: 'Zugangsdaten für „Zählerdaten“' });
  await expect.element(dialog.getByText(/brand-new-key/).first()).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(dialog, 'Zugangsdaten sind gesichert');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(/brand-new-key/)).not.toBeInTheDocument();
  expect(server.calls(updateConnector).map(({ body }) => body)).toEqual([{ generate: ['key'] }]);
});

it('shows a taken name at its field', async () => {
  serve(webhook, on(updateConnector, refusal('BRIDGE_DUPLICATE_NAME')));
  await show('settings');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Vergeben');
  await press(page, 'Prüfen und speichern');
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(name).toHaveValue('Vergeben');
});

it('is disabled after a question that counts its devices', async () => {
  const server = serve({ ...webhook, deviceCount: 2 });
  await show('log');
  server.answer(on(listConnectorLogs, { data: [] }));
  await pick(page, 'Weitere Aktionen', 'Deaktivieren');
  await expect.element(question.getByText(/2 Geräte erhalten keine Daten mehr\./)).toBeVisible();
  await press(question, 'Deaktivieren');
  await reported('„Zählerdaten“ ist deaktiviert.');
  expect(server.calls(updateConnector).map(({ body }) => body)).toEqual([{ active: false }]);
});

it('reconnects after a question, if it has a connection', async () => {
  const server = serve({ ...webhook, hasConnection: true }, on(resetConnectorState), on(listConnectorLogs));
  await show('log');
  await press(page, 'Neu verbinden');
  await press(question, 'Neu verbinden');
  await reported('„Zählerdaten“ verbindet sich neu.');
  expect(server.calls(resetConnectorState)).toHaveLength(1);
});

it('is deleted only after its name was typed', async () => {
  const server = serve(webhook, on(deleteConnector), on(listConnectorLogs));
  const { path } = await show('log');
  await pick(page, 'Weitere Aktionen', 'Löschen');
  await expect.element(question.getByRole('button', { name: 'Löschen' })).toBeDisabled();
  await question.getByRole('textbox').fill('Zählerdaten');
  await press(question, 'Löschen');
  await expect.poll(path).toBe('/connectors/list');
  expect(server.calls(deleteConnector)).toHaveLength(1);
});

it('shows why it does not work on each of its tabs', async () => {
  serve(
    { ...webhook, state: 'error', stateReason: { code: 'X', message: 'Der Broker antwortet nicht' } },
    on(listConnectorLogs, { data: [] }),
  );
  await show('log');
  await expect.element(page.getByRole('alert').getByText(/Der Broker antwortet nicht/)).toBeVisible();
});
