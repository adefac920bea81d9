import type { LiveValue, WidgetWeb } from '@stellwerk/plugin/widget-web';
import { Activity } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Answers, listeningOf, liveValuesOf, maxTopics, waitMs, workIn } from './live-values.ts';

interface Sum {
  twins: number[];
  sum: number;
}

/** Adds up numbers, and can't work in anything else. */
const adding: WidgetWeb<Record<string, unknown>, Sum> = {
  icon: Activity,
  order: 1,
  draws: 'note',
  schema: z.object({}),
  start: { size: 6, minHeightPx: 200 },
  tabs: [],
  picture: () => ({ is: 'note', key: 'nothing' }),
  listensTo: (_options, { twins }) => twins,
  update: (_options, data, values) => {
    if (values.some(({ value }) => typeof value !== 'number')) return 'refetch';
    const more = values.reduce((sum, { value }) => sum + Number(value), 0);
    return more === 0 ? data : { ...data, sum: data.sum + more };
  },
};
// The kinds of the program are handed on the same way: their own data type is known to them alone.
const web = adding as unknown as WidgetWeb;
const widget = (id: number) => ({ id, web, options: {} });
const answersOf = (...twins: number[][]): Answers =>
  new Map(twins.map((ids, index) => [index + 1, { data: { twins: ids, sum: 0 } }]));
const value = (dtwinId: number, measured: LiveValue['value']): LiveValue => ({
  stateId: 1,
  dtwinId,
  key: 'k',
  value: measured,
  atMs: 5,
  status: 'ok',
});
const span = { fromMs: 0, toMs: 10 };

describe('what is listened to', () => {
  it('is every twin of the data, once', () => {
    const { twinIds, heard, polled } = listeningOf([widget(1), widget(2)], answersOf([1, 2], [2, 3]));
    expect(twinIds).toEqual([1, 2, 3]);
    expect([...(heard.get(2) ?? [])]).toEqual([2, 3]);
    expect(polled).toEqual([]);
  });

  it('has room for so many twins; the widget beyond is read again now and then, later ones may fit', () => {
    const many = Array.from({ length: maxTopics }, (_, index) => index + 10);
    const { twinIds, polled } = listeningOf([widget(1), widget(2), widget(3)], answersOf([1], many, [2]));
    expect(polled).toEqual([2]);
    expect(twinIds).toEqual([1, 2]);
  });

  it('is nothing where a widget has no data', () => {
    const answers: Answers = new Map([[1, { error: { code: 'X', message: 'x', params: {} } }]]);
    expect(listeningOf([widget(1), widget(2)], answers)).toEqual({ twinIds: [], heard: new Map(), polled: [] });
  });
});

describe('new values', () => {
  const widgets = [widget(1), widget(2)];
  const answers = answersOf([1], [2]);
  const { heard } = listeningOf(widgets, answers);

  it('go to the widgets that show their twin', () => {
    const worked = workIn(widgets, { answers, heard, values: [value(1, 4), value(1, 5)], span });
    expect([...worked.changed]).toEqual([[1, { data: { twins: [1], sum: 9 } }]]);
    expect(worked.refetch).toEqual([]);
  });

  it('change nothing where the kind says so', () => {
    expect(workIn(widgets, { answers, heard, values: [value(1, 0), value(9, 3)], span }).changed.size).toBe(0);
  });

  it('ask for a new reading where the kind can not work them in, while others go on', () => {
    const worked = workIn(widgets, { answers, heard, values: [value(1, 'text'), value(2, 3)], span });
    expect(worked.refetch).toEqual([1]);
    expect(worked.changed.get(2)).toEqual({ data: { twins: [2], sum: 3 } });
  });

  it('carry the time they were measured at', () => {
    const change = { stateId: 3, key: 'k', value: 1, receivedAt: null, origin: null, status: 'ok' as const };
    const timestamp = '2026-01-01T00:00:00.000Z';
    expect(
      liveValuesOf(8, [
        { ...change, timestamp },
        { ...change, timestamp: null },
      ]),
    ).toMatchObject([
      { dtwinId: 8, atMs: Date.parse(timestamp) },
      { dtwinId: 8, atMs: null },
    ]);
  });
});

it('a widget is read again at once, then not before ten seconds have passed', () => {
  expect(waitMs(undefined, 1_000)).toBe(0);
  expect(waitMs(1_000, 4_000)).toBe(7_000);
  expect(waitMs(1_000, 20_000)).toBe(0);
});
