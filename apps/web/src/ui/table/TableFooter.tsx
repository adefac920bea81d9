import { Box, Button, IconButton, MenuItem, Select, Tooltip, Typography } from '@mui/material';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { pageSizes } from './table-state.ts';
import type { BulkAction, RowId } from './types.ts';

export interface TableFooterProps {
  selected: ReadonlySet<RowId>;
  bulkActions: readonly BulkAction[];
  onClearSelection: () => void;
  page: number;
  pageSize: number;
  shown: number;
  total: number;
  totalIsEstimate: boolean;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

function SelectionPart({ selected, bulkActions, onClearSelection }: TableFooterProps) {
  const { t } = useTranslation('ui');
  if (selected.size === 0) return <Box sx={{ flex: 1 }} />;
  return (
    <Box sx={{ flex: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
      <Typography variant="body2" color="textSecondary" role="status" sx={{ mr: 1 }}>
        {t('table.selected', { count: selected.size })}
      </Typography>
      {bulkActions.map(({ label, icon: Icon, danger = false, onRun }) => (
        <Button
          key={label}
          size="small"
          variant="text"
          color={danger ? 'error' : 'primary'}
          {...(Icon ? { startIcon: <Icon aria-hidden /> } : {})}
          onClick={() => onRun([...selected], onClearSelection)}
        >
          {label}
        </Button>
      ))}
      <Button size="small" variant="text" onClick={onClearSelection} sx={{ color: 'text.secondary' }}>
        {t('table.clearSelection')}
      </Button>
    </Box>
  );
}

/** Selection and its actions at the left, paging at the right. */
export function TableFooter(props: TableFooterProps) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const { page, pageSize, shown, total, totalIsEstimate, onPage, onPageSize } = props;
  const first = page * pageSize + 1;
  const last = page * pageSize + shown;
  const range = t(totalIsEstimate ? 'table.rangeEstimate' : 'table.range', {
    first: formats.number(first),
    last: formats.number(last),
    total: formats.number(total),
  });
  // An estimate may be too low: a full page can have a successor.
  const hasNext = last < total || (totalIsEstimate && shown === pageSize);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        px: 1.75,
        minHeight: (theme) => theme.spacing(5.25),
        borderTop: 1,
        borderColor: 'border.main',
        typography: 'body2',
        color: 'text.secondary',
      }}
    >
      <SelectionPart {...props} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <span aria-hidden>{t('table.rowsPerPage')}</span>
        <Select
          value={pageSize}
          onChange={(event) => onPageSize(Number(event.target.value))}
          variant="standard"
          disableUnderline
          aria-label={t('table.rowsPerPage')}
          sx={{
            typography: 'body2',
            fontWeight: 600,
            color: 'text.primary',
            '& .MuiSelect-select': { py: 0.5, pl: 0.5, borderRadius: 0.75 },
          }}
        >
          {pageSizes.map((size) => (
            <MenuItem key={size} value={size}>
              {size}
            </MenuItem>
          ))}
        </Select>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <Box component="span" role="status" sx={{ mr: 1 }}>
          {shown === 0 ? t('table.none') : range}
        </Box>
        <Tooltip title={t('table.previousPage')}>
          <span>
            <IconButton
              size="small"
              aria-label={t('table.previousPage')}
              disabled={page === 0}
              onClick={() => onPage(page - 1)}
            >
              <ChevronLeft aria-hidden />
            </IconButton>
          </span>
        </Tooltip>
        <Tooltip title={t('table.nextPage')}>
          <span>
            <IconButton
              size="small"
              aria-label={t('table.nextPage')}
              disabled={!hasNext}
              onClick={() => onPage(page + 1)}
            >
              <ChevronRight aria-hidden />
            </IconButton>
          </span>
        </Tooltip>
      </Box>
    </Box>
  );
}
