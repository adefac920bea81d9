import { Box, Button, Typography } from '@mui/material';
import { bulkImportMaxBytes } from '@stellwerk/contract/bulk-import';
import { twinImportColumns, twinImportMaxLines, twinImportRequired } from '@stellwerk/contract/twin-import';
import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { csvFile } from '../../lib/csv-text.ts';
import { saveFile } from '../../lib/download.ts';
import { useFormats } from '../../lib/formats.ts';
import { CsvSource, type CsvSourceProps } from '../../ui/file/CsvSource.tsx';
import { ColumnReference, type ListColumn } from '../jobs/index.ts';
import { samples } from './import-form.ts';

const namedColumns = ['ref', 'prop'] as const;
const isRequired = (column: string) => twinImportRequired.some((each) => each === column);

/** The list, its column reference and sample files. */
export function UploadStep(props: Pick<CsvSourceProps, 'csv' | 'onCsv' | 'problem'>) {
  const { t } = useTranslation('twin-import');
  const formats = useFormats();
  const columns: ListColumn[] = [
    ...twinImportColumns.map((name) => ({ name, meaning: t(`column.${name}`), required: isRequired(name) })),
    ...namedColumns.map((prefix) => ({ name: `${prefix}.…`, meaning: t(`column.${prefix}`) })),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <CsvSource
        {...props}
        description={t('upload.text', { limit: formats.number(twinImportMaxLines) })}
        sample={{ text: samples.simple, fileName: t('upload.sampleName') }}
        placeholder={samples.simple}
        maxSizeBytes={bulkImportMaxBytes}
      />
      <Box>
        <Button
          size="small"
          startIcon={<FileDown aria-hidden />}
          onClick={() => saveFile(csvFile(samples.full), t('upload.fullName'))}
        >
          {t('upload.full')}
        </Button>
      </Box>
      <Typography variant="h3">{t('upload.columns')}</Typography>
      <ColumnReference columns={columns} />
    </Box>
  );
}
