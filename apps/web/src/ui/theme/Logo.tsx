import { Box } from '@mui/material';
import { use } from 'react';
import { BrandContext } from './brand.ts';

/** The logo of the domain, otherwise that of the product: two tracks, a switch and a signal. */
export function Logo({ sizePx }: { sizePx: number }) {
  const { logo } = use(BrandContext);
  const size = { width: sizePx, height: sizePx, flexShrink: 0, display: 'block' };
  if (logo) {
    return <Box component="img" src={logo} alt="" sx={{ ...size, objectFit: 'contain', borderRadius: 0.5 }} />;
  }
  return (
    <Box component="svg" viewBox="0 0 32 32" aria-hidden sx={{ ...size, color: 'primary.main' }}>
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <Box
        component="g"
        sx={{
          fill: 'none',
          stroke: 'currentColor',
          strokeWidth: 2.6,
          strokeLinecap: 'round',
          strokeLinejoin: 'round',
          color: 'primary.contrastText',
        }}
      >
        <path d="M7 20.5h5.5l7-9H25" />
        <path d="M7 11.5h5" />
      </Box>
      <Box component="circle" cx="23" cy="20.5" r="2.4" sx={{ fill: 'currentColor', color: 'primary.contrastText' }} />
    </Box>
  );
}
