import { describe, expect, it } from 'vitest';
import { relative } from '../../ui/time/time-range.ts';
import { filterOf, isOpenOnly, spanOf, withOpenOnly } from './alarm-filter.ts';

const given = (question: ReturnType<typeof filterOf>) =>
  Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined));

describe('the filter of the alarm log', () => {
  it('is empty without filters', () => expect(given(filterOf({ filters: {} }))).toEqual({}));

  it('accepts values of the address', () => {
    const filters = {
      category: ['battery', 'device'],
      status: ['unresolved'],
      severity: ['error'],
      type: ['rule'],
      operational: ['inOperation'],
      tags: ['roof'],
      groups: ['north'],
      driver: ['7'],
      device: ['12'],
      externalId: ['"EUI-7"'],
    };
    expect(given(filterOf({ search: 'empty', filters, tenantId: 3, range: relative(7, 'd') }))).toEqual({
      message: 'empty',
      categories: 'battery,device',
      status: 'unresolved',
      severity: 'error',
      type: 'rule',
      operationalStatus: 'inOperation',
      tags: 'roof',
      groups: 'north',
      driverId: 7,
      dtwinId: 12,
      externalId: '"EUI-7"',
      tenantId: 3,
      range: '7d',
    });
  });

  it('omits values that the server would refuse', () => {
    const filters = { category: ['nonsense', 'battery'], status: ['maybe'], device: ['x'], driver: ['-1'] };
    expect(given(filterOf({ filters }))).toEqual({ categories: 'battery' });
  });

  it('is limited to the twin of a page', () => {
    expect(given(filterOf({ filters: { device: ['12'] }, twinId: 5 }))).toEqual({ dtwinId: 5 });
  });
});

describe('the time span', () => {
  const atMs = Date.parse('2026-06-01T12:00:00Z');

  it('has no end if it ends now', () => {
    expect(spanOf(relative(1, 'h'), atMs, 'UTC')).toEqual({ from: '2026-06-01T11:00:00.000Z' });
  });

  it('has both ends in the past, and none by default', () => {
    const day = { kind: 'calendar', preset: 'yesterday' } as const;
    expect(spanOf(day, atMs, 'UTC')).toEqual({ from: '2026-05-31T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' });
    expect(spanOf(undefined, atMs, 'UTC')).toEqual({});
  });
});

describe('open only', () => {
  it('is a filter like any other and keeps the others', () => {
    const narrowed = withOpenOnly({ severity: ['error'], status: ['resolved'] }, true);
    expect(narrowed).toEqual({ severity: ['error'], status: ['unresolved'] });
    expect(isOpenOnly(narrowed)).toBe(true);
    expect(withOpenOnly(narrowed, false)).toEqual({ severity: ['error'] });
    expect(isOpenOnly({})).toBe(false);
  });
});
