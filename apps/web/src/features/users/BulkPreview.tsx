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
import type { BulkUserPreview } from '@stellwerk/contract/user-bulk';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { LineErrors } from './LineErrors.tsx';
import { userName } from './user-name.ts';

interface BulkPreviewProps {
  preview: BulkUserPreview;
  csv: string;
  invite: boolean;
}

function FirstRows({ rows }: { rows: BulkUserPreview['rows'] }) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={t('bulk.preview.rows')}
      sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, maxHeight: (theme) => theme.spacing(40) }}
    >
      <Table size="small" stickyHeader aria-label={t('bulk.preview.rows')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('bulk.errors.line')}</TableCell>
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
      </Table>
    </TableContainer>
  );
}

/** What will happen: who is created, and which lines are left out and why. */
export function BulkPreview({ preview, csv, invite }: BulkPreviewProps) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const { total, valid, rows, errors, errorCount, canInvite } = preview;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <StatusChip
          status={valid > 0 ? 'ok' : 'unknown'}
          label={t('bulk.preview.valid', { count: valid, shown: formats.number(valid) })}
        />
        {errorCount > 0 && (
          <StatusChip
            status="warning"
            label={t('bulk.preview.invalid', { count: errorCount, shown: formats.number(errorCount) })}
          />
        )}
        <Typography color="textSecondary">{t('bulk.preview.total', { total: formats.number(total) })}</Typography>
      </Box>
      {valid === 0 && <Alert severity="error">{t('bulk.preview.nothing')}</Alert>}
      {valid > 0 && invite && (
        <Alert severity={canInvite ? 'info' : 'warning'}>
          {t(canInvite ? 'bulk.preview.invites' : 'bulk.preview.noMail')}
        </Alert>
      )}
      {errorCount > 0 && (
        <>
          <Typography variant="h3">{t('bulk.errors.title')}</Typography>
          <LineErrors errors={errors} count={errorCount} csv={csv} />
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
