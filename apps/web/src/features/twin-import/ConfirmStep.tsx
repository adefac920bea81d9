import { Box, Typography } from '@mui/material';
import type { TwinImportPreview } from '@stellwerk/contract/twin-import';
import { useTranslation } from 'react-i18next';
import { type CsvText, LineCounts, LineErrors, PreviewRows } from '../jobs/index.ts';

type Row = TwinImportPreview['rows'][number];

const shownFields = ['title', 'type', 'description', 'tags', 'address'] as const;

const textOf = ({ fields }: Row, name: (typeof shownFields)[number]): string => {
  const value = fields[name];
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : '';
};

/** The exact effect of the import: new twins, and lines with errors. */
export function ConfirmStep({ preview, source }: { preview: TwinImportPreview; source: CsvText }) {
  const { t } = useTranslation(['twin-import', 'twins', 'jobs']);
  const { total, valid, rows, errors } = preview;
  const titles = {
    title: t('twins:column.title'),
    type: t('twins:column.type'),
    description: t('twins:field.description'),
    tags: t('twins:column.tags'),
    address: t('twins:field.address'),
  };
  const columns = shownFields.map((name) => ({ title: titles[name], text: (row: Row) => textOf(row, name) }));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <LineCounts total={total} valid={valid} errorCount={errors.length} />
      <Typography color="textSecondary">{t('confirm.undo')}</Typography>
      {errors.length > 0 && (
        <>
          <Typography variant="h3">{t('jobs:lines.errors')}</Typography>
          <LineErrors errors={errors} count={errors.length} source={source} />
        </>
      )}
      {rows.length > 0 && (
        <>
          <Typography variant="h3">{t('confirm.twins')}</Typography>
          <PreviewRows label={t('confirm.twins')} columns={columns} rows={rows} />
        </>
      )}
    </Box>
  );
}
