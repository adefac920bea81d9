import { bulkDuplicateMaxBytes, bulkDuplicateMaxLines, duplicateColumns } from '@stellwerk/contract/twin-copy';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { CsvSource, type CsvSourceProps } from '../../ui/file/CsvSource.tsx';

/** A file that can be filled in: the columns, and one line of how they are meant. */
const sampleText = [
  [...duplicateColumns, 'ref.serial', 'prop.maker'].join(';'),
  'Room 2.16;Second floor;school,co2;Main Street 1;52.5200;13.4050;A-2016;Example',
  '',
].join('\r\n');

/** One line for each copy. */
export function BulkDuplicateSource(source: Pick<CsvSourceProps, 'csv' | 'onCsv' | 'problem'>) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const limits = { limit: formats.number(bulkDuplicateMaxLines), columns: duplicateColumns.join(', ') };
  return (
    <CsvSource
      {...source}
      description={t('csv.text', limits)}
      sample={{ text: sampleText, fileName: t('csv.sampleName') }}
      placeholder={t('csv.placeholder')}
      maxSizeBytes={bulkDuplicateMaxBytes}
    />
  );
}
