import { Collapse, IconButton, TableCell, TableRow } from '@mui/material';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

interface ExpandableRowProps {
  /** Label of the button for screen readers. */
  openLabel: string;
  /** Content of the first cell, beside the button. */
  head: ReactNode;
  /** The other cells. */
  children: ReactNode;
  columns: number;
  detail: ReactNode;
}

/** A table row that unfolds to its details. */
export function ExpandableRow({ openLabel, head, children, columns, detail }: ExpandableRowProps) {
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
