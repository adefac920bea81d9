import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Cards side by side where there is room. */
export function DemoGrid({ children, minWidth = '20rem' }: { children: ReactNode; minWidth?: string }) {
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: `repeat(auto-fill, minmax(min(${minWidth}, 100%), 1fr))` }}
    >
      {children}
    </Box>
  );
}
