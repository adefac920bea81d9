import { listConnectorConfigs } from '@stellwerk/contract/connector';
import {
  checkForAggregateLoop,
  createState,
  findStateMessage,
  previewAggregate,
  type State,
  state as stateSchema,
  updateState,
} from '@stellwerk/contract/state';
import { searchSeries } from '@stellwerk/contract/state-history';
import { readTwin } from '@stellwerk/contract/twin';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { choose, press } from '../../../testing/gestures.ts';
import { type RenderOptions, render } from '../../../testing/render.tsx';
import { type PartOf, sampleOf } from '../../../testing/sample.ts';
import { StateEditor } from './StateEditor.tsx';

const states = true;
const connector = { id: 9, name: 'Zähler', type: 'webhook-incoming', tenantId: 1, capabilities: { states } };

function serve(...more: Answered[]) {
  return answers(
    on(readTwin, { data: { id: 5, title: 'Raum', tenantId: 1, category: 'digitalTwin', abilities: { update: true } } }),
    on(listConnectorConfigs, { data: [connector] }),
    on(searchSeries, { data: { series: [] } }),
    on(createState),
    on(updateState),
    ...more,
  );
}

async function show(part?: PartOf<State>, options: RenderOptions = {}) {
  const onClose = vi.fn();
  const state = part && sampleOf(stateSchema, { id: 3, dtwinId: 5, source: 'none', ...part });
  await render(<StateEditor twinId={5} {...(state ? { state } : {})} onClose={onClose} />, {
    language: 'de',
    ...options,
  });
  return onClose;
}

const editor = page.getByRole('dialog');
const field = (name: string | RegExp) => editor.getByRole('textbox', { name });
const box = (name: string | RegExp) => editor.getByRole('combobox', { name });
/** The radio itself is invisible: its card is clicked. */
const card = (name: RegExp) => editor.getByRole('radio', { name }).click({ force: true });

it('derives the key from the title until it was typed, and previews the tile', async () => {
  const server = serve();
  const onClose = await show();
  await field('Titel').fill('Temperatur innen');
  await expect.element(field('Schlüssel')).toHaveValue('temperatur_innen');
  await field('Schlüssel').fill('temperature');
  await field('Titel').fill('Temperatur');
  await expect.element(field('Schlüssel')).toHaveValue('temperature');
  await field('Einheit').fill('°C');
  await card(/^Zeigerinstrument/);
  await expect.element(editor.getByRole('region', { name: 'Vorschau' }).getByText('Temperatur')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(editor, 'Anlegen');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.calls(createState)[0]?.body).toMatchObject({
    title: 'Temperatur',
    key: 'temperature',
    unit: '°C',
    visualisation: { component: 'gauge' },
  });
});

it('suggests that the values of some keys set the position of the twin', async () => {
  serve();
  await show();
  await field('Schlüssel').fill('lat_gps');
  await expect.element(box(/Verknüpfung/)).toMatchTextContent('Breitengrad');
});

it('needs a title and a valid key', async () => {
  const server = serve();
  await show();
  await field('Schlüssel').fill('a b');
  await press(editor, 'Anlegen');
  await expect.element(field('Titel')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Schlüssel')).toHaveAttribute('aria-invalid', 'true');
  expect(server.calls(createState)).toEqual([]);
});

it('shows a taken key at its field', async () => {
  const issue = { path: 'key', code: 'taken', message: 'Vergeben' };
  serve(on(createState, refusal('DTWINSTATE_DUPLICATE_KEY', { issues: [issue] })));
  await show();
  await field('Titel').fill('Temperatur');
  await press(editor, 'Anlegen');
  await expect.element(field('Schlüssel')).toHaveAttribute('aria-invalid', 'true');
});

it('takes values of a connector, and shows its newest message', async () => {
  const server = serve(
    on(findStateMessage, ({ query }) => ({
      data: { message: query.identifier === 'meter-1' ? { payload: { power: { kw: 12 } } } : null },
    })),
  );
  const onClose = await show();
  await field('Titel').fill('Leistung');
  await card(/^Konnektor/);
  await choose(box(/^Konnektor/), /Zähler/);
  await field('Externe ID').fill('meter-1');
  const newest = editor.getByRole('group', { name: 'Neueste Nachricht' });
  await expect.element(newest.getByText(/"kw": 12/)).toBeVisible();
  await box('Variable').fill('power.kw');
  await expect.element(newest.getByRole('status')).toMatchTextContent('Wert der Variable: 12');
  expect(await accessibilityProblems()).toEqual([]);
  await press(editor, 'Anlegen');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.calls(createState)[0]?.body.config).toEqual({
    source: 'connector',
    connectorId: 9,
    identifier: 'meter-1',
    variable: 'power.kw',
  });
});

