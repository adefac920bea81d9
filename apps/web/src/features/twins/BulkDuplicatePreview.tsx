import { Alert, Box, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { DuplicatePreview } from '@stellwerk/contract/twin-copy';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { FramedTable } from '../../ui/table/FramedTable.tsx';
import { type CsvText, LineCounts, LineErrors } from '../jobs/index.ts';
import { LeftOutRules } from './LeftOutRules.tsx';

const coordinateDigits = { maximum: 6 };

function FirstRows({ rows }: { rows: DuplicatePreview['rows'] }) {
  const { t } = useTranslation(['twins', 'jobs']);
  const formats = useFormats();
  const coordinate = (value: number | null) => (value === null ? '—' : formats.number(value, coordinateDigits));
  return (
    <FramedTable label={t('csv.rows')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('jobs:lines.line')}</TableCell>
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
    </FramedTable>
  );
}

/** What will happen: which copies are made, and which lines are left out and why. */
export function BulkDuplicatePreview({ preview, source }: { preview: DuplicatePreview; source: CsvText }) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { total, valid, rows, errors, errorCount, rules } = preview;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <LineCounts total={total} valid={valid} errorCount={errorCount} />
      {valid === 0 && <Alert severity="error">{t('csv.nothing')}</Alert>}
      {errorCount > 0 && <LineErrors errors={errors} count={errorCount} source={source} />}
      {rules.copied > 0 && (
        <Typography color="textSecondary">
          {t('csv.rules', { count: rules.copied, shown: formats.number(rules.copied) })}
        </Typography>
      )}
      <LeftOutRules when="before" lists={[{ id: 0, rules: rules.leftOut }]} />
      {rows.length > 0 && (
        <>
          <Typography variant="h3">{t('csv.rows')}</Typography>
          <FirstRows rows={rows} />
        </>
      )}
    </Box>
  );
}
