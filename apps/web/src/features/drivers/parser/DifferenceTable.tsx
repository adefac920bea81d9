import { Box, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FramedTable } from '../../../ui/table/FramedTable.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { shortText, type ValueDifference } from './value-diff.ts';

interface DifferenceTableProps {
  label: string;
  /** Headings of the two sides. */
  before: string;
  after: string;
  differences: readonly ValueDifference[];
}

const code = { fontFamily: monospaceFamily, fontSize: '0.8125rem', overflowWrap: 'anywhere' };

/** Which variables differ, and how. */
export function DifferenceTable({ label, before, after, differences }: DifferenceTableProps) {
  const { t } = useTranslation('drivers');
  return (
    <FramedTable label={label}>
      <TableHead>
        <TableRow>
          <TableCell>{t('result.variable')}</TableCell>
          <TableCell>{before}</TableCell>
          <TableCell>{after}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {differences.map(({ name, kind, before: was, after: is }) => (
          <TableRow key={name}>
            <TableCell sx={code}>{name}</TableCell>
            <TableCell sx={{ ...code, ...(kind === 'added' ? {} : { bgcolor: 'error.soft' }) }}>
              <Box component="del" sx={{ textDecoration: 'none' }}>
                {shortText(was)}
              </Box>
            </TableCell>
            <TableCell sx={{ ...code, ...(kind === 'missing' ? {} : { bgcolor: 'ok.soft' }) }}>
              <Box component="ins" sx={{ textDecoration: 'none' }}>
                {shortText(is)}
              </Box>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </FramedTable>
  );
}
