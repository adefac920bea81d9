import { defaultPageSize, maxPageSize } from '@stellwerk/contract/core/envelope';

export const pageSizes = [10, 20, 50, maxPageSize] as const;

export interface TableSort {
  column: string;
  descending: boolean;
}

/** The state of a list; all of it is in the address. */
export interface TableState {
  search: string;
  /** Counted from 0. */
  page: number;
  pageSize: number;
  sort: TableSort | null;
  filters: Record<string, string[]>;
  /** Ids of the visible columns if the user chose them; null for the list's default. */
  columns: string[] | null;
}

/** The query of a list to the server. */
export interface TableQuery {
  offset: number;
  limit: number;
  search?: string;
  /** Column, with a leading minus for descending order. */
  sort?: string;
  filters: Record<string, string[]>;
}

export type SearchParams = Record<string, unknown>;

export interface TableStateOptions {
  /** Distinguishes two lists on one page: their parameters begin with it. */
  prefix?: string | undefined;
  filterIds: readonly string[];
  /** The user's stored choice; the address has priority. */
  pageSize?: number | undefined;
  sort?: TableSort | null | undefined;
}

const parameter = (options: TableStateOptions, key: string) => (options.prefix ? `${options.prefix}.${key}` : key);

/** The router quotes texts that look like numbers; written as numbers they need no quotes. */
const addressValue = (text: string) => (String(Number.parseInt(text, 10)) === text ? Number(text) : text);

/** The router may have read `5` or `true` in the address as a number or boolean. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Values may contain a comma, so it is escaped with a backslash. */
export const joinValues = (values: readonly string[]) =>
  values.map((value) => value.replace(/[\\,]/g, (character) => `\\${character}`)).join(',');

export function splitValues(text: string): string[] {
  const values: string[] = [];
  let current = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '\\' && index + 1 < text.length) {
      index += 1;
      current += text.charAt(index);
    } else if (character === ',') {
      values.push(current);
      current = '';
    } else {
      current += character;
    }
  }
  return [...values, current].filter((value) => value !== '');
}

export const sortToText = (sort: TableSort) => (sort.descending ? `-${sort.column}` : sort.column);

export function sortFromText(text: string | undefined): TableSort | null {
  if (text === undefined || !/^-?[A-Za-z]+$/.test(text)) return null;
  return text.startsWith('-') ? { column: text.slice(1), descending: true } : { column: text, descending: false };
}

const pageSizeFrom = (value: string | undefined) => pageSizes.find((size) => String(size) === value);

export function tableStateFromSearch(search: SearchParams, options: TableStateOptions): TableState {
  const read = (key: string) => textOf(search[parameter(options, key)]);
  const page = Number(read('page') ?? '1');
  const remembered = pageSizeFrom(textOf(options.pageSize));
  const filters = options.filterIds.map((id): [string, string[]] => [id, splitValues(read(id) ?? '')]);
  const sortText = read('sort');
  return {
    search: read('q') ?? '',
    page: Number.isSafeInteger(page) && page >= 1 ? page - 1 : 0,
    pageSize: pageSizeFrom(read('size')) ?? remembered ?? defaultPageSize,
    sort: sortText === 'none' ? null : (sortFromText(sortText) ?? options.sort ?? null),
    filters: Object.fromEntries(filters.filter(([, values]) => values.length > 0)),
    columns: read('columns') === undefined ? null : splitValues(read('columns') ?? ''),
  };
}

/**
 * The parameters of a state; `undefined` removes one, so that defaults keep the address short. Pages after the first
 * always include the size, because the same link would show other rows to users with another stored size.
 */
export function tableStateToSearch(
  state: TableState,
  options: TableStateOptions,
): Record<string, string | number | undefined> {
  const defaults = tableStateFromSearch({}, options);
  const sortText = state.sort ? sortToText(state.sort) : 'none';
  const defaultSortText = defaults.sort ? sortToText(defaults.sort) : 'none';
  const namesSize = state.page > 0 || state.pageSize !== defaults.pageSize;
  const entries: [string, string | number | undefined][] = [
    ['q', state.search || undefined],
    ['page', state.page > 0 ? state.page + 1 : undefined],
    ['size', namesSize ? state.pageSize : undefined],
    ['sort', sortText === defaultSortText ? undefined : sortText],
    ['columns', state.columns ? joinValues(state.columns) : undefined],
    ...options.filterIds.map((id): [string, string | number | undefined] => [
      id,
      state.filters[id] ? addressValue(joinValues(state.filters[id])) : undefined,
    ]),
  ];
  return Object.fromEntries(entries.map(([key, value]) => [parameter(options, key), value]));
}

/** Every change of the result returns to the first page. */
export function changeTableState(state: TableState, change: Partial<TableState>): TableState {
  const keepsRows = Object.keys(change).every((key) => key === 'columns');
  return { ...state, ...(keepsRows ? {} : { page: 0 }), ...change };
}

export function tableQueryOf(state: TableState): TableQuery {
  return {
    offset: state.page * state.pageSize,
    limit: state.pageSize,
    ...(state.search ? { search: state.search } : {}),
    ...(state.sort ? { sort: sortToText(state.sort) } : {}),
    filters: state.filters,
  };
}

export const isNarrowed = (state: TableState) => state.search !== '' || Object.keys(state.filters).length > 0;
