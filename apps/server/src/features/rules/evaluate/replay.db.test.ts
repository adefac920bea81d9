import { describe, expect, it } from 'vitest';
import type { Zone } from './area.ts';
import type { MetricPoints } from './metric.ts';
import { loadSeries } from './replay/series.ts';
import { day, everything, hourMs, ruleWith, useReplay } from './testing/replay.fixture.ts';
import { minuteMs } from './testing/rules.fixture.ts';

const { history, replay, stateWith } = useReplay();

describe('replaying', () => {
  it('reads packed days and open ones, and what was known before the span', async () => {
    const points = Array.from({ length: 300 }, (_, index) => [day - hourMs + index * minuteMs, index] as const);
    const series = await stateWith(points);
    await history().pack(day);
    const rule = ruleWith([series], {
      metrics: [{ alias: 'a', stateId: series, operation: 'sum', historyCount: 100 }],
      conditions: { mode: 'tree', tree: { op: 'when', metric: 'a', cmp: 'gt', value: 20_000 } },
    });
    const result = await replay(rule, { ...everything, from: day });
    expect(result).toMatchObject({ points: 240, evaluations: 240, marks: { length: result.results.executed } });
    // The sum of the last hundred up to n is 100 n - 4950.
    const since = new Date(day - hourMs + 250 * minuteMs).toISOString();
    expect(result.marks[0]).toMatchObject({ at: since, metrics: { a: 20_050 } });
    expect(result.spans).toEqual([{ from: since, to: new Date(everything.to).toISOString() }]);
  });

  it('joins what was measured at one moment, and reports the trigger', async () => {
    const both = await stateWith([
      [day, 1],
      [day + 1, 2],
    ]);
    const other = await stateWith([
      [day + 1, 5],
      [day + 2, 6],
    ]);
    const rule = ruleWith([both, other], {
      metrics: [
        { alias: 'a', stateId: both },
        { alias: 'b', stateId: both, historyCount: 3 },
        { alias: 'c', stateId: other },
      ],
    });
    const { marks } = await replay(rule, everything);
    expect(marks.map(({ trigger, metrics }) => [trigger, metrics])).toEqual([
      [
        { kind: 'value', aliases: ['a', 'b'] },
        { a: 1, b: [1], c: null },
      ],
      [
        { kind: 'value', aliases: ['a', 'b', 'c'] },
        { a: 2, b: [1, 2], c: 5 },
      ],
      [
        { kind: 'value', aliases: ['c'] },
        { a: 2, b: [1, 2], c: 6 },
      ],
    ]);
  });

  it('follows its time triggers through the spring night, with the values of then', async () => {
    const series = await stateWith([
      [day + 12 * hourMs, 1],
      [day + 36 * hourMs, 2],
    ]);
    const rule = ruleWith([series], {
      metrics: [{ alias: 'a', stateId: series }],
      onlyTimeTriggers: true,
      timeTriggers: [
        { hour: 2, minute: 30, zone: 'Europe/Berlin' },
        { hour: 0, minute: 30, zone: 'UTC' },
      ],
    });
    const { marks, points } = await replay(rule, { ...everything, to: day + 72 * hourMs });
    expect(points).toBe(2);
    expect(marks.map(({ at, trigger, metrics }) => [at, trigger.kind, metrics.a])).toEqual([
      ['2026-03-28T00:30:00.000Z', 'time', null],
      ['2026-03-28T01:30:00.000Z', 'time', null],
      ['2026-03-29T00:30:00.000Z', 'time', 1],
      ['2026-03-29T01:00:00.000Z', 'time', 1],
      ['2026-03-30T00:30:00.000Z', 'time', 2],
    ]);
  });

  it('follows the way of the twin, and wakes up when a dwell time is over', async () => {
    const zone: Zone = {
      id: 5,
      title: 'Yard',
      polygon: { kind: 'circle', radiusMeters: 1_000 },
      latitude: 49,
      longitude: 8,
    };
    const at = (hours: number, longitude: number) => ({ latitude: 49, longitude, atMs: day + hours * hourMs });
    const rule = ruleWith([], {
      geofenceTriggers: [
        { dtwinId: 5, mode: 'enter' },
        { dtwinId: 5, mode: 'dwelltime', durationHours: 2 },
      ],
    });
    const positions = async () => [at(-1, 9), at(1, 8), at(6, 9), at(7, 8), at(8, 9)];
    const { marks } = await replay(rule, { ...everything, zones: new Map([[5, zone]]), positions });
    const named = marks.map(({ at: moment, trigger }) => [moment, trigger.kind === 'geofence' && trigger.mode]);
    expect(named).toEqual([
      ['2026-03-28T01:00:00.000Z', 'enter'],
      ['2026-03-28T03:00:00.000Z', 'dwelltime'],
      ['2026-03-28T07:00:00.000Z', 'enter'],
    ]);
  });

  it('keeps the executions where there are too many marks, and says that it cut', async () => {
    const values = Array.from({ length: 5_000 }, (_, index) => [day + index * 1_000, index % 2] as const);
    const series = await stateWith(values);
    const rule = ruleWith([series], {
      metrics: [{ alias: 'a', stateId: series }],
      conditions: { mode: 'tree', tree: { op: 'when', metric: 'a', cmp: 'eq', value: 1 } },
      throttleHours: 0.5,
    });
    const result = await replay(rule, everything);
    expect(result.results).toMatchObject({ executed: 3, throttled: 2_497, notMet: 2_500 });
    expect(result).toMatchObject({ isCut: true, marks: { length: 2_000 }, spans: { length: 2_000 } });
    expect(result.marks.filter((mark) => mark.result === 'executed')).toHaveLength(3);
    expect(result.marks.map(({ at }) => at)).toEqual(result.marks.map(({ at }) => at).toSorted());
    expect(result.spans[0]).toEqual({
      from: new Date(day + 1_000).toISOString(),
      to: new Date(day + 2_000).toISOString(),
    });
  });

  it('looks at the newest points where there are too many, and back from there', async () => {
    const minutes = (count: number, offset: number): MetricPoints =>
      Array.from({ length: count }, (_, index) => [day + index * minuteMs + offset, index]);
    const [first, second] = [await stateWith(minutes(100, 0)), await stateWith(minutes(100, 1))];
    const { metrics } = ruleWith([first, second], {
      metrics: [
        { alias: 'a', stateId: first, historyCount: 3 },
        { alias: 'b', stateId: second, historyMinutes: 5, operation: 'avg' },
      ],
    });
    const span = { history: history(), metrics, from: day, to: day + 24 * hourMs };
    const all = await loadSeries({ ...span, limit: 200 });
    expect([all.points, all.fromMs]).toEqual([200, day]);
    const cut = await loadSeries({ ...span, limit: 21 });
    expect([cut.points, cut.fromMs]).toEqual([21, day + 89 * minuteMs + 1]);
    const [one, other] = [cut.byState.get(first), cut.byState.get(second)];
    expect([one?.first, [...(one?.number ?? [])].slice(0, 4)]).toEqual([3, [87, 88, 89, 90]]);
    // Five minutes before the beginning of the span.
    expect([other?.first, [...(other?.number ?? [])].slice(0, 6)]).toEqual([5, [84, 85, 86, 87, 88, 89]]);
  });
});
