import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** The room of a picture that is small in itself: in the middle, and scrolled where it does not fit. */
export function PictureFrame({ heightPx, children }: { heightPx: number; children: ReactNode }) {
  return (
    <Box
      style={{ minHeight: heightPx }}
      sx={{ display: 'flex', flexDirection: 'column', justifyContent: 'center', minWidth: 0, overflow: 'hidden' }}
    >
      {children}
    </Box>
  );
}
