import { type Dashboard, dashboard, listDashboards, readDashboard, type Widget } from '@stellwerk/contract/dashboard';
import { configureWidget, createWidget, findWidgetStates, previewWidget } from '@stellwerk/contract/dashboard-widget';
import { listTagsZones } from '@stellwerk/contract/twin';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { choose, pick, press } from '../../../testing/gestures.ts';
import { focus, phone, type RenderOptions, render } from '../../../testing/render.tsx';
import { type PartOf, sampleOf } from '../../../testing/sample.ts';
import { WidgetEditor } from './WidgetEditor.tsx';

const town: PartOf<Dashboard> = {
  id: 7,
  name: 'Stadt',
  tenantId: 1,
  customParameters: [{ name: 'floor', label: 'Etage', defaultValue: '2' }],
  abilities: { update: true },
};
const temperature = { key: 'temperature', title: 'Temperatur', unit: '°C', twinCount: 1 };
const humidity = { key: 'humidity', title: 'Luftfeuchte', unit: '%', twinCount: 1 };
const timestamp = '2026-03-01T12:00:00.000Z';
const line = (id: number, { key, title, unit }: typeof temperature) => ({
  stateId: id,
  stateKey: key,
  stateTitle: title,
  unit,
  valueType: 'number',
  dtwinId: 5,
  dtwinTitle: 'Raum',
  points: [[Date.parse(timestamp), 21.5]],
  binMs: null,
});

function serve(...more: Answered[]) {
  return answers(
    on(findWidgetStates, {
      data: { twinCount: 1, twins: [{ id: 5, title: 'Raum' }], states: [temperature, humidity], keyValueKeys: [] },
    }),
    on(previewWidget, ({ body }) => {
      const { type, options } = body.widgetDefinition;
      if (type === 'value') {
        const part = { stateId: 1, dtwinId: 5, dtwinTitle: 'Raum', unit: '°C', value: 21.5, before: null, atMs: null };
        return { data: { parts: [part], total: 1, line: null } };
      }
      if (type === 'twinTable') {
        const state = { id: 1, key: 'temperature', unit: '°C', value: 21.5, timestamp, status: 'ok' };
        const rows = [{ twin: { id: 5, title: 'Raum', status: 'ok' }, states: [state] }];
        return { data: { rows, total: 1, stateTitles: [temperature] } };
      }
      if (type === 'twinMap') return { data: { twins: [], total: 0, unplaced: 0 } };
      if (type === 'dashboard') return { data: { dashboard: null } };
      const { states = [] } = Object(options.data);
      const series = [line(1, temperature), line(2, humidity)].filter(({ stateKey }) => states.includes(stateKey));
      return { data: { series, truncated: false } };
    }),
    on(listTagsZones),
    on(createWidget),
    on(configureWidget),
    ...more,
  );
}

async function show(edited: { type: string } | { widget: PartOf<Widget> }, options: RenderOptions = {}) {
  const onClose = vi.fn();
  const whole = sampleOf(dashboard, 'widget' in edited ? { ...town, widgets: [edited.widget] } : town);
  const [widget] = whole.widgets;
  const props = widget ? { widget } : { type: 'type' in edited ? edited.type : '' };
  await render(
    <WidgetEditor
      dashboard={whole}
      range={{ kind: 'relative', amount: 24, unit: 'h' }}
      parameters={new Map([['floor', '2']])}
      onClose={onClose}
      {...props}
    />,
    { language: 'de', ...options },
  );
  return onClose;
}

const editor = page.getByRole('dialog');
const tab = (name: string | RegExp) => editor.getByRole('tab', { name });
const field = (name: string | RegExp) => editor.getByRole('textbox', { name });
const box = (name: string | RegExp) => editor.getByRole('combobox', { name });
const preview = editor.getByRole('region', { name: 'Vorschau' });

it('focuses the first error, even if rendering the tab takes longer than a frame', async () => {
  serve();
  await show({ type: 'chart' });
  await tab('Diagramm').click();
  await choose(box('Art'), /^Anzeige/);
  await tab('Anzeige').click();
  await press(editor, 'Schwelle hinzufügen');
  await field('Ab Wert').fill('keine Zahl');
  await tab('Allgemein').click();
  await press(editor, 'Hinzufügen');
  await expect.element(field('Ab Wert')).toHaveFocus();
  await expect.element(tab(/Anzeige.*mit Fehlern/)).toBeVisible();
});

it('offers the states of the filtered twins, and marks a key that no twin has', async () => {
  const server = serve();
  await show({ type: 'chart' });
  await tab('Daten').click();
  const states = box(/^Daten/);
  await choose(states, /Temperatur/);
  // The list stays open for further choices.
  await page.getByRole('option', { name: /Luftfeuchte/ }).click();
  await states.fill('co2');
  await userEvent.keyboard('{Enter}');
  await expect.element(editor.getByText('Noch an keinem der passenden Zwillinge: co2')).toBeVisible();
  await userEvent.keyboard('{Backspace}');
  await press(editor, 'Hinzufügen');
  await expect
    .poll(() => server.calls(createWidget)[0]?.body.options.data)
    .toMatchObject({ states: ['temperature', 'humidity'] });
});

