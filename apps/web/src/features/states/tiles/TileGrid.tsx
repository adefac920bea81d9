import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Tiles side by side, as many as there is room for; wide ones take two columns where two fit. */
export function TileGrid({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1.5, sm: 2 },
          // Two side by side on a phone.
          gridTemplateColumns: {
            xs: 'repeat(auto-fill, minmax(min(100%, 10.25rem), 1fr))',
            sm: 'repeat(auto-fill, minmax(min(100%, 13rem), 1fr))',
          },
          gridAutoRows: 'minmax(min-content, auto)',
          gridAutoFlow: 'dense',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
