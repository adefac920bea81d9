import { Box, Button, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { csvFile, recordsAt } from '../../lib/csv-text.ts';
import { saveFile } from '../../lib/download.ts';
import { useFormats } from '../../lib/formats.ts';
import { keyed } from '../../lib/keyed.ts';
import { FramedTable } from '../../ui/table/FramedTable.tsx';

/** A list that was handed in, and how its lines are given back. */
export interface CsvText {
  csv: string;
  /** Whether the first line names the columns. */
  hasHeader: boolean;
  /** Of the file with the lines to mend. */
  errorsName: string;
}

export interface LineErrorsProps {
  errors: readonly { line?: number | undefined; message: string }[];
  /** All of them; the list may be shorter. */
  count: number;
  /** The text that they are about, if there is one. */
  source?: CsvText | undefined;
}

const shownErrors = 100;

/** What is wrong with which line, and those lines as a file to mend. */
export function LineErrors({ errors, count, source }: LineErrorsProps) {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  const shown = errors.slice(0, shownErrors);
  const lines = errors.flatMap(({ line }) => line ?? []);
  const save = ({ csv, hasHeader, errorsName }: CsvText) =>
    saveFile(csvFile(recordsAt(csv, lines, hasHeader)), errorsName);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <FramedTable label={t('lines.errors')}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: (theme) => theme.spacing(11) }}>{t('lines.line')}</TableCell>
            <TableCell>{t('lines.error')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {keyed(shown, ({ line, message }) => `${line} ${message}`).map(({ key, item: { line, message } }) => (
            <TableRow key={key}>
              <TableCell>{line === undefined ? '—' : formats.number(line)}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{message}</TableCell>
            </TableRow>
          ))}
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
