import {
  type FilterOperator,
  filterAttributes,
  filterCondition,
  filterOperators,
} from '@stellwerk/contract/flow-filter';
import { describe, expect, it } from 'vitest';
import { compileCondition, compileConditions, type Looked } from './condition.ts';

const now = Date.UTC(2026, 0, 1, 12);
const event: Looked = {
  value: 21.5,
  meta: {
    timestamp: '2026-01-01T11:30:00.000Z',
    dtwin_id: 7,
    dtwin_title: ' Boiler ',
    unit: '°C',
    twin_tags: ['north', 'heat'],
    twin_key_value: { room: '7', owner: 'Stadtwerke' },
    twin_ancestor_ids: [3, 5],
    geolocation: { latitude: 53.5, longitude: 10 },
    source_identifier: null,
  },
};

const check = (attribute: (typeof filterAttributes)[number], operator: FilterOperator, value = '') =>
  compileCondition({ attribute, operator, value })(event, now);

describe('a condition', () => {
  it.each<[(typeof filterAttributes)[number], FilterOperator, string, boolean]>([
    ['value', 'equals', '21.50', true],
    ['value', 'equals', '21', false],
    ['dtwin_id', 'equals', ' 7 ', true],
    ['dtwin_title', 'equals', 'Boiler', true],
    ['dtwin_title', 'equals', 'boiler', false],
    ['unit', 'notEquals', '°F', true],
    ['unit', 'notEquals', '°C', false],
    ['source_identifier', 'notEquals', 'x', true],
    ['source_identifier', 'equals', 'null', false],
    ['value', 'greaterThan', '21', true],
    ['value', 'greaterThan', '21.5', false],
    ['value', 'lessThan', '100', true],
    ['unit', 'lessThan', 'z', false],
    ['timestamp', 'greaterThan', '2026-01-01T11:00:00Z', true],
    ['timestamp', 'lessThan', '2026-01-01', false],
    ['twin_tags', 'contains', 'heat', true],
    ['twin_tags', 'contains', 'north,heat', true],
    ['twin_tags', 'contains', 'south', false],
    ['twin_tags', 'equals', 'north,heat', true],
    ['twin_key_value', 'contains', '"room":"7"', true],
    ['twin_key_value', 'notContains', 'Hamburg', true],
    ['twin_ancestor_ids', 'contains', '5', true],
    ['parser_variable', 'notContains', 'x', true],
    ['source_identifier', 'isNull', '', true],
    ['parser_variable', 'isNull', '', true],
    ['geolocation', 'isNull', '', false],
    ['geolocation', 'isNotNull', '', true],
    ['value', 'valueOlderThan', '29', true],
    ['value', 'valueOlderThan', '30', false],
    ['timestamp', 'valueOlderThan', '31', false],
  ])('%s %s %j is %s', (attribute, operator, value, isMet) => {
    expect(check(attribute, operator, value)).toBe(isMet);
  });

  it('of any attribute and operator gives a result for every kind of value', () => {
    const values = [null, true, 0, '', 'x', [1, ['a']], [{ a: 1 }], { a: [1] }];
    for (const attribute of filterAttributes) {
      for (const operator of filterOperators) {
        for (const value of values) {
          const looked = { meta: { ...event.meta, [attribute]: value }, value };
          expect(compileCondition({ attribute, operator, value: '1' })(looked, now)).toBeTypeOf('boolean');
        }
      }
    }
  });

  it('needs a value, except where there is nothing to compare with', () => {
    const isValid = (operator: FilterOperator, value: string) =>
      filterCondition.safeParse({ attribute: 'unit', operator, value }).success;
    expect([isValid('equals', ' '), isValid('isNull', ''), isValid('contains', 'x')]).toEqual([false, true, true]);
    expect([isValid('valueOlderThan', 'old'), isValid('valueOlderThan', '-1')]).toEqual([false, false]);
    expect(isValid('valueOlderThan', '0.5')).toBe(true);
  });
});

it('combines conditions by all or any', () => {
  const conditions = [
    { attribute: 'unit' as const, operator: 'equals' as const, value: '°C' },
    { attribute: 'value' as const, operator: 'greaterThan' as const, value: '30' },
  ];
  expect(compileConditions({ match: 'all', conditions })(event, now)).toBe(false);
  expect(compileConditions({ match: 'any', conditions })(event, now)).toBe(true);
});
