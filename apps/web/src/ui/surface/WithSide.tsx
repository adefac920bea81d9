import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** What a page is about, and beside it, or below on small screens, a column of cards with the facts. */
export function WithSide({ side, children }: { side: ReactNode; children: ReactNode }) {
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
      {/* As high as what it stands beside, so that what shall stay in view can. */}
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0, alignSelf: 'stretch', alignContent: 'start' }}>{side}</Box>
    </Box>
  );
}
