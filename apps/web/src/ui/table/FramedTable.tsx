import { Table, TableContainer } from '@mui/material';
import type { ReactNode } from 'react';

interface FramedTableProps {
  label: string;
  /** Shows all rows: for the only table of a page. */
  isWhole?: boolean;
  children: ReactNode;
}

/** A short table inside another element that scrolls by itself, also by keys. Lists of objects use DataTable. */
export function FramedTable({ label, isWhole = false, children }: FramedTableProps) {
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        maxHeight: (theme) => (isWhole ? 'none' : theme.spacing(40)),
      }}
    >
      <Table size="small" stickyHeader aria-label={label}>
        {children}
      </Table>
    </TableContainer>
  );
}
