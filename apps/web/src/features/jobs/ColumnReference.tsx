import { TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FramedTable } from '../../ui/table/FramedTable.tsx';

export interface ListColumn {
  /** As in the header of the list, for example `title` or `ref.…`. */
  name: string;
  meaning: string;
  required?: boolean;
}

/** All columns that an uploaded list may have. */
export function ColumnReference({ columns }: { columns: readonly ListColumn[] }) {
  const { t } = useTranslation('jobs');
  return (
    <FramedTable label={t('columns.title')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('columns.name')}</TableCell>
          <TableCell>{t('columns.meaning')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {columns.map(({ name, meaning, required = false }) => (
          <TableRow key={name}>
            <TableCell sx={{ fontFamily: 'monospace' }}>
              {name}
              {required && ' *'}
            </TableCell>
            <TableCell>{meaning}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </FramedTable>
  );
}
