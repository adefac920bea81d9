import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** The main content, and beside it, or below it on small screens, a column of cards with facts. */
export function SidebarLayout({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>{children}</Box>
      {/* As high as the main content, so that its content can be sticky. */}
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0, alignSelf: 'stretch', alignContent: 'start' }}>{side}</Box>
    </Box>
  );
}
