import { describe, expect, it } from 'vitest';
import { dark, light } from '../theme/tokens.ts';
import { axisTime, intervalTime } from './axis-time.ts';
import { contrastOf, legible } from './chart-colour.ts';
import { alignedTo } from './chart-data.ts';
import { dialRooms, drop } from './gauge-layout.ts';
import { heatRange } from './heatmap-option.ts';
import { keepZoomAndLegend } from './keep-zoom-and-legend.ts';
import { axesOf } from './value-axes.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const berlin = { locale: 'de-DE', zone: 'Europe/Berlin' };

describe('times below a chart', () => {
  it('name the day at midnight of the zone, months over a year, seconds within minutes', () => {
    const day = axisTime(berlin, dayMs);
    expect([day(Date.UTC(2026, 0, 1, 23)), day(Date.UTC(2026, 0, 1, 11))]).toEqual(['2.1.', '12:00']);
    const year = axisTime(berlin, 400 * dayMs);
    expect([year(Date.UTC(2025, 11, 31, 23)), year(Date.UTC(2026, 4, 31, 22))]).toEqual(['2026', 'Jun']);
    expect(axisTime(berlin, 60_000)(Date.UTC(2026, 0, 1, 11, 0, 5))).toBe('12:00:05');
  });

  it('follow a pattern in the time zone and the language', () => {
    const textOf = axisTime({ ...berlin, pattern: 'ddd DD.MM. HH:mm Z' }, dayMs);
    expect(textOf(Date.UTC(2026, 6, 1, 22, 30))).toBe('Do. 02.07. 00:30 +02:00');
    expect(axisTime({ locale: 'en-GB', zone: 'UTC', pattern: 'MMM D' }, dayMs)(0)).toBe('Jan 1');
  });

  it('name a bar by its day, or by its hour and zone', () => {
    expect(intervalTime(berlin, dayMs - hourMs)(Date.UTC(2026, 2, 28, 23))).toBe('So., 29.3.2026');
    expect(intervalTime(berlin, hourMs)(Date.UTC(2026, 0, 1, 11))).toMatch(/1\.1\.2026, 12:00 MEZ/);
  });
});

describe("a user's own colours", () => {
  it.each([
    ['light', light],
    ['dark', dark],
  ])('have enough contrast in %s mode', (_mode, { surface, text }) => {
    for (const hex of ['#ffffff', '#000000', '#ffff00', '#101820', '#7f7f7f', '#00ff00']) {
      expect(contrastOf(legible(hex, { surface, text }), surface)).toBeGreaterThanOrEqual(3);
    }
  });

  it('stay unchanged where the contrast suffices', () => {
    expect(legible('#bf3429', light)).toBe('#bf3429');
  });
});

it('gives one axis to one unit, two to two, and one without a label to more', () => {
  const unitsOf = (...units: string[]) => axesOf(units.map((unit) => ({ unit }))).units;
  expect([unitsOf('a', 'a'), unitsOf('a', 'b'), unitsOf('a', 'b', 'c')]).toEqual([['a'], ['a', 'b'], [undefined]]);
  expect(axesOf([{ unit: 'a' }, { unit: 'b' }]).indexOf('b')).toBe(1);
});

describe('stacked lines', () => {
  const points = [
    [0, 0],
    [10, 10],
    [50, 50],
  ] as const;
  it('have a value at the times of the other lines, but none in gaps or beyond their ends', () => {
    const aligned = alignedTo([0, 5, 10, 30, 50, 60], points, { isJoined: true, gapAfterMs: 20 });
    expect(aligned.map(([, value]) => value)).toEqual([0, 5, 10, null, 50, null]);
  });

  it('of bars contain only measured values', () => {
    const aligned = alignedTo([0, 5, 10], points, { isJoined: false, gapAfterMs: undefined });
    expect(aligned.map(([, value]) => value)).toEqual([0, null, 10]);
  });
});

describe('dials', () => {
  it.each([1, 2, 3, 5, 12])('of %i fit into the available size and do not overlap', (count) => {
    const rooms = dialRooms({ width: 500, height: 200, count, rim: 10, foot: 20 });
    expect(rooms.length).toBe(count);
    for (const { centerX, centerY, radius } of rooms) {
      expect([centerX - radius >= 0, centerX + radius <= 500]).toEqual([true, true]);
      expect([centerY - radius >= 0, centerY + radius * drop <= 200]).toEqual([true, true]);
    }
    for (const one of rooms) {
      for (const other of rooms) {
        const isApart =
          Math.abs(one.centerX - other.centerX) >= 2 * one.radius ||
          Math.abs(one.centerY - other.centerY) >= one.radius;
        expect(one === other || isApart).toBe(true);
      }
    }
  });
});

it('has a heat scale even for one value, or for swapped ends', () => {
  const model = { kind: 'heatmap', columns: [], rows: [], cells: [[0, 0, 5]] } as const;
  expect(heatRange(model)).toEqual({ least: 5, most: 6 });
  expect(heatRange({ ...model, lowest: 10, highest: 2 })).toEqual({ least: 10, most: 11 });
  expect(heatRange({ ...model, lowest: 0, highest: 20 })).toEqual({ least: 0, most: 20 });
});

it('keeps zoom and hidden series when new values arrive', () => {
  const next = { dataZoom: [{ type: 'inside' }], legend: { type: 'scroll' }, series: [] };
  const shown = { dataZoom: [{ type: 'inside', start: 20, end: 40 }], legend: [{ selected: { a: false } }] };
  expect(keepZoomAndLegend(next, shown)).toEqual({
    dataZoom: [{ type: 'inside', start: 20, end: 40 }],
    legend: { type: 'scroll', selected: { a: false } },
    series: [],
  });
  expect(keepZoomAndLegend({ series: [] }, shown)).toEqual({ series: [] });
  expect(keepZoomAndLegend(next, undefined)).toBe(next);
});
