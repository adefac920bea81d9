import { Box, Button, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import {
  bulkImportColumns,
  bulkImportMaxBytes,
  bulkImportRequired,
  bulkMaxDevices,
} from '@stellwerk/contract/device-bulk';
import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { csvFile } from '../../../lib/csv-text.ts';
import { saveFile } from '../../../lib/download.ts';
import { useFormats } from '../../../lib/formats.ts';
import { CsvSource, type CsvSourceProps } from '../../../ui/file/CsvSource.tsx';
import { FramedTable } from '../../../ui/table/FramedTable.tsx';
import { samples } from './import-form.ts';

const dynamicColumns = ['ref.', 'prop.', 'data.'] as const;
const isRequired = (column: string) => bulkImportRequired.some((each) => each === column);

/** All columns that a list may have. */
function ColumnReference() {
  const { t } = useTranslation('device-bulk');
  return (
    <FramedTable label={t('import.columns.title')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('import.columns.name')}</TableCell>
          <TableCell>{t('import.columns.meaning')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {bulkImportColumns.map((column) => (
          <TableRow key={column}>
            <TableCell sx={{ fontFamily: 'monospace' }}>
              {column}
              {isRequired(column) && ' *'}
            </TableCell>
            <TableCell>{t(`import.column.${column}`)}</TableCell>
          </TableRow>
        ))}
        {dynamicColumns.map((prefix) => (
          <TableRow key={prefix}>
            <TableCell sx={{ fontFamily: 'monospace' }}>{`${prefix}…`}</TableCell>
            <TableCell>
              {t(`import.column.${prefix === 'ref.' ? 'ref' : prefix === 'prop.' ? 'prop' : 'data'}`)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </FramedTable>
  );
}

/** The list, its column reference and sample files. */
export function UploadStep(props: Pick<CsvSourceProps, 'csv' | 'onCsv' | 'problem'>) {
  const { t } = useTranslation('device-bulk');
  const formats = useFormats();
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
      <ColumnReference />
    </Box>
  );
}