it('has a status for each range between its thresholds', async () => {
  const server = serve();
  const onClose = await show({ title: 'Leistung', key: 'power', visualisation: { component: 'gauge' } });
  for (const [index, value] of ['5', '10', '30'].entries()) {
    await press(editor, 'Schwelle hinzufügen');
    await field(`Schwelle ${index + 1}`).fill(value);
  }
  await choose(box('Zustände'), 'Eigener Zustand je Bereich');
  await choose(box('Zustand unter der ersten Schwelle'), 'Fehler');
  await choose(box('Zustand ab Schwelle 2'), 'OK');
  expect(await accessibilityProblems()).toEqual([]);
  await press(editor, 'Speichern');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.calls(updateState)[0]?.body.visualisation).toMatchObject({
    thresholds: [5, 10, 30],
    statuses: ['error', 'warning', 'ok', 'error'],
  });
});

it('offers a button that sends a command, and needs a connector for it', async () => {
  const server = serve();
  await show();
  await field('Titel').fill('Tür');
  await card(/^Taste/);
  await choose(box('Was die Taste tut'), 'Befehl über einen Konnektor senden');
  await expect.element(field('Befehl')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(editor, 'Anlegen');
  await expect.element(editor.getByText('Der Konnektor fehlt.')).toBeVisible();
  expect(server.calls(createState)).toEqual([]);
});

it('shows the form of a command for the chosen connector', async () => {
  const caller = {
    ...connector,
    id: 10,
    name: 'Leitstelle',
    type: 'webhook-outgoing',
    capabilities: { deliveries: true },
  };
  serve(on(listConnectorConfigs, { data: [caller] }));
  await show();
  await card(/^Taste/);
  await choose(box('Was die Taste tut'), 'Befehl über einen Konnektor senden');
  await choose(box('Konnektor'), 'Leitstelle');
  await expect.element(editor.getByText(/zum Beispiel \{"method":"POST"/)).toBeVisible();
});

it('refuses random values without bounds that are numbers', async () => {
  serve();
  await show();
  await field('Titel').fill('Zufall');
  await card(/^Zufall/);
  await field('Kleinster Wert').first().fill('viel');
  await press(editor, 'Anlegen');
  await expect.element(editor.getByText(/^Beide Grenzen müssen Zahlen sein/).first()).toBeVisible();
});

it('shows the result of an aggregate now, and where its script fails', async () => {
  serve(
    on(previewAggregate, ({ body }) => {
      if (body.transformer.includes('nothing')) {
        const problem = { code: 'SCRIPT_ERROR', message: 'all.nothing is undefined', line: 2 };
        return { data: { value: null, problem, inputs: [], logs: [] } };
      }
      return { data: { value: body.transformer.includes('* 2') ? 36 : 18, problem: null, inputs: [], logs: ['one'] } };
    }),
    on(checkForAggregateLoop, { data: { loop: false, way: [] } }),
  );
  await show({
    title: 'Höchste',
    key: 'max',
    source: 'aggregate',
    config: { source: 'aggregate', stateIds: [8] },
    sources: [{ stateId: 8, title: 'Temperatur', dtwinId: 6, dtwinTitle: 'Raum 2' }],
    transformer: 'return Math.max(...value)',
  });
  const result = (value: number) =>
    expect.element(editor.getByRole('status').filter({ hasText: 'Ergebnis jetzt' })).toMatchTextContent(String(value));
  await result(18);
  await expect.element(editor.getByText('one')).toBeVisible();
  const script = field('Skript');
  await script.fill('const all = value\nreturn all.nothing.here');
  await expect.element(editor.getByRole('alert').getByText('all.nothing is undefined')).toBeVisible();
  await expect.poll(() => document.querySelector('.cm-lint-marker-error')).not.toBeNull();
  await script.fill('return value[0] * 2');
  await result(36);
});
