import { type RuleMetric, ruleMetric } from '@stellwerk/contract/rule';
import type { HistorySeries } from '@stellwerk/contract/state-history';
import { describe, expect, it } from 'vitest';
import { groupsOf, isComparable, type LineGroup, type Mark, marksIn } from './travel-lines.ts';

const metric = (alias: string, change: object = {}): RuleMetric => ruleMetric.parse({ alias, stateId: 1, ...change });
const line = (stateId: number, unit: string, points: HistorySeries['points'] = []): HistorySeries => ({
  stateId,
  unit,
  key: '',
  title: '',
  dtwinId: 1,
  dtwinTitle: '',
  points,
  binMs: null,
});

describe('metrics on a chart', () => {
  it('share an axis if they have the same unit', () => {
    const metrics = [metric('a'), metric('b', { stateId: 2 }), metric('c', { stateId: 3 })];
    const groups = groupsOf(metrics, [line(1, '°C'), line(2, '%'), line(3, '°C')]);
    expect(groups.map(({ unit, metrics: members }) => [unit, members.map(({ alias }) => alias)])).toEqual([
      ['°C', ['a', 'c']],
      ['%', ['b']],
    ]);
  });

  it('do not share an axis if one is boolean and the other a number', () => {
    const metrics = [metric('door'), metric('count', { stateId: 2 }), metric('empty', { stateId: 3 })];
    const groups = groupsOf(metrics, [line(1, '', [[0, true]]), line(2, '', [[0, 1]]), line(3, '')]);
    expect(groups.map(({ isYesNo, metrics: members }) => [isYesNo, members.map(({ alias }) => alias)])).toEqual([
      [true, ['door']],
      [false, ['count', 'empty']],
    ]);
  });

  it('have their own axis if their values differ from those of their state', () => {
    const counted = metric('n', { operation: 'count', historyMinutes: 60 });
    const changed = metric('t', { transformer: 'return value * 2' });
    expect(groupsOf([metric('a'), counted, changed], [line(1, '°C')]).map(({ key }) => key)).toEqual([
      'unit °C',
      'metric n',
      'metric t',
    ]);
    expect(isComparable(metric('m', { operation: 'avg', historyMinutes: 60 }))).toBe(true);
    expect(isComparable(metric('m', { operation: 'count' }))).toBe(true);
  });
});

describe('marks on a chart', () => {
  it('are at the evaluated value', () => {
    const at = '2026-11-01T10:00:00.000Z';
    const mark = (result: Mark['result'], value: number | string): Mark => ({
      at,
      result,
      trigger: { kind: 'value', aliases: ['a'] },
      metrics: { a: value },
    });
    const group: LineGroup = { key: '', unit: '', isYesNo: false, metrics: [metric('a')] };
    const labels = { executed: 'fired', throttled: 'throttled' };
    expect(marksIn(group, [mark('executed', 31), mark('throttled', 'open')], labels)).toEqual([
      { atMs: Date.parse(at), value: 31, label: 'fired', look: 'error' },
      { atMs: Date.parse(at), value: null, label: 'throttled', look: 'quiet' },
    ]);
  });
});
