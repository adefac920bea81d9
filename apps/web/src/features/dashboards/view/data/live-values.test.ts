import type { LiveValue, WidgetWeb } from '@stellwerk/plugin/widget-web';
import { Activity } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  applyLiveValues,
  liveSubscriptionsOf,
  liveValuesOf,
  maxTopics,
  type WidgetAnswers,
  waitMs,
} from './live-values.ts';

interface Sum {
  twins: number[];
  sum: number;
}

/** Adds up numbers, and cannot process other values. */
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
// The kinds of the program are passed in the same way: only the kind itself knows its data type.
const web = adding as unknown as WidgetWeb;
const widget = (id: number) => ({ id, web, options: {} });
const answersOf = (...twins: number[][]): WidgetAnswers =>
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

describe('subscriptions', () => {
  it('include every twin of the data once', () => {
    const { twinIds, heard, polled } = liveSubscriptionsOf([widget(1), widget(2)], answersOf([1, 2], [2, 3]));
    expect(twinIds).toEqual([1, 2, 3]);
    expect([...(heard.get(2) ?? [])]).toEqual([2, 3]);
    expect(polled).toEqual([]);
  });

  it('have a maximum; a widget beyond it is polled, and later ones may fit', () => {
    const many = Array.from({ length: maxTopics }, (_, index) => index + 10);
    const { twinIds, polled } = liveSubscriptionsOf([widget(1), widget(2), widget(3)], answersOf([1], many, [2]));
    expect(polled).toEqual([2]);
    expect(twinIds).toEqual([1, 2]);
  });

  it('are empty for a widget without data', () => {
    const answers: WidgetAnswers = new Map([[1, { error: { code: 'X', message: 'x', params: {} } }]]);
    expect(liveSubscriptionsOf([widget(1), widget(2)], answers)).toEqual({ twinIds: [], heard: new Map(), polled: [] });
  });
});

describe('new values', () => {
  const widgets = [widget(1), widget(2)];
  const answers = answersOf([1], [2]);
  const { heard } = liveSubscriptionsOf(widgets, answers);

  it('are applied to the widgets that show their twin', () => {
    const worked = applyLiveValues(widgets, { answers, heard, values: [value(1, 4), value(1, 5)], span });
    expect([...worked.changed]).toEqual([[1, { data: { twins: [1], sum: 9 } }]]);
    expect(worked.refetch).toEqual([]);
  });

  it('change nothing if the kind ignores them', () => {
    expect(applyLiveValues(widgets, { answers, heard, values: [value(1, 0), value(9, 3)], span }).changed.size).toBe(0);
  });

  it('refetch a widget whose kind cannot apply them, and update the others', () => {
    const worked = applyLiveValues(widgets, { answers, heard, values: [value(1, 'text'), value(2, 3)], span });
    expect(worked.refetch).toEqual([1]);
    expect(worked.changed.get(2)).toEqual({ data: { twins: [2], sum: 3 } });
  });

  it('contain the time of their measurement', () => {
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

it('a widget is refetched at once, then not again within ten seconds', () => {
  expect(waitMs(undefined, 1_000)).toBe(0);
  expect(waitMs(1_000, 4_000)).toBe(7_000);
  expect(waitMs(1_000, 20_000)).toBe(0);
});
