import { Box } from '@mui/material';
import type { ReactNode } from 'react';

export interface TitleCellProps {
  title: ReactNode;
  /** Small grey second line, such as a key; beside the name in compact lists. */
  detail?: ReactNode;
}

/** The first cell of a row: its name, and below it a detail that distinguishes rows with the same name. */
export function TitleCell({ title, detail }: TitleCellProps) {
  const line = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
  return (
    <Box data-title-cell sx={{ minWidth: 0, width: '100%' }}>
      <Box sx={{ ...line, fontWeight: 500, color: 'text.primary' }}>{title}</Box>
      {detail && <Box sx={{ ...line, typography: 'caption', color: 'text.muted' }}>{detail}</Box>}
    </Box>
  );
}
