import type { WidgetSeries } from '@stellwerk/contract/widget';
import type { LiveValue, Picture } from '@stellwerk/plugin/widget-web';
import { describe, expect, it } from 'vitest';
import type { ChartData } from './data.ts';
import { determine } from './determine.ts';
import { updateChart } from './live.ts';
import { manifest } from './manifest.ts';
import { web } from './web.tsx';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const zone = 'Europe/Berlin';
const fromMs = Date.UTC(2026, 2, 2);

const line = (points: WidgetSeries['points'], more: Partial<WidgetSeries> = {}): WidgetSeries => ({
  stateId: 1,
  dtwinId: 7,
  dtwinTitle: 'Raum 1',
  stateKey: 'co2',
  stateTitle: 'CO₂',
  unit: 'ppm',
  valueType: 'number',
  points,
  binMs: null,
  ...more,
});

const inputOf = (options: object, series: WidgetSeries[], truncated = false) => ({
  options: manifest.options.parse({ data: { states: ['co2'] }, ...options }),
  data: { series, truncated },
  span: { fromMs, toMs: fromMs + dayMs, zone },
  parameters: new Map([['room', 'Aula']]),
  locale: 'de-DE',
  t: (key: string) => key,
});

function modelOf(options: object, series: WidgetSeries[]) {
  const picture: Picture = web.picture(inputOf(options, series));
  if (picture.is !== 'chart') throw new Error(`is ${picture.is}`);
  return picture.model;
}

describe('names of lines', () => {
  it('are filled from the template, and numbered if they would be equal', () => {
    const series = [line([[fromMs, 1]]), line([[fromMs, 2]], { stateId: 2 })];
    const model = modelOf({ label: '{{param.room}} {{state.key}} {{nonsense}}' }, series);
    expect(model).toMatchObject({ series: [{ name: 'Aula co2' }, { name: 'Aula co2 (2)' }] });
    expect(web.warnings?.(inputOf({ label: 'x' }, series))).toEqual([{ key: 'warning.labels', isBlocking: true }]);
    expect(web.warnings?.(inputOf({}, series.slice(0, 1)))).toEqual([]);
  });

  it('stay unique for numbered names and for names of object properties', () => {
    const names = ['a', 'a (2)', 'a', '__proto__', '__proto__'];
    const series = names.map((dtwinTitle) => line([[fromMs, 1]], { dtwinTitle }));
    expect(modelOf({ label: '{{twin.title}}' }, series)).toMatchObject({
      series: [{ name: 'a' }, { name: 'a (2)' }, { name: 'a (3)' }, { name: '__proto__' }, { name: '__proto__ (2)' }],
    });
  });
});

describe('an empty chart', () => {
  it.each([
    [{ data: {} }, [], 'note.noStates'],
    [{}, [], 'note.noTwins'],
    [{}, [line([])], 'note.noValues'],
  ])('shows the reason: %j', (options, series, key) => {
    expect(web.picture(inputOf(options, series))).toEqual({ is: 'note', key });
  });
});

describe('lines and bars', () => {
  it('joins nothing across a missing interval', () => {
    const aggregated = modelOf({ data: { states: ['co2'], aggregate: true, interval: '1h' } }, [line([[fromMs, 1]])]);
    expect(aggregated).toMatchObject({ kind: 'time', series: [{ gapAfterMs: 1.6 * hourMs }] });
  });

  it('renders booleans as steps between words, also after they have become 0 and 1', () => {
    const door = line([[fromMs, 0]], { unit: '', valueType: 'boolean' });
    const step = { shape: 'step', smooth: false, answers: { no: 'no', yes: 'yes' } };
    expect(modelOf({ lineSmooth: true }, [door])).toMatchObject({ series: [step] });
    expect(modelOf({ lineSmooth: true }, [door, line([[fromMs, 21]])])).toMatchObject({
      series: [step, { shape: 'line', smooth: true, answers: undefined }],
    });
    const aggregated = (fn: string) => ({ data: { states: ['co2'], aggregate: true, function: fn } });
    expect(modelOf(aggregated('max'), [door])).toMatchObject({ series: [step] });
    // The mean of booleans is a share.
    expect(modelOf(aggregated('avg'), [door])).toMatchObject({ series: [{ shape: 'line', answers: undefined }] });
    // A number that happens to be 0 or 1 may be a count.
    expect(modelOf({}, [line([[fromMs, 1]], { unit: '' })])).toMatchObject({
      series: [{ shape: 'step', answers: { no: '0', yes: '1' } }],
    });
  });

  it('keeps the position of intervals without a value, also for a day of 23 hours', () => {
    // Clocks in Berlin go forward on 29 March 2026.
    const [first, third] = [Date.UTC(2026, 2, 27, 23), Date.UTC(2026, 2, 29, 22)];
    const options = { chartType: 'bar', data: { states: ['co2'], aggregate: true, interval: '1d' } };
    expect(
      modelOf(options, [
        line([
          [first, 1],
          [third, 3],
        ]),
      ]),
    ).toMatchObject({
      kind: 'bar',
      startsMs: [first, expect.any(Number), third],
      series: [{ values: [1, null, 3] }],
    });
  });
});

