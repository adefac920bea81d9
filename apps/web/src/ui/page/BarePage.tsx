import { Box, Paper, Typography } from '@mui/material';
import { type ReactNode, use } from 'react';
import { type Brand, BrandContext } from '../theme/brand.ts';
import { Logo } from '../theme/Logo.tsx';

export interface BarePageProps {
  /** The name of the product, where the domain has no title of its own. */
  product: string;
  title: string;
  /** One sentence about what to do here. */
  intro?: ReactNode;
  children: ReactNode;
  /** Below the surface, such as the choice of a language. */
  footer?: ReactNode;
}

const places: Record<Brand['logoPosition'], string> = {
  left: 'flex-start',
  center: 'center',
  right: 'flex-end',
  'center-overlap': 'center',
};

function Heading({ product }: { product: string }) {
  const { logoPosition, background } = use(BrandContext);
  const isOverlapping = logoPosition === 'center-overlap';
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: isOverlapping ? 'column' : 'row',
        justifyContent: places[logoPosition],
        alignItems: 'center',
        gap: 1.25,
        // On a picture the name needs a surface of its own to be readable.
        ...(background && !isOverlapping
          ? { bgcolor: 'background.paper', borderRadius: 1, px: 2, py: 1, justifySelf: places[logoPosition] }
          : {}),
      }}
    >
      <Logo sizePx={isOverlapping ? 64 : 36} />
      <Typography component="span" sx={{ fontSize: '1.25rem', lineHeight: '28px', fontWeight: 600 }}>
        {product}
      </Typography>
    </Box>
  );
}

/** A page before the login: one surface in the middle, without toolbar and drawer. */
export function BarePage({ product, title, intro, children, footer }: BarePageProps) {
  const brand = use(BrandContext);
  const heading = <Heading product={brand.product ?? product} />;
  const isOverlapping = brand.logoPosition === 'center-overlap';
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeContent: 'center',
        gap: 2.5,
        p: 2,
        ...(brand.background
          ? { backgroundImage: `url(${brand.background})`, backgroundSize: 'cover', backgroundPosition: 'center' }
          : {}),
      }}
    >
      {!isOverlapping && heading}
      <Paper
        variant="outlined"
        sx={{
          width: 'min(400px, calc(100vw - 32px))',
          p: 3.5,
          display: 'grid',
          gap: 2,
          // The logo lies over the upper edge of the surface.
          ...(isOverlapping ? { mt: 4, pt: 0, '& > :first-of-type': { mt: -4 } } : {}),
        }}
      >
        {isOverlapping && heading}
        <div>
          <Typography variant="h1" sx={{ fontSize: '1.25rem', lineHeight: '28px' }}>
            {title}
          </Typography>
          {intro && <Typography sx={{ mt: 0.25, color: 'text.secondary' }}>{intro}</Typography>}
        </div>
        {children}
      </Paper>
      {footer && (brand.background ? <Paper sx={{ p: 1, justifySelf: 'center' }}>{footer}</Paper> : footer)}
    </Box>
  );
}
