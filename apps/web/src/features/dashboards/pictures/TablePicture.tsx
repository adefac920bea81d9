import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TableSortLabel } from '@mui/material';
import type { TableRowPicture } from '@stellwerk/plugin/widget-web';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { SearchInput } from '../../../ui/input/SearchInput.tsx';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import { ActionLink } from '../actions/ActionLink.tsx';
import { useWidgetAction } from '../actions/use-widget-action.ts';
import type { PictureOf, PictureProps } from './picture-props.ts';
import { TablePictureCell } from './TablePictureCell.tsx';
import { TablePictureFooter, useRangeText } from './TablePictureFooter.tsx';
import { foundRows, isNumberColumn, type RowOrder, sortedRows } from './table-rows.ts';
import { useCellText } from './use-cell-text.ts';
import { useTableImage } from './use-table-image.ts';

type Props = PictureProps<PictureOf<'table'>>;

/** Narrower columns are unreadable: the table scrolls instead. */
const leastShare = 7;

interface RowProps extends Pick<Props, 'isEditing' | 'onAction' | 'action'> {
  row: TableRowPicture;
  columns: readonly { id: string; isNumber: boolean }[];
}

function Row({ row, columns, action, isEditing, onAction }: RowProps) {
  const { addressOf } = useWidgetAction({ isEditing });
  const clickable = { twinId: row.twinId, twinTitle: row.title, value: null };
  const isLink = action ? addressOf(action, clickable) !== undefined : false;
  return (
    <TableRow
      hover={isLink}
      {...(action && isLink ? { onClick: () => onAction(action, clickable), sx: { cursor: 'pointer' } } : {})}
    >
      {columns.map(({ id, isNumber }, column) => {
        const content = <TablePictureCell cell={row.cells[column]} />;
        return (
          <TableCell
            key={id}
            align={isNumber ? 'right' : 'left'}
            {...(column === 0 ? { component: 'th', scope: 'row' } : {})}
          >
            {column === 0 && action ? (
              <ActionLink action={action} clickable={clickable} isEditing={isEditing} onAction={onAction}>
                {content}
              </ActionLink>
            ) : (
              content
            )}
          </TableCell>
        );
      })}
    </TableRow>
  );
}

/** Twins as rows. Pages, sorting and search work on the client, because all rows are loaded. */
export function TablePicture(props: Props) {
  const { picture, widgetTitle, heightPx, isEditing, action = null, onAction, exportRef } = props;
  const { t } = useTranslation('dashboards');
  const { locale } = useFormats();
  const cellText = useCellText();
  const [order, setOrder] = useState<RowOrder>();
  const [search, setSearch] = useState('');
  const [wantedPage, setPage] = useState(0);
  const { rows, total, rowsPerPage } = picture;

  const found = foundRows(rows, search, cellText);
  const sorted = useMemo(() => (order ? sortedRows(found, order, locale) : found), [found, order, locale]);
  const lastPage = Math.max(0, Math.ceil(sorted.length / rowsPerPage) - 1);
  const page = Math.min(wantedPage, lastPage);
  const shown = sorted.slice(page * rowsPerPage, (page + 1) * rowsPerPage);
  const columns = useMemo(
    () =>
      picture.columns.map((column, index) => ({
        ...column,
        isNumber: isNumberColumn(rows, index),
        isIcon: rows[0]?.cells[index]?.is === 'icon',
      })),
    [picture.columns, rows],
  );
  const shares = columns.reduce((sum, { width }) => sum + width, 0);
  const table = useRef<HTMLTableElement>(null);
  const note = useRangeText()({ page, rowsPerPage, found: sorted.length });
  useTableImage(table, { columns, rows: shown, note }, exportRef);

  const sortBy = (column: number) => {
    setPage(0);
    setOrder((before) => {
      if (before?.column !== column) return { column, descending: false };
      return before.descending ? undefined : { column, descending: true };
    });
  };

  return (
    <Box data-print="grow" sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }} style={{ height: heightPx }}>
      {rows.length > rowsPerPage && (
        <Box
          data-print={search === '' ? 'hide' : undefined}
          sx={{ pb: 1, '& .MuiTextField-root': { width: { xs: '100%', sm: '18rem' } } }}
        >
          <SearchInput
            value={search}
            onChange={(next) => {
              setPage(0);
              setSearch(next);
            }}
            label={t('picture.table.searchIn', { title: widgetTitle })}
            placeholder={t('picture.table.search')}
            slashFocuses={false}
          />
        </Box>
      )}
      <TableContainer
        role="group"
        aria-label={widgetTitle}
        tabIndex={0}
        sx={{ flex: 1, minHeight: 0, border: 1, borderColor: 'border.main', borderRadius: 1 }}
      >
        <Table
          ref={table}
          size="small"
          stickyHeader
          aria-label={widgetTitle}
          sx={{
            tableLayout: 'fixed',
            minWidth: (theme) => theme.spacing(leastShare * shares),
            '& th, & td': { px: 1, '&:first-of-type': { pl: 1.5 }, '&:last-of-type': { pr: 1.5 } },
            '& tbody th': { fontWeight: 500 },
            // More space for the label: only the sorted column has an arrow.
            '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
          }}
        >
          <colgroup>
            {columns.map(({ id, width }) => (
              <Box component="col" key={id} sx={{ width: `${(width / shares) * 100}%` }} />
            ))}
          </colgroup>
          <TableHead>
            <TableRow>
              {columns.map(({ id, title, isNumber, isIcon }, column) => {
                const direction = order?.descending ? 'desc' : 'asc';
                const isSorted = order?.column === column;
                return (
                  <TableCell
                    key={id}
                    align={isNumber ? 'right' : 'left'}
                    {...(isSorted ? { sortDirection: direction } : {})}
                  >
                    <TableSortLabel
                      active={isSorted}
                      direction={isSorted ? direction : 'asc'}
                      onClick={() => sortBy(column)}
                      sx={{ maxWidth: '100%' }}
                    >
                      <Box
                        component="span"
                        title={title}
                        sx={isIcon ? visuallyHidden : { overflow: 'hidden', textOverflow: 'ellipsis' }}
                      >
                        {title}
                      </Box>
                    </TableSortLabel>
                  </TableCell>
                );
              })}
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map((row) => (
              <Row
                key={row.twinId}
                row={row}
                columns={columns}
                action={action}
                isEditing={isEditing}
                onAction={onAction}
              />
            ))}
          </TableBody>
        </Table>
        {shown.length === 0 && <EmptyState compact variant="no-results" />}
      </TableContainer>
      <TablePictureFooter
        page={page}
        rowsPerPage={rowsPerPage}
        found={sorted.length}
        read={rows.length}
        total={total}
        onPage={setPage}
      />
    </Box>
  );
}
