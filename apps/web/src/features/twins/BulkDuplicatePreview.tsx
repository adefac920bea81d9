import {
  Alert,
  Box,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type { DuplicatePreview } from '@stellwerk/contract/twin-copy';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { LineErrors } from '../users/index.ts';

const coordinateDigits = { maximum: 6 };

function FirstRows({ rows }: { rows: DuplicatePreview['rows'] }) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const coordinate = (value: number | null) => (value === null ? '—' : formats.number(value, coordinateDigits));
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={t('csv.rows')}
      sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, maxHeight: (theme) => theme.spacing(40) }}
    >
      <Table size="small" stickyHeader aria-label={t('csv.rows')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('csv.line')}</TableCell>
            <TableCell>{t('column.title')}</TableCell>
            <TableCell>{t('field.description')}</TableCell>
            <TableCell>{t('column.tags')}</TableCell>
            <TableCell>{t('field.address')}</TableCell>
            <TableCell align="right">{t('field.latitude')}</TableCell>
            <TableCell align="right">{t('field.longitude')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.line}>
              <TableCell>{formats.number(row.line)}</TableCell>
              <TableCell>{row.title}</TableCell>
              <TableCell>{row.description || '—'}</TableCell>
              <TableCell>{row.tags.join(', ') || '—'}</TableCell>
              <TableCell>{row.address || '—'}</TableCell>
              <TableCell align="right">{coordinate(row.latitude)}</TableCell>
              <TableCell align="right">{coordinate(row.longitude)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** What will happen: which copies are made, and which lines are left out and why. */
export function BulkDuplicatePreview({ preview, csv }: { preview: DuplicatePreview; csv: string }) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { total, valid, rows, errors, errorCount } = preview;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <StatusChip
          status={valid > 0 ? 'ok' : 'unknown'}
          label={t('csv.valid', { count: valid, shown: formats.number(valid) })}
        />
        {errorCount > 0 && (
          <StatusChip
            status="warning"
            label={t('csv.invalid', { count: errorCount, shown: formats.number(errorCount) })}
          />
        )}
        <Typography color="textSecondary">{t('csv.total', { total: formats.number(total) })}</Typography>
      </Box>
      {valid === 0 && <Alert severity="error">{t('csv.nothing')}</Alert>}
      {errorCount > 0 && (
        <LineErrors errors={errors} count={errorCount} csv={csv} hasHeader fileName={t('csv.errorsName')} />
      )}
      {rows.length > 0 && (
        <>
          <Typography variant="h3">{t('csv.rows')}</Typography>
          <FirstRows rows={rows} />
        </>
      )}
    </Box>
  );
}
