import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeTableState,
  isNarrowed,
  joinValues,
  pageSizes,
  splitValues,
  type TableState,
  tableQueryOf,
  tableStateFromSearch,
  tableStateToSearch,
} from './table-state.ts';

const options = { filterIds: ['health', 'tag'] };
const emptyState = tableStateFromSearch({}, options);

describe('reading the address', () => {
  it('starts on the first page with 20 rows', () => {
    expect(emptyState).toEqual({ search: '', page: 0, pageSize: 20, sort: null, filters: {}, columns: null });
  });

  it('reads search, page, size, sort and filters', () => {
    const search = {
      q: 'co2',
      page: 3,
      size: '50',
      sort: '-title',
      health: 'warning,error',
      columns: 'title',
      other: 'x',
    };
    expect(tableStateFromSearch(search, options)).toEqual({
      search: 'co2',
      page: 2,
      pageSize: 50,
      sort: { column: 'title', descending: true },
      filters: { health: ['warning', 'error'] },
      columns: ['title'],
    });
  });

  it('uses defaults for invalid values', () => {
    const search = { page: '-4', size: '1000', sort: 'a;drop', q: { nested: true }, health: ',,' };
    expect(tableStateFromSearch(search, options)).toEqual(emptyState);
  });

  it('prefers the address over the remembered page size, and that over the default', () => {
    expect(tableStateFromSearch({}, { ...options, pageSize: 50 }).pageSize).toBe(50);
    expect(tableStateFromSearch({ size: 10 }, { ...options, pageSize: 50 }).pageSize).toBe(10);
    expect(tableStateFromSearch({}, { ...options, pageSize: 7 }).pageSize).toBe(20);
  });

  it('keeps two lists of one page apart', () => {
    const named = { ...options, prefix: 'packets' };
    const search = { q: 'left', 'packets.q': 'right' };
    expect(tableStateFromSearch(search, options).search).toBe('left');
    expect(tableStateFromSearch(search, named).search).toBe('right');
    expect(tableStateToSearch({ ...emptyState, search: 'new' }, named)['packets.q']).toBe('new');
  });

  it('distinguishes "unsorted on purpose" from the default order', () => {
    const sorted = { ...options, sort: { column: 'title', descending: false } };
    expect(tableStateFromSearch({}, sorted).sort?.column).toBe('title');
    const address = tableStateToSearch({ ...emptyState, sort: null }, sorted);
    expect(tableStateFromSearch(address, sorted).sort).toBeNull();
  });
});

describe('writing the address', () => {
  it('omits defaults', () => {
    const written = tableStateToSearch(emptyState, options);
    expect(Object.values(written).every((value) => value === undefined)).toBe(true);
  });

  it('reads every state it wrote', () => {
    const column = fc.stringMatching(/^[A-Za-z]{1,12}$/);
    const states: fc.Arbitrary<TableState> = fc.record({
      search: fc.string(),
      page: fc.nat(100_000),
      pageSize: fc.constantFrom(...pageSizes),
      sort: fc.option(fc.record({ column, descending: fc.boolean() })),
      filters: fc.dictionary(
        fc.constantFrom(...options.filterIds),
        fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
        { noNullPrototype: true },
      ),
      columns: fc.option(fc.array(column, { minLength: 1 })),
    });
    fc.assert(
      fc.property(states, (state) => {
        fc.pre(state.sort?.column !== 'none');
        expect(tableStateFromSearch(tableStateToSearch(state, options), options)).toEqual(state);
      }),
    );
  });

  it('contains the page size with every page number', () => {
    expect(tableStateToSearch({ ...emptyState, page: 1 }, options)).toMatchObject({ page: 2, size: 20 });
  });

  it('writes numbers as numbers, which the router does not quote', () => {
    const written = tableStateToSearch({ ...emptyState, filters: { tag: ['0'], health: ['007'] } }, options);
    expect(written).toMatchObject({ tag: 0, health: '007' });
  });

  it('keeps commas and backslashes inside values', () => {
    const values = ['a,b', 'c\\', '\\,', 'd'];
    expect(splitValues(joinValues(values))).toEqual(values);
  });
});

describe('changing and querying', () => {
  it('returns to the first page unless the page itself changes', () => {
    const state = { ...emptyState, page: 4 };
    expect(changeTableState(state, { search: 'x' }).page).toBe(0);
    expect(changeTableState(state, { page: 5 }).page).toBe(5);
    expect(changeTableState(state, { columns: ['title'] }).page).toBe(4);
  });

  it('queries by offset and limit and omits unset values', () => {
    expect(tableQueryOf({ ...emptyState, page: 2, pageSize: 50 })).toEqual({ offset: 100, limit: 50, filters: {} });
    expect(tableQueryOf({ ...emptyState, search: 'x', sort: { column: 'name', descending: true } })).toMatchObject({
      search: 'x',
      sort: '-name',
    });
  });

  it('distinguishes an empty list from a search without results', () => {
    expect(isNarrowed(emptyState)).toBe(false);
    expect(isNarrowed({ ...emptyState, search: 'x' })).toBe(true);
    expect(isNarrowed({ ...emptyState, filters: { tag: ['a'] } })).toBe(true);
  });
});
