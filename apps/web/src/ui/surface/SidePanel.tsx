import { Box, Drawer, IconButton, Typography } from '@mui/material';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface SidePanelProps {
  title: string;
  /** Below the title, such as chips. */
  facts?: ReactNode;
  closeLabel: string;
  onClose: () => void;
  /** For longer texts. */
  isWide?: boolean;
  children: ReactNode;
}

/** Details of one row or object beside the list or page; full width on a phone. */
export function SidePanel({ title, facts, closeLabel, onClose, isWide = false, children }: SidePanelProps) {
  const titleId = useId();
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: {
            width: isWide ? { xs: '100%', md: '44rem' } : { xs: '100%', sm: '26rem' },
            p: isWide ? { xs: 2, sm: 3 } : 2,
            gap: 2,
          },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1 }}>
          <Typography id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {facts && <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>{facts}</Box>}
        </Box>
        <IconButton aria-label={closeLabel} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </Box>
      {children}
    </Drawer>
  );
}
