import { describe, expect, it } from 'vitest';
import { categoryModel, dayModel, spanOfDay } from './alarm-charts.ts';

const names = { category: (name: string) => name.toUpperCase(), error: 'Errors', warning: 'Warnings' };

describe('the chart by category', () => {
  it('stacks severities and omits those without alarms', () => {
    const { model, categories } = categoryModel(
      [
        { category: 'battery', error: 1, warning: 2 },
        { category: 'device', error: 0, warning: 0 },
        { category: 'unknown', error: 3, warning: 0 },
      ],
      names,
    );
    expect(categories).toEqual(['battery', 'unknown']);
    expect(model?.categories).toEqual(['BATTERY', 'UNKNOWN']);
    expect(model?.series.map(({ status, values }) => [status, values])).toEqual([
      ['error', [1, 3]],
      ['warning', [2, 0]],
    ]);
  });

  it('is empty without alarms', () => expect(categoryModel([], names).model).toBeUndefined());
});

describe('the chart by day', () => {
  const words = { day: (day: string) => day, created: 'New', resolved: 'Resolved' };

  it('keeps days without alarms between others', () => {
    const model = dayModel(
      [
        { day: '2026-06-01', created: 1, resolved: 0 },
        { day: '2026-06-02', created: 0, resolved: 0 },
        { day: '2026-06-03', created: 0, resolved: 1 },
      ],
      words,
    );
    expect(model?.categories).toHaveLength(3);
    expect(model?.series.map(({ values }) => values)).toEqual([
      [1, 0, 0],
      [0, 0, 1],
    ]);
  });

  it('is empty without changes', () => {
    expect(dayModel([{ day: '2026-06-01', created: 0, resolved: 0 }], words)).toBeUndefined();
  });
});

describe('the span of a day', () => {
  it.each([
    ['2026-06-01', 24],
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('%s has %i hours in Berlin', (day, hours) => {
    const span = spanOfDay(day, 'Europe/Berlin');
    if (span.kind !== 'absolute') throw new Error('absolute expected');
    expect((span.toMs - span.fromMs) / 3_600_000).toBe(hours);
  });
});
