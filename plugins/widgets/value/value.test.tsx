import type { LiveValue } from '@stellwerk/plugin/widget-web';
import { describe, expect, it } from 'vitest';
import type { ValueData, ValuePart } from './data.ts';
import { updateValue } from './live.ts';
import { manifest } from './manifest.ts';
import { web } from './web.tsx';

const part = (stateId: number, value: ValuePart['value'], more: Partial<ValuePart> = {}): ValuePart => ({
  stateId,
  dtwinId: stateId * 10,
  dtwinTitle: `Raum ${stateId}`,
  unit: '°C',
  value,
  before: null,
  atMs: 150,
  ...more,
});

const optionsOf = (options: object) => manifest.options.parse({ state: 'temperature', ...options });
const pictureOf = (options: object, data: Partial<ValueData>) =>
  web.picture({
    options: optionsOf(options),
    data: { parts: [], total: data.parts?.length ?? 0, line: null, ...data },
    span: { fromMs: 100, toMs: 200, zone: 'Europe/Berlin' },
    parameters: new Map(),
    locale: 'de-DE',
    t: (key) => key,
  });

describe('one number of several twins', () => {
  const parts = [part(1, 20), part(2, 30), part(3, 'broken'), part(4, null)];
  it.each([
    ['first', 20],
    ['sum', 50],
    ['average', 25],
    ['min', 20],
    ['max', 30],
    ['count', 9],
  ])('%s', (combination, value) => {
    expect(pictureOf({ combination }, { parts, total: 9 })).toMatchObject({ is: 'value', value });
  });

  it('is empty without values, and says what to do', () => {
    expect(pictureOf({ combination: 'sum' }, { parts: [part(1, 'x')] })).toMatchObject({ value: null });
    expect(pictureOf({}, {})).toEqual({ is: 'note', key: 'note.noTwins' });
    expect(pictureOf({ state: '' }, {})).toEqual({ is: 'note', key: 'note.noState' });
  });
});

describe('the change', () => {
  it('compares only twins that also have a value at the beginning', () => {
    const parts = [part(1, 20, { before: 18 }), part(2, 30)];
    expect(pictureOf({ combination: 'sum' }, { parts })).toMatchObject({ value: 50, change: 2 });
    expect(pictureOf({}, { parts: [part(1, 20, { before: 25 })] })).toMatchObject({ change: -5 });
    expect(pictureOf({}, { parts: [part(1, 20)] })).toMatchObject({ change: null });
  });

  it('is absent where it is meaningless', () => {
    const parts = [part(1, 20, { before: 18 })];
    for (const options of [{ showChange: false }, { combination: 'count' }, { valueDetermination: 'sum' }]) {
      expect(pictureOf(options, { parts })).toMatchObject({ change: null });
    }
  });
});

it('has the colour of the first matching rule', () => {
  const colours = [
    { operator: 'gt', value: 25, color: 'error' },
    { operator: 'gte', value: 20, color: '#123456' },
  ];
  const colourOf = (value: ValuePart['value']) => {
    const picture = pictureOf({ colours }, { parts: [part(1, value)] });
    return picture.is === 'value' ? picture.colour : picture.is;
  };
  expect([30, 20, 19, 'text', null].map(colourOf)).toEqual(['error', '#123456', undefined, undefined, undefined]);
});

it('passes its twin to a click only if it belongs to a single twin', () => {
  const action = { type: 'openTwin' };
  const parts = [part(1, 20), part(2, 30)];
  expect(pictureOf({ action }, { parts })).toMatchObject({ click: { twinId: 10, twinTitle: 'Raum 1', value: 20 } });
  expect(pictureOf({ action, combination: 'sum' }, { parts })).toMatchObject({ click: { twinId: null, value: 50 } });
  expect(pictureOf({}, { parts })).toMatchObject({ click: null });
});

describe('new values', () => {
  const data: ValueData = {
    parts: [part(1, 20), part(2, 30)],
    total: 2,
    line: {
      stateId: 1,
      dtwinId: 10,
      dtwinTitle: 'Raum 1',
      stateKey: 'temperature',
      stateTitle: 'Temperatur',
      unit: '°C',
      points: [
        [90, 19],
        [150, 20],
      ],
      valueType: 'number',
      binMs: null,
    },
  };
  const came = (stateId: number, atMs: number, value: number): LiveValue => ({
    stateId,
    dtwinId: stateId * 10,
    key: 'temperature',
    value,
    atMs,
    status: 'ok',
  });
  const span = { fromMs: 100, toMs: 200 };

  it('replace the number and extend the line', () => {
    const next = updateValue(optionsOf({}), data, [came(1, 180, 22), came(1, 170, 21)], span);
    expect(next).toMatchObject({
      parts: [{ value: 22, atMs: 180 }, { value: 30 }],
      line: {
        points: [
          [150, 20],
          [170, 21],
          [180, 22],
        ],
      },
    });
  });

  it('change nothing if they are older, of other states, or outside the period', () => {
    const calm = { ...data, line: null };
    for (const value of [came(1, 140, 9), came(3, 180, 9), came(1, 201, 9)]) {
      expect(updateValue(optionsOf({}), calm, [value], span)).toBe(calm);
    }
  });

  it('refetch sums and means', () => {
    expect(updateValue(optionsOf({ valueDetermination: 'sum' }), data, [came(1, 180, 1)], span)).toBe('refetch');
  });
});
