import { Box, Button, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { csvFile, recordsAt } from '../../lib/csv-text.ts';
import { saveFile } from '../../lib/download.ts';
import { useFormats } from '../../lib/formats.ts';
import { withUniqueKeys } from '../../lib/unique-keys.ts';
import { FramedTable } from '../../ui/table/FramedTable.tsx';

/** An uploaded list, and how to export its lines. */
export interface CsvText {
  csv: string;
  /** Whether the first line contains the column names. */
  hasHeader: boolean;
  /** Name of the file with the invalid lines. */
  errorsName: string;
}

export interface LineErrorsProps {
  errors: readonly { line?: number | undefined; message: string }[];
  /** Total number of errors; the list may be shorter. */
  count: number;
  /** The text with the lines, if any. */
  source?: CsvText | undefined;
}

const shownErrors = 100;

/** Errors by line, and the invalid lines as a file to correct. */
export function LineErrors({ errors, count, source }: LineErrorsProps) {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  const shown = errors.slice(0, shownErrors);
  const lines = errors.flatMap(({ line }) => line ?? []);
  // Jobs that read no list have errors without lines.
  const hasLines = lines.length > 0;
  const save = ({ csv, hasHeader, errorsName }: CsvText) =>
    saveFile(csvFile(recordsAt(csv, lines, hasHeader)), errorsName);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <FramedTable label={t(hasLines ? 'lines.errors' : 'lines.error')}>
        <TableHead>
          <TableRow>
            {hasLines && <TableCell sx={{ width: (theme) => theme.spacing(11) }}>{t('lines.line')}</TableCell>}
            <TableCell>{t('lines.error')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {withUniqueKeys(shown, ({ line, message }) => `${line} ${message}`).map(
            ({ key, item: { line, message } }) => (
              <TableRow key={key}>
                {hasLines && <TableCell>{line === undefined ? '—' : formats.number(line)}</TableCell>}
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{message}</TableCell>
              </TableRow>
            ),
          )}
        </TableBody>
      </FramedTable>
      {count > shown.length && (
        <Typography variant="body2" color="textSecondary">
          {t('errors.more', { shown: formats.number(shown.length), total: formats.number(count) })}
        </Typography>
      )}
      {source && lines.length > 0 && (
        <Box>
          <Button startIcon={<Download aria-hidden />} onClick={() => save(source)}>
            {t('lines.download')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
