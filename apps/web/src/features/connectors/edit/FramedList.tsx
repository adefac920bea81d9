import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Entries one below the other in one frame; each is an `li` and finds its own columns, also on a phone. */
export function FramedList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        bgcolor: 'background.paper',
        overflow: 'hidden',
        '& > li + li': { borderTop: 1, borderColor: 'border.main' },
      }}
    >
      {children}
    </Box>
  );
}
