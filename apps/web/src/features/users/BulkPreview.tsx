import { Alert, Box, Typography } from '@mui/material';
import type { BulkUserPreview } from '@stellwerk/contract/user-bulk';
import { useTranslation } from 'react-i18next';
import { type CsvText, LineCounts, LineErrors, type PreviewColumn, PreviewRows } from '../jobs/index.ts';
import { userName } from './user-name.ts';

interface BulkPreviewProps {
  preview: BulkUserPreview;
  source: CsvText;
  invite: boolean;
}

function FirstRows({ rows }: { rows: BulkUserPreview['rows'] }) {
  const { t } = useTranslation('users');
  const columns: PreviewColumn<BulkUserPreview['rows'][number]>[] = [
    { title: t('column.name'), text: userName },
    { title: t('column.email'), text: ({ email }) => email },
    { title: t('field.username'), text: ({ username }) => username },
    { title: t('column.roles'), text: ({ roles }) => roles.join(', ') },
    { title: t('column.status'), text: ({ active }) => t(active ? 'status.active' : 'status.deactivated') },
  ];
  return <PreviewRows label={t('bulk.preview.rows')} columns={columns} rows={rows} />;
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
