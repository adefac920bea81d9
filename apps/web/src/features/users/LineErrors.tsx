import {
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/download.ts';
import { useFormats } from '../../lib/formats.ts';
import { csvFile, recordsAt } from './csv-file.ts';

export interface LineErrorsProps {
  errors: readonly { line?: number | undefined; message: string }[];
  /** All of them; the list may be shorter. */
  count: number;
  /** The text that they are about. */
  csv: string;
  /** Whether the first line of the text names its columns; without it the line is looked at. */
  hasHeader?: boolean;
  /** Of the file with the lines to mend. */
  fileName?: string;
}

const shownErrors = 100;

/** What is wrong with which line, and those lines as a file to mend. */
export function LineErrors({ errors, count, csv, hasHeader, fileName }: LineErrorsProps) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const shown = errors.slice(0, shownErrors);
  const lines = errors.flatMap(({ line }) => line ?? []);
  const header = hasHeader === undefined ? undefined : () => hasHeader;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <TableContainer
        tabIndex={0}
        role="region"
        aria-label={t('bulk.errors.title')}
        sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, maxHeight: (theme) => theme.spacing(40) }}
      >
        <Table size="small" stickyHeader aria-label={t('bulk.errors.title')}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: (theme) => theme.spacing(11) }}>{t('bulk.errors.line')}</TableCell>
              <TableCell>{t('bulk.errors.message')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map(({ line, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
              <TableRow key={index}>
                <TableCell>{line === undefined ? '—' : formats.number(line)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{message}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {count > shown.length && (
        <Typography variant="body2" color="textSecondary">
          {t('bulk.errors.more', { shown: formats.number(shown.length), total: formats.number(count) })}
        </Typography>
      )}
      {lines.length > 0 && (
        <Box>
          <Button
            startIcon={<Download aria-hidden />}
            onClick={() => saveFile(csvFile(recordsAt(csv, lines, header)), fileName ?? t('bulk.errors.fileName'))}
          >
            {t('bulk.errors.download')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
