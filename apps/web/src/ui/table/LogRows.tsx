import { Box, Button, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { fromTablet } from './from-tablet.ts';

/** The shape of an infinite query. */
interface Found {
  error: Error | null;
  isPending: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

export interface LogRowsProps<Row> {
  label: string;
  columns: readonly { title: string; isWide?: boolean }[];
  found: Found;
  rows: readonly Row[];
  renderRow: (row: Row) => ReactNode;
  /** Shown for an empty log. */
  empty: ReactNode;
  /** Label of the button for further rows. */
  more: string;
  errorTitle?: string;
}

/** Rows of a log, newest first, with further ones on demand. Lists of objects use DataTable. */
export function LogRows<Row>({ label, columns, found, rows, renderRow, empty, more, errorTitle }: LogRowsProps<Row>) {
  if (found.error && rows.length === 0) {
    return (
      <ErrorState
        error={found.error}
        {...(errorTitle ? { title: errorTitle } : {})}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (found.isPending) {
    return (
      <Box sx={{ p: 2 }}>
        <Skeletons shape="rows" count={6} />
      </Box>
    );
  }
  if (rows.length === 0) return empty;
  return (
    <>
      <TableContainer>
        <Table size="small" aria-label={label}>
          <TableHead>
            <TableRow>
              {columns.map(({ title, isWide }) => (
                <TableCell key={title} sx={isWide ? fromTablet : {}}>
                  {title}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>{rows.map(renderRow)}</TableBody>
        </Table>
      </TableContainer>
      {found.hasNextPage && (
        <Box sx={{ p: 1.5 }}>
          <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {more}
          </Button>
        </Box>
      )}
    </>
  );
}
