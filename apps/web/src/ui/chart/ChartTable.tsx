import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Pagination,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  useMediaQuery,
} from '@mui/material';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withUniqueKeys } from '../../lib/unique-keys.ts';
import { FramedTable } from '../table/FramedTable.tsx';
import type { ChartModel } from './chart-model.ts';
import { chartRows } from './chart-rows.ts';
import type { ChartContext } from './chart-style.ts';

const pageSize = 100;

export interface ChartTableProps {
  label: string;
  model: ChartModel;
  context: ChartContext;
  onClose: () => void;
}

/** The values of a chart as a table. */
export function ChartTable({ label, model, context, onClose }: ChartTableProps) {
  const { t } = useTranslation('ui');
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [page, setPage] = useState(1);
  const rows = useMemo(() => chartRows(model, context), [model, context]);
  const pages = Math.ceil(rows.length / pageSize);
  const hasPlaces = rows.some(([place]) => place !== '');
  const shown = rows.slice((page - 1) * pageSize, page * pageSize);
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('chart.dataOf', { label })}</DialogTitle>
      <DialogContent>
        <FramedTable label={t('chart.dataOf', { label })}>
          <TableHead>
            <TableRow>
              {hasPlaces && <TableCell>{t(model.kind === 'heatmap' ? 'chart.column' : 'chart.time')}</TableCell>}
              <TableCell>{t(model.kind === 'heatmap' ? 'chart.row' : 'chart.series')}</TableCell>
              <TableCell align="right">{t('chart.number')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {withUniqueKeys(shown, ([place, name]) => `${place} ${name}`).map(({ key, item: [place, name, value] }) => (
              <TableRow key={key}>
                {hasPlaces && <TableCell>{place}</TableCell>}
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{name}</TableCell>
                <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                  {value}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </FramedTable>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', justifyContent: 'space-between' }}>
        {pages > 1 && (
          <Pagination
            page={page}
            count={pages}
            siblingCount={0}
            size="small"
            onChange={(_event, next) => setPage(next)}
            getItemAriaLabel={(type, number) =>
              type === 'page'
                ? t('chart.page', { number })
                : t(type === 'next' ? 'table.nextPage' : 'table.previousPage')
            }
          />
        )}
        <Button onClick={onClose} sx={{ marginLeft: 'auto' }}>
          {t('chart.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
