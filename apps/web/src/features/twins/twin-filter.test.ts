import { describe, expect, it } from 'vitest';
import { filterQuery, isFiltered } from './twin-filter.ts';

describe('filterQuery', () => {
  it('writes several values into one field', () => {
    expect(filterQuery({ filters: { types: ['room', 'door'], tags: ['a', 'b c'] } })).toMatchObject({
      types: 'room,door',
      tags: 'a,b c',
    });
  });

  it('leaves out what the server would refuse', () => {
    const query = filterQuery({ filters: { types: ['castle'], tags: ['a;b', ' '], disabled: ['perhaps'] } });
    expect(Object.values(query).filter((value) => value !== undefined)).toEqual([]);
  });

  it('tells twins and virtual devices apart', () => {
    expect(filterQuery({ filters: { category: ['virtualDevice'] } }).category).toBe('virtualDevice');
    expect(filterQuery({ filters: { category: ['robot'] } }).category).toBeUndefined();
  });

  it('passes a yes or no on', () => {
    expect(filterQuery({ filters: { disabled: ['false'], favourites: ['true'] } })).toMatchObject({
      disabled: 'false',
      favourites: 'true',
    });
  });
});

describe('isFiltered', () => {
  it('counts search and filters, not the account', () => {
    expect(isFiltered(filterQuery({ filters: {}, tenantId: 3 }))).toBe(false);
    expect(isFiltered(filterQuery({ filters: {}, search: '' }))).toBe(false);
    expect(isFiltered(filterQuery({ filters: {}, search: 'pump' }))).toBe(true);
    expect(isFiltered(filterQuery({ filters: { types: ['room'] } }))).toBe(true);
  });
});
