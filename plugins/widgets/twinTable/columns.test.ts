import type { WidgetAttribute } from '@stellwerk/contract/widget';
import type { Cell } from '@stellwerk/plugin/widget-web';
import { describe, expect, it } from 'vitest';
import { cellsOf, columnsOf, plainCell, unitOf } from './columns.ts';
import type { TwinTableData } from './data.ts';

const attribute = (field: WidgetAttribute['field'], rest: Partial<WidgetAttribute> = {}): WidgetAttribute => ({
  field,
  key: '',
  label: '',
  width: 2,
  ...rest,
});
const row: TwinTableData['rows'][number] = {
  twin: {
    id: 7,
    title: '<b>North</b>',
    type: 'room',
    icon: 'door',
    status: 'warning',
    tags: ['a', 'b'],
    keyValue: [{ key: 'Owner', value: 'Ms Kern' }],
  },
  states: [
    { id: 1, key: 'temp', unit: '°C', value: 21.5, timestamp: '2026-05-01T10:00:00.000Z', status: 'ok' },
    { id: 2, key: 'open', unit: '', value: null, timestamp: null, status: 'unknown' },
  ],
};
const cells = (...attributes: WidgetAttribute[]) => cellsOf(attributes, row, new Map([['season', 'winter']]));

describe('columns of a table', () => {
  it('have the configured title, the title of the state, the key, or the default title', () => {
    const titles = columnsOf(
      [
        attribute('title'),
        attribute('title', { label: 'Room' }),
        attribute('state', { key: 'Temp' }),
        attribute('state', { key: 'temp', label: 'Warm?' }),
        attribute('state', { key: 'gone' }),
        attribute('keyValue', { key: 'temp' }),
      ],
      { stateTitles: [{ key: 'temp', title: 'Temperature' }] },
      (key) => `<${key}>`,
    ).map(({ title }) => title);
    expect(titles).toEqual(['<attribute.title>', 'Room', 'Temperature', 'Warm?', 'gone', 'temp']);
  });

  it('can contain the same attribute twice', () => {
    const ids = columnsOf([attribute('status'), attribute('status')], { stateTitles: [] }, (key) => key).map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(2);
  });
});

describe('cells of a table', () => {
  it('show a state with unit, time and status', () => {
    expect(cells(attribute('state', { key: 'TEMP' }))).toEqual([
      { is: 'value', value: 21.5, unit: '°C', atMs: Date.parse('2026-05-01T10:00:00.000Z'), status: 'ok' },
    ]);
  });

  it('are empty if the twin has no such state, property or parameter', () => {
    expect(cells(attribute('state', { key: 'gone' }))).toEqual([
      { is: 'value', value: null, unit: '', atMs: null, status: 'unknown' },
    ]);
    expect(cells(attribute('keyValue', { key: 'gone' }), attribute('customParameter', { key: 'gone' }))).toEqual([
      { is: 'text', text: '' },
      { is: 'text', text: '' },
    ]);
  });

  it('show attributes of the twin', () => {
    expect(
      cells(
        attribute('title'),
        attribute('status'),
        attribute('tags'),
        attribute('icon'),
        attribute('keyValue', { key: 'owner' }),
        attribute('customParameter', { key: 'season' }),
        attribute('address'),
      ),
    ).toEqual([
      { is: 'text', text: '<b>North</b>' },
      { is: 'status', status: 'warning' },
      { is: 'tags', tags: ['a', 'b'] },
      { is: 'icon', icon: 'door', type: 'room' },
      { is: 'text', text: 'Ms Kern' },
      { is: 'text', text: 'winter' },
      { is: 'text', text: '' },
    ]);
  });
});

describe('an exported table', () => {
  it('keeps numbers as numbers', () => {
    expect(cells(attribute('state', { key: 'temp' }), attribute('tags'), attribute('icon')).map(plainCell)).toEqual([
      21.5,
      'a, b',
      'door',
    ]);
    const json: Cell = { is: 'value', value: { a: [1] }, unit: '', atMs: null, status: 'ok' };
    expect(plainCell(json)).toBe('{"a":[1]}');
  });

  it('contains a unit once, if all values have the same', () => {
    const celsius = { is: 'value', value: 1, unit: '°C', atMs: null, status: 'ok' } as const;
    const missing = { is: 'value', value: null, unit: '', atMs: null, status: 'unknown' } as const;
    expect(unitOf([celsius, missing, celsius])).toBe('°C');
    expect(unitOf([celsius, { ...celsius, unit: 'K' }])).toBe('');
    expect(unitOf([{ is: 'text', text: 'x' }])).toBe('');
  });
});
