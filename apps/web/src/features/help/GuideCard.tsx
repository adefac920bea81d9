import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';

/** A link to a guide with its title and summary. */
export function GuideCard({ to, title, children }: { to: string; title: ReactNode; children: ReactNode }) {
  return (
    <InternalLink
      to={to}
      underline="none"
      color="textPrimary"
      sx={{
        display: 'block',
        px: 2,
        py: 1.25,
        '&:hover': { bgcolor: 'background.raised' },
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Box component="span" sx={{ display: 'block', color: 'primary.main', fontWeight: 600 }}>
        {title}
      </Box>
      <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary', mt: 0.25 }}>
        {children}
      </Box>
    </InternalLink>
  );
}
