import { Box, LinearProgress, Paper, useMediaQuery } from '@mui/material';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { failureOf } from '../feedback/failure.ts';
import { useDelayed } from '../feedback/use-delayed.ts';
import { SearchInput } from '../input/SearchInput.tsx';
import { LazyPart, partOf } from '../lazy-part.tsx';
import { FilterBar } from './FilterBar.tsx';
import { TableCards } from './TableCards.tsx';
import { TableFooter } from './TableFooter.tsx';
import type { TableBodyProps } from './TableGrid.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import { isNarrowed, type TableSort } from './table-state.ts';
import type { BulkAction, RenderedRow, RowId, TableColumn, TablePage, TableSource } from './types.ts';
import type { TableControl } from './use-table-state.ts';
import { ViewMenu } from './ViewMenu.tsx';

const gridPart = partOf(() => import('./TableGrid.tsx').then((module) => module.TableGrid));

export interface DataTableProps<Row> {
  /** Names the list for screen readers. */
  label: string;
  /** From `useTableState`. */
  table: TableControl;
  source: TableSource<Row>;
  /** The first column names the row. */
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => RowId;
  /** Name of a row, for screen readers. */
  rowLabel: (row: Row) => string;
  /** Path that a row opens by click, Enter or, in a new tab, by middle click. */
  rowTo?: (row: Row) => string | undefined;
  /** Names the searchable fields; absent: no search field. */
  searchPlaceholder?: string;
  bulkActions?: readonly BulkAction[];
  /** At the right of the bar, such as an export. */
  tools?: ReactNode;
  /** Shown for an empty list without filters: its purpose and how to begin. */
  empty?: ReactNode;
  /** Replaces the text about missing matches, for a list that begins with a filter. */
  noMatches?: ReactNode;
}

/** Keeps the previous page until the next one is loaded. */
function useKept<T>(value: T | undefined): T | undefined {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
}

/** Actions must not affect hidden rows: the selection is cleared when search or filters change. */
function useSelection(narrowing: string) {
  const [selected, setSelected] = useState<ReadonlySet<RowId>>(new Set());
  const [known, setKnown] = useState(narrowing);
  if (known !== narrowing) {
    setKnown(narrowing);
    setSelected(new Set());
  }
  return [selected, setSelected] as const;
}

function drawRows<Row>(page: TablePage<Row> | undefined, props: DataTableProps<Row>): RenderedRow[] {
  const { columns, rowId, rowLabel, rowTo } = props;
  return (page?.data ?? []).map((row) => ({
    id: rowId(row),
    label: rowLabel(row),
    to: rowTo?.(row),
    render: (columnId) => columns.find((column) => column.id === columnId)?.render(row),
  }));
}

const isSameRow = (one: RenderedRow, other: RenderedRow | undefined) =>
  one.id === other?.id && one.label === other.label && one.to === other.to;

/** Returns the same rows while nothing has changed, because the grid renders every cell of new rows. */
function useDrawnRows<Row>(page: TablePage<Row> | undefined, props: DataTableProps<Row>): readonly RenderedRow[] {
  const { columns } = props;
  const rows = drawRows(page, props);
  const [kept, setKept] = useState({ page, columns, rows });
  if (kept.page === page && kept.columns === columns && rows.every((row, index) => isSameRow(row, kept.rows[index]))) {
    return kept.rows;
  }
  setKept({ page, columns, rows });
  return rows;
}

/** A list of any size: paged, searched, filtered and sorted by the server, with its state in the address. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    table,
    source: useSource,
    columns,
    searchPlaceholder,
    bulkActions = [],
    tools,
    empty,
    noMatches,
  } = props;
  const { t } = useTranslation('ui');
  const { state, change, filters } = table;
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const result = useSource(table.query);
  const page = useKept(result.data);
  const isWaiting = useDelayed(result.isFetching && page !== undefined);
  const [selected, setSelected] = useSelection(JSON.stringify([state.search, state.filters]));

  const visible = useMemo(() => {
    const chosen = state.columns ?? columns.filter((column) => !column.optional).map((column) => column.id);
    return new Set([columns[0]?.id ?? '', ...chosen]);
  }, [columns, state.columns]);
  const shownColumns = useMemo(() => columns.filter((column) => visible.has(column.id)), [columns, visible]);

  // Rows were deleted, or the address has a page beyond the end: show the last page.
  const lastPage = page ? Math.max(0, Math.ceil(page.total / state.pageSize) - 1) : 0;
  const isBeyond =
    result.data !== undefined && result.data.data.length === 0 && result.data.total > 0 && state.page > lastPage;
  useEffect(() => {
    if (isBeyond) change({ page: lastPage });
  }, [isBeyond, change, lastPage]);

  const onSort = useCallback((sort: TableSort | null) => change({ sort }), [change]);
  const rows = useDrawnRows(page, props);
  const body: TableBodyProps = {
    label,
    rows,
    columns: shownColumns,
    selected,
    onSelect: bulkActions.length > 0 ? setSelected : undefined,
    sort: state.sort,
    onSort,
    density: table.density,
    offset: page?.offset ?? 0,
    limit: page?.limit ?? state.pageSize,
    total: page?.total ?? 0,
  };

  function content() {
    if (result.error && failureOf(result.error).code === 'PERMISSION_DENIED')
      return <EmptyState variant="no-permission" />;
    if (result.error) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />;
    const skeleton = <TableSkeleton rows={rows.length || state.pageSize} columns={isPhone ? 2 : shownColumns.length} />;
    if (!page) return skeleton;
    if (rows.length > 0 && isPhone) return <TableCards {...body} />;
    if (rows.length > 0) return <LazyPart part={gridPart} props={body} fallback={skeleton} />;
    if (isNarrowed(state)) return noMatches ?? <EmptyState variant="no-results" />;
    return empty ?? <EmptyState variant="nothing" />;
  }

  return (
    <Paper variant="outlined" sx={{ minWidth: 0, overflow: 'hidden' }}>
      <Box
        role="search"
        aria-label={label}
        sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 1.5, borderBottom: 1, borderColor: 'border.main' }}
      >
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {searchPlaceholder !== undefined && (
            <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 18.75rem' } }}>
              <SearchInput
                value={state.search}
                onChange={(search) => change({ search })}
                label={t('table.searchIn', { label })}
                placeholder={searchPlaceholder}
              />
            </Box>
          )}
          <FilterBar filters={filters} values={state.filters} onChange={(values) => change({ filters: values })} />
        </Box>
        <Box sx={{ display: 'flex', alignSelf: 'flex-start' }}>
          <ViewMenu
            columns={columns}
            visible={visible}
            onColumns={(ids) => change({ columns: ids })}
            density={table.density}
            onDensity={table.setDensity}
            withDensity={!isPhone}
          />
          {tools}
        </Box>
      </Box>
      <Box aria-busy={result.isFetching} sx={{ position: 'relative' }}>
        {isWaiting && (
          <LinearProgress
            aria-label={t('loading')}
            sx={{ position: 'absolute', insetInline: 0, top: 0, zIndex: 2, height: (theme) => theme.spacing(0.25) }}
          />
        )}
        {content()}
      </Box>
      {page && rows.length > 0 && !result.error && (
        <TableFooter
          selected={selected}
          bulkActions={bulkActions}
          onClearSelection={() => setSelected(new Set())}
          page={state.page}
          pageSize={state.pageSize}
          shown={rows.length}
          total={page.total}
          totalIsEstimate={page.totalIsEstimate ?? false}
          onPage={(next) => change({ page: next })}
          onPageSize={(pageSize) => change({ pageSize })}
        />
      )}
    </Paper>
  );
}
