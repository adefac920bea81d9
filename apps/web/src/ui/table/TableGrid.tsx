import { Box } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { DataGrid, type GridColDef, type GridEventListener, type GridLocaleText } from '@mui/x-data-grid';
import { deDE, enUS } from '@mui/x-data-grid/locales';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../navigation/InternalLink.tsx';
import { isPlainClick, useNavigation } from '../navigation/use-navigation.ts';
import { sizes } from '../theme/tokens.ts';
import type { TableSort } from './table-state.ts';
import type { RenderedColumn, RenderedRow, RowId } from './types.ts';

export interface TableBodyProps {
  label: string;
  rows: readonly RenderedRow[];
  /** The visible columns. */
  columns: readonly RenderedColumn[];
  selected: ReadonlySet<RowId>;
  /** Absent if there are no actions on a selection. */
  onSelect: ((selected: Set<RowId>) => void) | undefined;
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
  density: 'comfortable' | 'compact';
  /** Offset of the shown page, which may still be the previous one. */
  offset: number;
  limit: number;
  total: number;
}

const rowHeights = { comfortable: sizes.unit * 5.75, compact: sizes.unit * 4.5 };
const headerHeight = sizes.unit * 4.5;
const defaultWidth = 18;

const gridTexts = (language: string | undefined): Partial<GridLocaleText> =>
  (language === 'en' ? enUS : deDE).components.MuiDataGrid.defaultProps.localeText;

const isInteractive = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

function gridStyle(theme: Theme) {
  const { border, text, background, primary } = theme.vars?.palette ?? theme.palette;
  const mutedVariable = /--[\w-]+/.exec(text.muted)?.[0];
  return {
    border: 0,
    borderRadius: 0,
    fontSize: 'inherit',
    '&.MuiDataGrid-root': { '--DataGrid-rowBorderColor': border.main },
    '& .MuiDataGrid-columnHeader, & .MuiDataGrid-filler, & .MuiDataGrid-scrollbarFiller': {
      borderBottom: `1px solid ${border.main} !important`,
    },
    '--DataGrid-t-header-background-base': background.paper,
    '& .MuiDataGrid-columnHeader': {
      px: 1.5,
      '&:focus, &:focus-within': { outlineColor: primary.main, outlineOffset: '-2px' },
    },
    '& .MuiDataGrid-columnHeaderTitle': {
      fontWeight: 500,
      fontSize: theme.typography.body2.fontSize,
      color: text.secondary,
    },
    '& .MuiDataGrid-columnSeparator': { opacity: 0 },
    '& .MuiDataGrid-columnHeaders:hover .MuiDataGrid-columnSeparator': { opacity: 1 },
    '& .MuiDataGrid-cell': {
      px: 1.5,
      display: 'flex',
      alignItems: 'center',
      lineHeight: theme.typography.body1.lineHeight,
      '&:focus, &:focus-within': { outline: 'none' },
      '&:focus-visible': { outline: `2px solid ${primary.main}`, outlineOffset: '-2px' },
    },
    // Compact rows have space for one line only.
    '&.compact [data-title-cell]': {
      display: 'flex',
      alignItems: 'baseline',
      gap: 1,
      '& > :last-child': { flexShrink: 10 },
    },
    '& .MuiDataGrid-cell--textRight': { justifyContent: 'flex-end', fontVariantNumeric: 'tabular-nums' },
    '& .MuiCheckbox-root:not(.Mui-checked):not(.MuiCheckbox-indeterminate)': { color: text.muted },
    '& .MuiCheckbox-root svg': { fontSize: '1.125rem' },
    '& .MuiDataGrid-row': { cursor: 'pointer', '&:hover': { backgroundColor: background.raised } },
    '& .MuiDataGrid-row.Mui-selected, & .MuiDataGrid-row.Mui-selected:hover': {
      backgroundColor: primary.soft,
      // Muted text has too little contrast on the colour of the selection.
      ...(mutedVariable ? { [mutedVariable]: text.secondary } : {}),
    },
  };
}

function SortAscending() {
  return <ArrowUp size="0.875rem" aria-hidden />;
}
function SortDescending() {
  return <ArrowDown size="0.875rem" aria-hidden />;
}

