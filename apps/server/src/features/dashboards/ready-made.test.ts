import { type WidgetFields, widgetFields } from '@stellwerk/contract/dashboard';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { createWidgetKinds, type WidgetKinds } from './data/index.ts';
import { type OwnState, type ReadyMadeSource, readyMade, type StateBelow } from './ready-made.ts';
import { textsIn } from './texts.ts';

let kinds: WidgetKinds;
beforeAll(async () => {
  kinds = await createWidgetKinds({ log: createLog('silent') });
});

const state = (key: string, unit = '', valueType: OwnState['valueType'] = 'number'): OwnState => ({
  key,
  title: key.toUpperCase(),
  unit,
  valueType,
});
const below = (key: string, twinCount: number, unit = ''): StateBelow => ({ ...state(key, unit), twinCount });

const source = (more: Partial<ReadyMadeSource> = {}): ReadyMadeSource => ({
  twin: { id: 7, title: 'Hall', hasPlace: false },
  states: [],
  below: { twinCount: 0, locatedCount: 0, states: [] },
  ...more,
});

/** Made and checked as if somebody had sent it. */
function made(given: ReadyMadeSource, language: 'de' | 'en' = 'en') {
  const { widgets, ...dashboard } = readyMade(given, textsIn(language));
  return {
    ...dashboard,
    widgets: widgets.map((widget) => {
      const fields: WidgetFields = widgetFields.parse(widget);
      return { ...fields, options: kinds.parse(fields.type, fields.options) };
    }),
  };
}
const shown = (widgets: ReturnType<typeof made>['widgets']) =>
  widgets.map(({ type, title, size }) => [type, title, size]);

/** Widgets flow from left to right: does each row end at the twelfth column? */
function fillsRows(widgets: readonly { size: number }[]): boolean {
  let column = 0;
  for (const { size } of widgets) column = column === 12 ? size : column + size;
  return column === 12;
}

describe('the ready-made dashboard of a device', () => {
  const states = [
    state('battery', '%'),
    state('temperature', '°C'),
    state('setpoint', '°C'),
    state('co2', 'ppm'),
    state('open', '', 'boolean'),
    state('firmware', '', 'string'),
  ];

  it('has tiles, a chart a unit, the place and the newest values', () => {
    const { name, defaultDateRange, widgets } = made(
      source({ states, twin: { id: 7, title: 'Room', hasPlace: true } }),
    );
    expect([name, defaultDateRange]).toMatchObject(['Room', { amount: 24, unit: 'h' }]);
    expect(shown(widgets)).toEqual([
      ['value', 'TEMPERATURE', 4],
      ['value', 'SETPOINT', 4],
      ['value', 'CO2', 4],
      ['value', 'OPEN', 6],
      ['value', 'BATTERY', 6],
      ['chart', 'TEMPERATURE, SETPOINT', 6],
      ['chart', 'CO2', 6],
      ['chart', 'BATTERY', 6],
      ['chart', 'OPEN', 6],
      ['twinMap', 'Map', 12],
      ['twinTable', 'Newest values', 12],
    ]);
    expect(widgets[5]?.options).toMatchObject({
      twinFilter: { dtwinIds: ['7'], parentDtwinId: null },
      data: { states: ['temperature', 'setpoint'] },
      legendShow: true,
    });
    expect(widgets[8]?.options).toMatchObject({ lineShape: 'step', legendShow: false });
    const columns = (widgets.at(-1)?.options.attributes ?? []) as { field: string; key: string }[];
    expect(columns.map(({ field, key }) => key || field)).toEqual([
      'title',
      'status',
      'temperature',
      'setpoint',
      'co2',
      'open',
      'firmware',
      'battery',
    ]);
  });

  it('speaks the language of its author', () => {
    const many = ['a', 'b', 'c', 'd'].map((key) => state(key, 'bar'));
    const titles = (language: 'de' | 'en') =>
      made(source({ states: many }), language).widgets.map(({ title }) => title);
    expect(titles('de').slice(4)).toEqual(['Verlauf in bar', 'Neueste Werte']);
    expect(titles('en').slice(4)).toEqual(['Over time in bar', 'Newest values']);
  });

  it('has something to show even where nothing is measured', () => {
    expect(shown(made(source()).widgets)).toEqual([['twinTable', 'Newest values', 12]]);
  });
});

describe('the ready-made dashboard of a building', () => {
  it('has its aggregates, the map, a heat map, a chart a key and what is below', () => {
    const { defaultDateRange, widgets } = made(
      source({
        states: [state('power_total', 'kW')],
        below: {
          twinCount: 40,
          locatedCount: 30,
          states: [
            below('rssi', 40, 'dBm'),
            below('temperature', 30, '°C'),
            below('power', 12, 'kW'),
            below('co2', 4, 'ppm'),
          ],
        },
      }),
    );
    expect(defaultDateRange).toMatchObject({ amount: 7, unit: 'd' });
    expect(shown(widgets)).toEqual([
      ['value', 'POWER_TOTAL', 3],
      ['value', 'TEMPERATURE, average', 3],
      ['value', 'POWER, total', 3],
      ['value', 'CO2, average', 3],
      ['twinMap', 'Map', 6],
      ['chart', 'TEMPERATURE by weekday and hour', 6],
      ['chart', 'TEMPERATURE', 6],
      ['chart', 'POWER', 6],
      ['chart', 'CO2', 6],
      ['chart', 'RSSI', 6],
      ['twinTable', 'Twins and devices below', 12],
    ]);
    const filter = { parentDtwinId: '7', onlyBelow: true, dtwinIds: [] };
    expect(widgets[0]?.options).toMatchObject({ twinFilter: { dtwinIds: ['7'] }, combination: 'first' });
    expect(widgets[1]?.options).toMatchObject({ twinFilter: filter, combination: 'average', showLine: false });
    expect(widgets[5]?.options).toMatchObject({ chartType: 'heatmap', twinFilter: filter });
    expect(widgets[6]?.options).toMatchObject({ label: '{{twin.title}}', legendShow: false });
    expect(widgets[8]?.options).toMatchObject({ data: { states: ['co2'] }, legendShow: true });
    // Tiles of one dashboard are equally high; a table has room for its rows and no more than a page of them.
    expect(new Set(widgets.slice(0, 4).map(({ minHeightPx }) => minHeightPx))).toEqual(new Set([160]));
    expect(widgets.at(-1)?.minHeightPx).toBe(570);
  });

  it('adds nothing up that a tile could not hold', () => {
    const states = [below('temperature', 101, '°C')];
    const { widgets } = made(source({ below: { twinCount: 500, locatedCount: 0, states } }));
    expect(widgets.some(({ type }) => type === 'value')).toBe(false);
  });
});

describe('every ready-made dashboard', () => {
  it('fits the kinds, has room for what it shows and leaves no gaps', () => {
    for (let count = 0; count <= 14; count += 1) {
      const keys = Array.from({ length: count }, (_, index) => `key_${index}`);
      const states = keys.map((key, index) => ({ ...state(key, `u${index}`), title: 'x'.repeat(190) }));
      for (const hasPlace of [true, false]) {
        const one = made(source({ states, twin: { id: 1, title: 't', hasPlace } }));
        const many = made(
          source({
            states: states.slice(0, count / 2),
            below: {
              twinCount: 9,
              locatedCount: Number(hasPlace),
              states: states.map((each) => ({ ...each, twinCount: 9 })),
            },
          }),
        );
        for (const { widgets } of [one, many]) {
          expect(widgets.length).toBeLessThanOrEqual(60);
          expect(fillsRows(widgets)).toBe(true);
        }
      }
    }
  });
});
