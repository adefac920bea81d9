import { Box, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Logo } from '../theme/Logo.tsx';

export interface BarePageProps {
  /** The name of the product. */
  product: string;
  title: string;
  /** One sentence about what to do here. */
  intro?: ReactNode;
  children: ReactNode;
  /** Below the surface, such as the choice of a language. */
  footer?: ReactNode;
}

/** A page before the login: one surface in the middle, without toolbar and drawer. */
export function BarePage({ product, title, intro, children, footer }: BarePageProps) {
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', gap: 2.5, p: 2 }}>
      <Box sx={{ display: 'flex', justifyContent: 'center', alignItems: 'center', gap: 1.25 }}>
        <Logo sizePx={36} />
        <Typography component="span" sx={{ fontSize: '1.25rem', lineHeight: '28px', fontWeight: 600 }}>
          {product}
        </Typography>
      </Box>
      <Paper variant="outlined" sx={{ width: 'min(400px, calc(100vw - 32px))', p: 3.5, display: 'grid', gap: 2 }}>
        <div>
          <Typography variant="h1" sx={{ fontSize: '1.25rem', lineHeight: '28px' }}>
            {title}
          </Typography>
          {intro && <Typography sx={{ mt: 0.25, color: 'text.secondary' }}>{intro}</Typography>}
        </div>
        {children}
      </Paper>
      {footer}
    </Box>
  );
}
