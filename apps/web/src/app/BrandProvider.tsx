import { brandStyle, schemeColours } from '@stellwerk/contract/branding-colours';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import { useChoice } from '../lib/storage.ts';
import { BrandContext } from '../ui/theme/brand.ts';
import { useBranding, usePageBranding } from './branding.queries.ts';

/** Title, colours, logo and favicon of the visited domain. A change arrives without a reload. */
export function BrandProvider({ children }: { children: ReactNode }) {
  // Another language has another title.
  useTranslation('app');
  const branding = useBranding();
  const [scheme] = useChoice('colourScheme', 'brand');
  const colour = scheme === 'brand' ? branding?.primaryColour : schemeColours[scheme];
  const style = useMemo(() => (colour ? brandStyle(colour) : ''), [colour]);
  usePageBranding(branding || scheme !== 'brand' ? style : undefined, branding?.favicon);
  const product = branding?.page[currentLanguage()].title ?? null;
  const { logo = null, background = null, logoPosition = 'center' } = branding ?? {};
  const brand = useMemo(() => ({ product, logo, background, logoPosition }), [product, logo, background, logoPosition]);
  return <BrandContext value={brand}>{children}</BrandContext>;
}
