import type { Status } from '@stellwerk/contract/twin';
import type { JsonValue } from '@stellwerk/plugin/json';
import type { LiveValue, MarkerRule } from '@stellwerk/plugin/widget-web';
import { describe, expect, it } from 'vitest';
import type { MapTwin, TwinMapData } from './data.ts';
import { pointsOf, ruleFits, updated } from './markers.ts';

const rule = (operator: MarkerRule['operator'], value: string, rest: Partial<MarkerRule> = {}): MarkerRule => ({
  field: 'state',
  key: 'temp',
  operator,
  value,
  color: 'error',
  ...rest,
});
const twin = (fields: JsonValue[], { id = 7, status = 'ok' as Status } = {}): MapTwin => [
  id,
  'North',
  8,
  49,
  status,
  fields,
];
const dataOf = (...twins: MapTwin[]): TwinMapData => ({ twins, total: twins.length, unplaced: 0 });
const heard = (rest: Partial<LiveValue>): LiveValue => ({
  stateId: 1,
  dtwinId: 7,
  key: 'temp',
  value: 31,
  atMs: 0,
  status: 'ok',
  ...rest,
});

describe('a marker rule', () => {
  it.each<[MarkerRule['operator'], string, JsonValue, boolean]>([
    ['gt', '9', 10, true],
    ['gt', '9', '10', true],
    ['gt', '9.5', 9.5, false],
    ['gte', '9.5', 9.5, true],
    ['lt', '-1', -2, true],
    ['lte', '0', 0, true],
    ['eq', '1.0', 1, true],
    ['neq', '1', 1, false],
    ['eq', 'open', 'open', true],
    ['eq', 'open', 'Open', false],
    ['gt', 'b', 'c', true],
    ['eq', 'true', true, true],
    ['eq', '1', true, true],
    ['eq', '0', false, true],
    ['gt', '5', 'warm', true],
    ['eq', '{"a":1}', { a: 1 }, true],
    ['eq', '', null, false],
    ['lt', '5', null, false],
    ['neq', '5', null, true],
    ['eq', '', '', true],
  ])('%s %j of %j: %s', (operator, value, field, fits) => {
    expect(ruleFits({ operator, value }, field)).toBe(fits);
  });
});

describe('the colour of a marker', () => {
  const rules = [rule('gt', '30', { color: 'error' }), rule('gt', '20', { color: '#ffaa00' })];

  it('comes from the first matching rule', () => {
    const twins = dataOf(twin([35, 35]), twin([25, 25]), twin([5, 5]), twin([null, null]));
    expect(pointsOf(rules, twins).map(({ colour }) => colour)).toEqual(['error', '#ffaa00', undefined, undefined]);
  });

  it('changes with a new value', () => {
    const next = updated({ markerRules: rules }, dataOf(twin([5, 5])), [heard({ key: 'TEMP', value: 25 })]);
    expect(next === 'refetch' ? [] : pointsOf(rules, next)).toMatchObject([{ colour: '#ffaa00', status: 'ok' }]);
  });

  it('follows a worse status, with and without a rule', () => {
    const byStatus = [rule('eq', 'error', { field: 'status', key: '', color: 'data3' })];
    const next = updated({ markerRules: byStatus }, dataOf(twin(['ok'])), [heard({ status: 'error' })]);
    expect(next === 'refetch' ? [] : pointsOf(byStatus, next)).toMatchObject([{ colour: 'data3', status: 'error' }]);
  });
});

describe('a map with new values', () => {
  it('asks the server whether a twin has recovered', () => {
    expect(updated({ markerRules: [] }, dataOf(twin([], { status: 'error' })), [heard({ status: 'ok' })])).toBe(
      'refetch',
    );
  });

  it('stays the same object without changes', () => {
    const data = dataOf(twin([5]), twin([6], { id: 8 }));
    const rules = { markerRules: [rule('gt', '30')] };
    expect(updated(rules, data, [heard({ key: 'other', value: 99 })])).toBe(data);
    expect(updated(rules, data, [heard({ dtwinId: 9 })])).toBe(data);
    const next = updated(rules, data, [heard({ value: 99 })]);
    expect(next === 'refetch' ? undefined : next.twins[1]).toBe(data.twins[1]);
  });
});
