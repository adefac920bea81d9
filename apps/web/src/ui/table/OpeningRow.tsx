import { Collapse, IconButton, TableCell, TableRow } from '@mui/material';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

interface OpeningRowProps {
  /** What the button says to those who don't see it. */
  openLabel: string;
  /** In the first cell, beside the button. */
  head: ReactNode;
  /** The other cells. */
  children: ReactNode;
  columns: number;
  detail: ReactNode;
}

/** Something in one line; opened, everything about it. */
export function OpeningRow({ openLabel, head, children, columns, detail }: OpeningRowProps) {
  const detailId = useId();
  const [isOpen, setOpen] = useState(false);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <TableRow
        hover
        onClick={() => setOpen(!isOpen)}
        sx={{ cursor: 'pointer', '& > td': { borderBottom: 0, verticalAlign: 'top' } }}
      >
        <TableCell sx={{ whiteSpace: 'nowrap' }}>
          <IconButton
            size="small"
            aria-expanded={isOpen}
            aria-controls={detailId}
            aria-label={openLabel}
            onClick={(event) => {
              event.stopPropagation();
              setOpen(!isOpen);
            }}
            sx={{ mr: 0.5 }}
          >
            <Icon aria-hidden />
          </IconButton>
          {head}
        </TableCell>
        {children}
      </TableRow>
      <TableRow>
        <TableCell colSpan={columns} id={detailId} sx={{ py: 0 }}>
          <Collapse in={isOpen} unmountOnExit>
            {detail}
          </Collapse>
        </TableCell>
      </TableRow>
    </>
  );
}