it('filters twins by tags, and says how many match', async () => {
  const server = serve();
  await show({ type: 'chart' });
  await tab('Digitale Zwillinge').click();
  await press(editor, /^Weitere Bedingungen/);
  await box('Tags').fill('dach');
  await userEvent.keyboard('{Enter}');
  await expect.element(editor.getByText(/1 Zwilling passt/)).toBeVisible();
  await expect.element(editor.getByText('Raum', { exact: true })).toBeVisible();
  await expect.poll(() => server.calls(findWidgetStates).at(-1)?.body.twinFilter.tags).toEqual(['dach']);
  // The result is dimmed until the newest one arrives.
  await expect.poll(accessibilityProblems).toEqual([]);
});

it('does not save a chart whose lines have the same name', async () => {
  const server = serve();
  const options = { data: { states: ['temperature', 'humidity'] } };
  await show({ widget: { id: 3, type: 'chart', title: 'Klima', options } });
  await tab('Diagramm').click();
  await field('Beschriftung der Linien').fill('Klima');
  await expect.element(preview.getByText(/^Mehrere Linien heißen gleich\./)).toBeVisible();
  await press(editor, 'Speichern');
  await expect.poll(() => editor.getByText(/^Mehrere Linien heißen gleich\./).elements().length).toBe(2);
  expect(server.calls(configureWidget)).toEqual([]);
});

it('sorts the thresholds of a gauge, checks them, and saves by a key', async () => {
  const server = serve();
  const options = { chartType: 'gauge', data: { states: ['temperature'] } };
  const onClose = await show({ widget: { id: 3, type: 'chart', title: 'Klima', options } });
  await tab('Anzeige').click();
  await field('Ende der Skala').fill('40');
  await press(editor, 'Schwelle hinzufügen');
  await press(editor, 'Schwelle hinzufügen');
  const values = field('Ab Wert');
  await values.nth(0).fill('90');
  await values.nth(1).fill('18');
  await tab('Allgemein').click();
  await field('Titel').fill('Klima {{param.floor}}');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  // Opens the tab with the error and focuses the field.
  await expect.element(editor.getByText('Nicht alle Felder sind korrekt ausgefüllt.')).toBeVisible();
  await expect.element(editor.getByText('Muss zwischen Anfang und Ende der Skala liegen')).toBeVisible();
  // Thresholds are sorted from low to high after the field has lost the focus.
  await expect.element(values.nth(1)).toHaveValue('90');
  await expect.element(values.nth(1)).toHaveFocus();
  await values.nth(1).fill('30');
  await choose(box('Farbe').nth(1), 'Eigene Farbe');
  await field('Farbwert').fill('#aa33cc');
  await press(editor, 'Speichern');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.calls(configureWidget)[0]?.body).toMatchObject({
    title: 'Klima {{param.floor}}',
    options: {
      gauge: {
        max: 40,
        thresholds: [
          { value: 18, color: 'warning' },
          { value: 30, color: '#aa33cc' },
        ],
      },
    },
  });
});

it('adds a table with its columns in another order', async () => {
  const server = serve();
  await show({ type: 'twinTable' });
  await tab('Tabelle').click();
  await press(editor, 'Attribut hinzufügen');
  await field('Bezeichnung').last().fill('Wärme');
  await choose(box(/Welcher Datenpunkt/), /Temperatur/);
  await focus(editor.getByRole('button', { name: 'Zeile 4 verschieben' }));
  await userEvent.keyboard('{Home}');
  await expect.element(editor.getByText('Jetzt an Stelle 1 von 4.')).toBeInTheDocument();
  await expect.element(preview.getByRole('columnheader').first()).toMatchTextContent(/Wärme/);
  await expect.element(preview.getByText(/21,5/).first()).toBeVisible();
  await press(editor, 'Zeile 4 entfernen');
  expect(await accessibilityProblems()).toEqual([]);
  await press(editor, 'Hinzufügen');
  await expect
    .poll(() => server.calls(createWidget)[0]?.body.options.attributes)
    .toMatchObject([{ field: 'state', key: 'temperature', label: 'Wärme' }, { field: 'title' }, { field: 'status' }]);
});

it('adds a map with rules for its markers and actions in its popup', async () => {
  const server = serve();
  await show({ type: 'twinMap' });
  await tab('Markierungen').click();
  await press(editor, 'Regel hinzufügen');
  await choose(box('Feld'), 'Datenpunkt');
  await choose(box(/Welcher Datenpunkt/), /Luftfeuchte/);
  await choose(box('Vergleich'), 'ist größer als');
  await field('Vergleichswert').fill('40');
  await choose(box('Farbe'), 'Fehler');
  await tab(/^Aktionen/).click();
  await choose(box('Aktion'), 'Link öffnen');
  const address = field(/Adresse/);
  await address.fill('ftp://example.com/');
  await press(editor, 'Hinzufügen');
  await expect.element(editor.getByText(/Die Adresse muss mit http:\/\/ oder https:\/\/ beginnen/)).toBeVisible();
  await address.fill('https://example.com/');
  await pick(editor, 'Platzhalter in „Adresse“ einfügen', '{{twin.id}}');
  await press(editor, 'Hinzufügen');
  await expect
    .poll(() => server.calls(createWidget)[0]?.body.options)
    .toMatchObject({
      markerRules: [{ field: 'state', key: 'humidity', operator: 'gt', value: '40', color: 'error' }],
      actions: [{ type: 'openUrl', url: 'https://example.com/{{twin.id}}' }],
    });
});

