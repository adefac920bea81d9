import { TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { FramedTable } from '../../ui/table/FramedTable.tsx';

export interface PreviewColumn<Row> {
  title: string;
  isNumber?: boolean;
  /** An empty text is shown as a dash. */
  text: (row: Row) => string;
}

export interface PreviewRowsProps<Row> {
  label: string;
  columns: readonly PreviewColumn<Row>[];
  rows: readonly Row[];
}

/** The objects that a list will create, by line. */
export function PreviewRows<Row extends { line: number }>({ label, columns, rows }: PreviewRowsProps<Row>) {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  return (
    <FramedTable label={label}>
      <TableHead>
        <TableRow>
          <TableCell>{t('lines.line')}</TableCell>
          {columns.map(({ title, isNumber }) => (
            <TableCell key={title} {...(isNumber ? { align: 'right' as const } : {})}>
              {title}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.line}>
            <TableCell>{formats.number(row.line)}</TableCell>
            {columns.map(({ title, isNumber, text }) => (
              <TableCell key={title} {...(isNumber ? { align: 'right' as const } : {})}>
                {text(row) || '—'}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </FramedTable>
  );
}