describe('a gauge', () => {
  it('begins each colour at its value, in any order of input', () => {
    const gauge = {
      min: 0,
      max: 50,
      thresholds: [
        { value: 40, color: 'error' },
        { value: 20, color: '#ff0000' },
      ],
    };
    expect(modelOf({ chartType: 'gauge', gauge }, [line([[fromMs, 30]])])).toMatchObject({
      dials: [{ value: 30, unit: 'ppm' }],
      bands: [
        { to: 20, colour: 'primary' },
        { to: 40, colour: '#ff0000' },
        { to: 50, colour: 'error' },
      ],
    });
  });

  it.each([
    ['min', 1],
    ['max', 5],
    ['sum', 8],
    ['average', 8 / 3],
    ['earliest', 5],
    ['latest', 1],
  ] as const)('shows the %s', (way, wanted) => {
    expect(
      determine(
        [
          [2, 2],
          [1, 5],
          [3, 1],
        ],
        way,
      ),
    ).toBe(wanted);
    expect(determine([], way)).toBeNull();
  });
});

describe('a heatmap', () => {
  const cellsOf = (layout: string, points: WidgetSeries['points']) => {
    const model = modelOf({ chartType: 'heatmap', heatmap: { layout } }, [line(points)]);
    if (model.kind !== 'heatmap') throw new Error(`is ${model.kind}`);
    return { ...model, filled: model.cells.filter(([, , value]) => value !== null) };
  };

  it('puts values at the local time of the viewer, Monday first', () => {
    // A Monday, one o'clock in the morning in Berlin.
    const { rows, filled } = cellsOf('weekdayByHour', [
      [Date.UTC(2026, 2, 2), 4],
      [Date.UTC(2026, 2, 9), 6],
    ]);
    expect(rows).toEqual(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']);
    expect(filled).toEqual([[1, 0, 5]]);
  });

  it('contains both values of the repeated hour, and none of the skipped one', () => {
    const night = (month: number, day: number) =>
      Array.from({ length: 4 }, (_, hour): [number, number] => [Date.UTC(2026, month, day, hour - 1), hour]);
    expect(cellsOf('dayByHour', night(9, 25)).filled).toEqual([
      [1, 0, 0],
      [2, 0, 1.5],
      [3, 0, 3],
    ]);
    expect(cellsOf('dayByHour', night(2, 29)).filled.map(([hour]) => hour)).toEqual([0, 1, 3, 4]);
  });

  it('has a row per line and a column per day, including those without values', () => {
    const { rows, columns } = cellsOf('seriesByDay', [
      [fromMs, 1],
      [fromMs + 2 * dayMs, 2],
    ]);
    expect([rows, columns]).toEqual([['Raum 1 · CO₂'], ['2.3.', '3.3.', '4.3.']]);
  });
});

describe('new values', () => {
  const span = { fromMs: 100, toMs: 200 };
  const came = (atMs: number | null, value: LiveValue['value'], stateId = 1): LiveValue => ({
    stateId,
    dtwinId: 7,
    key: 'co2',
    value,
    atMs,
    status: 'ok',
  });
  const update = (options: object, series: WidgetSeries[], values: LiveValue[]) => {
    const data: ChartData = { series, truncated: false };
    const answer = updateChart(manifest.options.parse({ data: { states: ['co2'] }, ...options }), data, values, span);
    return answer === 'refetch' ? answer : answer === data ? 'same' : answer.series.map(({ points }) => points);
  };

  it('are appended to their line; values outside the period are removed', () => {
    expect(
      update(
        {},
        [
          line([
            [90, 1],
            [150, 2],
          ]),
        ],
        [came(180, 4), came(160, 3), came(160, 3.5)],
      ),
    ).toEqual([
      [
        [150, 2],
        [160, 3.5],
        [180, 4],
      ],
    ]);
    expect(
      update(
        {},
        [
          line([
            [150, 2],
            [170, 3],
          ]),
        ],
        [came(160, 9)],
      ),
    ).toEqual([
      [
        [150, 2],
        [160, 9],
        [170, 3],
      ],
    ]);
  });

  it('change nothing if they are outside the period, of other states, without a time, or not numbers', () => {
    const values = [came(99, 1), came(201, 1), came(150, 1, 2), came(null, 1), came(150, 'text'), came(150, null)];
    expect(update({}, [line([[150, 2]])], values)).toBe('same');
  });

  it('replace the value of a gauge, and refetch everything computed from several values', () => {
    expect(update({ chartType: 'gauge' }, [line([[150, 2]])], [came(160, 3)])).toEqual([[[160, 3]]]);
    expect(update({ chartType: 'gauge' }, [line([[150, 2]])], [came(140, 3)])).toBe('same');
    for (const options of [
      { chartType: 'gauge', gauge: { valueDetermination: 'max' } },
      { chartType: 'heatmap' },
      { data: { states: ['co2'], aggregate: true } },
    ]) {
      expect(update(options, [line([[150, 2]])], [came(160, 3)])).toBe('refetch');
      expect(update(options, [line([[150, 2]])], [came(160, 3, 9)])).toBe('same');
    }
  });
});

it('exports every value with its time, label and unit', () => {
  expect(
    web.csv?.(
      inputOf({}, [
        line([
          [fromMs, 1.5],
          [fromMs + 1, true],
        ]),
      ]),
    ),
  ).toEqual([
    ['csv.time', 'csv.label', 'csv.unit', 'csv.value'],
    ['2026-03-02T00:00:00.000Z', 'Raum 1 · CO₂', 'ppm', 1.5],
    ['2026-03-02T00:00:00.001Z', 'Raum 1 · CO₂', 'ppm', 'true'],
  ]);
});

it('passes plain data to code: lines, parameters and the period', () => {
  const picture = web.picture(inputOf({ chartType: 'custom', generator: 'return {}' }, [line([[fromMs, 1]])]));
  expect(picture).toMatchObject({
    is: 'code',
    code: 'return {}',
    data: {
      data: [{ dtwinTitle: 'Raum 1', stateKey: 'co2', points: [[fromMs, 1]] }],
      params: { room: 'Aula' },
      dateRange: { start: fromMs, end: fromMs + dayMs },
    },
  });
});