it('shows at its field why a dashboard cannot contain another one, and passes parameters to it', async () => {
  const other: PartOf<Dashboard> = { ...town, id: 8, name: 'Etage' };
  const text = 'Das Dashboard „Etage“ enthält dieses hier bereits';
  const server = serve(
    on(listDashboards, { data: [{ id: 8, name: 'Etage' }] }),
    on(readDashboard, { data: other }),
    on(
      createWidget,
      refusal('WIDGET_OPTIONS_INVALID', {
        message: text,
        issues: [{ path: 'options.dashboard', code: 'invalid', message: text }],
      }),
    ),
  );
  await show({ type: 'dashboard' });
  await box('Dashboard').fill('Et');
  await page.getByRole('option', { name: /^Etage/ }).click();
  await press(editor, 'Hinzufügen');
  await expect.element(box('Dashboard')).toHaveAttribute('aria-invalid', 'true');
  server.answer(on(createWidget));
  await press(editor, 'Parameter hinzufügen');
  await expect.element(box('Parameter')).toHaveValue('floor');
  await field('Wert').fill('3');
  await press(editor, 'Hinzufügen');
  await expect
    .poll(() => server.calls(createWidget).at(-1)?.body.options)
    .toMatchObject({ dashboard: '8', parameters: [{ name: 'floor', value: '3' }] });
});

const chart: PartOf<Widget> = {
  id: 3,
  type: 'chart',
  title: 'Verlauf',
  revision: 4,
  options: { data: { states: ['temperature'], aggregate: true, interval: '5m' } },
};

it('offers the suitable interval where a chart has too many points', async () => {
  const server = serve();
  server.answer(
    on(previewWidget, ({ body }) =>
      Object(body.widgetDefinition.options.data).interval === '5m'
        ? refusal('WIDGET_TOO_MANY_POINTS', { params: { interval: '1d', limit: 2000 } })
        : { data: { series: [line(1, temperature)], truncated: false } },
    ),
  );
  await show({ widget: chart });
  await press(editor, /^Intervall auf/);
  await expect.poll(() => preview.element().querySelector('canvas')).not.toBeNull();
});

it('asks before changes are lost', async () => {
  serve();
  const onClose = await show({ widget: chart });
  await tab('Allgemein').click();
  await field('Titel').fill('Wärme');
  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' });
  await press(question, 'Abbrechen');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(field('Titel')).toHaveValue('Wärme');
  expect(onClose).not.toHaveBeenCalled();
});

it('does not overwrite other changes by accident, and continues on the same tab', async () => {
  const changed: PartOf<Widget> = { ...chart, size: 12, revision: 5 };
  const server = serve(
    on(configureWidget, ({ body }) => (body.basedOn === 4 ? refusal('WIDGET_CHANGED_MEANWHILE') : undefined)),
    on(readDashboard, { data: { ...town, widgets: [changed] } }),
  );
  const onClose = await show({ widget: chart });
  await tab('Allgemein').click();
  await field('Titel').fill('Wärme');
  await press(editor, 'Speichern');
  await press(page.getByRole('alertdialog', { name: 'Das Widget wurde inzwischen geändert' }), 'Neu laden');
  await expect.element(editor.getByText('Ganze Breite')).toBeVisible();
  await expect.element(field('Titel')).toHaveValue('Verlauf');
  await field('Titel').fill('Wärme');
  await press(editor, 'Speichern');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.calls(configureWidget).map(({ body }) => [body.title, body.basedOn])).toEqual([
    ['Wärme', 4],
    ['Wärme', 5],
  ]);
});

it('works on a phone, with the preview behind a tab', async () => {
  const server = serve();
  const widget = { id: 3, type: 'value', title: 'Wärme', options: { state: 'temperature' } };
  await show({ widget }, { size: phone });
  await expect.element(editor).toBeVisible();
  expect(preview.elements()).toEqual([]);
  await tab('Vorschau').click();
  await expect.element(preview.getByText(/21,5/).first()).toBeVisible();
  expect(editor.element().scrollWidth).toBe(editor.element().clientWidth);
  expect(await accessibilityProblems()).toEqual([]);
  await tab('Allgemein').click();
  await field('Titel').fill('Raumwärme');
  await press(editor, 'Speichern');
  await expect.poll(() => server.calls(configureWidget)[0]?.body.title).toBe('Raumwärme');
});
