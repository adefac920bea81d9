import { describe, expect, it } from 'vitest';
import { apiFilterOf, filterOf } from './device-filter.ts';

const given = (value: object) => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));

describe('filterOf', () => {
  it('writes several values into one field', () => {
    expect(given(filterOf({ filters: { health: ['warning', 'error'], tags: ['a', 'b c'], groups: ['g'] } }))).toEqual({
      health: 'warning,error',
      tags: 'a,b c',
      groups: 'g',
    });
  });

  it('leaves out what the server would refuse', () => {
    const filters = {
      health: ['splendid'],
      status: ['lost'],
      tags: ['a;b'],
      connector: ['x'],
      driver: ['-1'],
      disabled: ['perhaps'],
      silent: ['forever'],
      match: ['XOR'],
    };
    expect(given(filterOf({ filters }))).toEqual({});
  });

  it('prefers the account of the filter to the one that somebody works in', () => {
    expect(filterOf({ filters: {}, tenantId: 3 }).tenantId).toBe(3);
    expect(filterOf({ filters: { account: ['7'] }, tenantId: 3 }).tenantId).toBe(7);
  });
});

describe('apiFilterOf', () => {
  it('counts silence back from now', () => {
    const now = Date.parse('2026-03-02T12:00:00Z');
    const wire = apiFilterOf(filterOf({ search: '"70B3"', filters: { silent: ['24h'], match: ['OR'] } }), now);
    expect(given(wire)).toEqual({
      search: '"70B3"',
      search_operator: 'OR',
      silentSince: '2026-03-01T12:00:00.000Z',
    });
  });
});
