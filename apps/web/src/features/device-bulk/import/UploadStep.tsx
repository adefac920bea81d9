import { Box, Button, Typography } from '@mui/material';
import { bulkImportMaxBytes } from '@stellwerk/contract/bulk-import';
import { bulkImportColumns, bulkImportRequired, bulkMaxDevices } from '@stellwerk/contract/device-bulk';
import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { csvFile } from '../../../lib/csv-text.ts';
import { saveFile } from '../../../lib/download.ts';
import { useFormats } from '../../../lib/formats.ts';
import { CsvSource, type CsvSourceProps } from '../../../ui/file/CsvSource.tsx';
import { ColumnReference, type ListColumn } from '../../jobs/index.ts';
import { samples } from './import-form.ts';

const dynamicColumns = ['ref', 'prop', 'data'] as const;
const isRequired = (column: string) => bulkImportRequired.some((each) => each === column);

/** The columns of the contract, followed by those with a prefix. */
function useColumns(): ListColumn[] {
  const { t } = useTranslation('device-bulk');
  return [
    ...bulkImportColumns.map((name) => ({ name, meaning: t(`import.column.${name}`), required: isRequired(name) })),
    ...dynamicColumns.map((prefix) => ({ name: `${prefix}.…`, meaning: t(`import.column.${prefix}`) })),
  ];
}

/** The list, its column reference and sample files. */
export function UploadStep(props: Pick<CsvSourceProps, 'csv' | 'onCsv' | 'problem'>) {
  const { t } = useTranslation('device-bulk');
  const formats = useFormats();
  const columns = useColumns();
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <CsvSource
        {...props}
        description={t('import.upload.text', { limit: formats.number(bulkMaxDevices) })}
        sample={{ text: samples.simple, fileName: t('import.upload.sampleName') }}
        placeholder={samples.simple}
        maxSizeBytes={bulkImportMaxBytes}
      />
      <Box>
        <Button
          size="small"
          startIcon={<FileDown aria-hidden />}
          onClick={() => saveFile(csvFile(samples.full), t('import.upload.fullName'))}
        >
          {t('import.upload.full')}
        </Button>
      </Box>
      <Typography variant="h3">{t('import.columns.title')}</Typography>
      <ColumnReference columns={columns} />
    </Box>
  );
}
