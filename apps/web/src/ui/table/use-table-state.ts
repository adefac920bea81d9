import { useCallback, useMemo } from 'react';
import { useChoice } from '../../lib/storage.ts';
import { useSearchParams } from '../navigation/use-search-params.ts';
import { useStoredText } from '../use-stored-text.ts';
import {
  changeTableState,
  joinValues,
  splitValues,
  type TableQuery,
  type TableSort,
  type TableState,
  tableQueryOf,
  tableStateFromSearch,
  tableStateToSearch,
} from './table-state.ts';
import type { TableFilter } from './types.ts';

export interface UseTableStateOptions {
  /** Key of the list in the browser's storage. */
  name: string;
  filters?: readonly TableFilter[];
  sort?: TableSort;
  /** For a second list on the same page: prefix of its parameters in the address. */
  prefix?: string;
}

export interface TableControl {
  state: TableState;
  /** The current query of the list; also for an export of the same rows. */
  query: TableQuery;
  filters: readonly TableFilter[];
  change: (change: Partial<TableState>) => void;
  density: 'comfortable' | 'compact';
  setDensity: (density: 'comfortable' | 'compact') => void;
}

const noFilters: readonly TableFilter[] = [];

/**
 * The state of a list in the address: search, filters, sort, page, page size, columns. Page size and columns are stored
 * as well. The density is a personal preference: it is stored, but not part of a link.
 */
export function useTableState({ name, filters = noFilters, sort, prefix }: UseTableStateOptions): TableControl {
  const [search, changeSearch] = useSearchParams();
  const [pageSize, rememberPageSize] = useChoice('rowsPerPage', 20);
  const [density, setDensity] = useChoice('density', 'comfortable');
  const [columnText, rememberColumns] = useStoredText(`table.${name}.columns`);

  const options = useMemo(
    () => ({ prefix, filterIds: filters.map((filter) => filter.id), pageSize, sort }),
    [prefix, filters, pageSize, sort],
  );
  const state = useMemo(() => {
    const read = tableStateFromSearch(search, options);
    return { ...read, columns: read.columns ?? (columnText ? splitValues(columnText) : null) };
  }, [search, options, columnText]);
  const query = useMemo(() => tableQueryOf(state), [state]);

  const change = useCallback(
    (changes: Partial<TableState>) => {
      if (changes.pageSize !== undefined) rememberPageSize(changes.pageSize);
      if (changes.columns !== undefined) rememberColumns(joinValues(changes.columns ?? []));
      const next = changeTableState(state, changes);
      changeSearch(tableStateToSearch(next, { ...options, pageSize: changes.pageSize ?? options.pageSize }), {
        // Paging and filtering can be undone by "back"; typing cannot.
        replace: Object.keys(changes).every((key) => key === 'search' || key === 'columns'),
      });
    },
    [state, options, changeSearch, rememberPageSize, rememberColumns],
  );

  return { state, query, filters, change, density, setDensity };
}
