import { Alert, Box, Button, Typography } from '@mui/material';
import { toCsvLine } from '@stellwerk/contract/core/csv';
import type { BulkImportPreview } from '@stellwerk/contract/device-bulk';
import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { csvFile } from '../../../lib/csv-text.ts';
import { saveFile } from '../../../lib/download.ts';
import { useFormats } from '../../../lib/formats.ts';
import { type CsvText, LineCounts, LineErrors, PreviewRows } from '../../jobs/index.ts';

type Row = BulkImportPreview['rows'][number];

const shownFields = ['title', 'externalId', 'tags', 'groups', 'address'] as const;

const textOf = ({ fields }: Row, name: (typeof shownFields)[number]): string => {
  const value = fields[name];
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : '';
};

/** The devices as a file; cells that a spreadsheet would execute are prefixed. */
const fileOf = (rows: readonly Row[]) =>
  csvFile(
    [
      toCsvLine(['line', ...shownFields]),
      ...rows.map((row) => toCsvLine([row.line, ...shownFields.map((name) => textOf(row, name))])),
    ].join(''),
  );

/** The exact effect of the import: new devices, lines with errors, and what the limits leave. */
export function ConfirmStep({ preview, source }: { preview: BulkImportPreview; source: CsvText }) {
  const { t } = useTranslation(['device-bulk', 'jobs', 'devices']);
  const formats = useFormats();
  const { total, valid, rows, errors, limits } = preview;
  const titles = {
    title: t('devices:column.title'),
    externalId: t('devices:column.externalId'),
    tags: t('devices:column.tags'),
    groups: t('devices:column.groups'),
    address: t('import.column.address'),
  };
  const columns = shownFields.map((name) => ({ title: titles[name], text: (row: Row) => textOf(row, name) }));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <LineCounts total={total} valid={valid} errorCount={errors.length} />
      {limits.map(({ of, limit, used }) => (
        <Alert key={of} severity={used + valid >= limit ? 'warning' : 'info'}>
          {t(`import.limit.${of}`, {
            left: formats.number(Math.max(0, limit - used)),
            limit: formats.number(limit),
          })}
        </Alert>
      ))}
      <Typography color="textSecondary">{t('import.confirm.undo')}</Typography>
      {errors.length > 0 && (
        <>
          <Typography variant="h3">{t('jobs:lines.errors')}</Typography>
          <LineErrors errors={errors} count={errors.length} source={source} />
        </>
      )}
      {rows.length > 0 && (
        <>
          <Typography variant="h3">{t('import.confirm.devices')}</Typography>
          <PreviewRows label={t('import.confirm.devices')} columns={columns} rows={rows} />
          <Box>
            <Button
              startIcon={<FileDown aria-hidden />}
              onClick={() => saveFile(fileOf(rows), t('import.confirm.fileName'))}
            >
              {t('import.confirm.download')}
            </Button>
          </Box>
        </>
      )}
    </Box>
  );
}
