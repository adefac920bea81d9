import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Frame for a small picture: centred, with scroll bars if it does not fit. */
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
