import { Alert, Box, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { BulkUserPreview } from '@stellwerk/contract/user-bulk';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { FramedTable } from '../../ui/table/FramedTable.tsx';
import { type CsvText, LineCounts, LineErrors } from '../jobs/index.ts';
import { userName } from './user-name.ts';

interface BulkPreviewProps {
  preview: BulkUserPreview;
  source: CsvText;
  invite: boolean;
}

function FirstRows({ rows }: { rows: BulkUserPreview['rows'] }) {
  const { t } = useTranslation(['users', 'jobs']);
  const formats = useFormats();
  return (
    <FramedTable label={t('bulk.preview.rows')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('jobs:lines.line')}</TableCell>
          <TableCell>{t('column.name')}</TableCell>
          <TableCell>{t('column.email')}</TableCell>
          <TableCell>{t('field.username')}</TableCell>
          <TableCell>{t('column.roles')}</TableCell>
          <TableCell>{t('column.status')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.line}>
            <TableCell>{formats.number(row.line)}</TableCell>
            <TableCell>{userName(row)}</TableCell>
            <TableCell>{row.email}</TableCell>
            <TableCell>{row.username}</TableCell>
            <TableCell>{row.roles.join(', ') || '—'}</TableCell>
            <TableCell>{t(row.active ? 'status.active' : 'status.deactivated')}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </FramedTable>
  );
}

/** The effect of the import: new users, and skipped lines with reasons. */
export function BulkPreview({ preview, source, invite }: BulkPreviewProps) {
  const { t } = useTranslation(['users', 'jobs']);
  const { total, valid, rows, errors, errorCount, canInvite } = preview;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <LineCounts total={total} valid={valid} errorCount={errorCount} />
      {valid === 0 && <Alert severity="error">{t('bulk.preview.nothing')}</Alert>}
      {valid > 0 && invite && (
        <Alert severity={canInvite ? 'info' : 'warning'}>
          {t(canInvite ? 'bulk.preview.invites' : 'bulk.preview.noMail')}
        </Alert>
      )}
      {errorCount > 0 && (
        <>
          <Typography variant="h3">{t('jobs:lines.errors')}</Typography>
          <LineErrors errors={errors} count={errorCount} source={source} />
        </>
      )}
      {rows.length > 0 && (
        <>
          <Typography variant="h3">{t('bulk.preview.rows')}</Typography>
          <FirstRows rows={rows} />
        </>
      )}
    </Box>
  );
}