/** The first cell is a real link, for the context menu and for screen readers; the keyboard opens the row by Enter. */
function RowLink({ row, children }: { row: RenderedRow; children: ReactNode }) {
  if (row.to === undefined) return children;
  return (
    <InternalLink
      to={row.to}
      tabIndex={-1}
      color="inherit"
      underline="none"
      sx={{ display: 'block', width: '100%', minWidth: 0 }}
    >
      {children}
    </InternalLink>
  );
}

/** Truncates a long text and shows it in full on hover. */
function CellContent({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children;
  return (
    <Box component="span" title={children} sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {children}
    </Box>
  );
}

/**
 * The library's grid in our configuration: a server page at a time, without its own bars and menus. Each render of the
 * grid renders all cells, so it is memoised.
 */
export const TableGrid = memo(function TableGrid(props: TableBodyProps) {
  const { label, rows, columns, selected, onSelect, sort, onSort, density, offset, limit, total } = props;
  const { t, i18n } = useTranslation('ui');
  const { go, openTab, prefetch } = useNavigation();

  const gridColumns = useMemo(
    () =>
      columns.map((column, index): GridColDef<RenderedRow> => {
        const width = sizes.unit * (column.width ?? defaultWidth);
        return {
          field: column.id,
          headerName: column.title,
          sortable: column.sortable ?? false,
          align: column.align ?? 'left',
          headerAlign: column.align ?? 'left',
          ...(column.grow ? { flex: column.grow, minWidth: width } : { width }),
          renderCell: ({ row }) => {
            const content = <CellContent>{row.render(column.id)}</CellContent>;
            return index === 0 ? <RowLink row={row}>{content}</RowLink> : content;
          },
        };
      }),
    [columns],
  );

  const open = (
    row: RenderedRow | undefined,
    event: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
  ) => {
    if (row?.to === undefined) return;
    if (isPlainClick(event)) go(row.to);
    else openTab(row.to);
  };
  const rowAt = (target: EventTarget) => {
    const id = target instanceof Element ? target.closest('[role="row"]')?.getAttribute('data-id') : undefined;
    return rows.find((row) => String(row.id) === id);
  };
  const onAuxClick = (event: MouseEvent) => {
    // A link inside the row opens its own tab.
    if (event.button === 1 && !isInteractive(event.target)) open(rowAt(event.target), event);
  };
  const onCellKeyDown: GridEventListener<'cellKeyDown'> = ({ row, field }, event) => {
    if (event.key !== 'Enter' || field === '__check__' || isInteractive(event.target)) return;
    event.preventDefault();
    open(row, { ...event, button: 0 });
  };

  return (
    <Box
      onAuxClick={onAuxClick}
      // Prevents autoscroll by the middle button.
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onMouseOver={(event) => {
        const to = rowAt(event.target)?.to;
        if (to !== undefined) prefetch(to);
      }}
      sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}
    >
      <DataGrid
        aria-label={label}
        rows={rows}
        columns={gridColumns}
        rowCount={total}
        paginationMode="server"
        paginationModel={{ page: Math.floor(offset / limit), pageSize: limit }}
        sortingMode="server"
        sortModel={sort ? [{ field: sort.column, sort: sort.descending ? 'desc' : 'asc' }] : []}
        onSortModelChange={([first]) =>
          onSort(first?.sort ? { column: first.field, descending: first.sort === 'desc' } : null)
        }
        checkboxSelection={onSelect !== undefined}
        rowSelectionModel={{ type: 'include', ids: new Set(selected) }}
        onRowSelectionModelChange={(model) => onSelect?.(new Set(model.ids))}
        keepNonExistentRowsSelected
        disableRowSelectionExcludeModel
        disableRowSelectionOnClick
        onRowClick={({ row }, event) => !isInteractive(event.target) && open(row, event)}
        onCellKeyDown={onCellKeyDown}
        rowHeight={rowHeights[density]}
        columnHeaderHeight={headerHeight}
        hideFooter
        disableColumnMenu
        disableColumnFilter
        // The content security policy forbids `eval`.
        disableEval
        localeText={{ ...gridTexts(i18n.resolvedLanguage), checkboxSelectionHeaderName: t('table.selection') }}
        slots={{ columnSortedAscendingIcon: SortAscending, columnSortedDescendingIcon: SortDescending }}
        className={density}
        sx={gridStyle}
      />
    </Box>
  );
});
