import { createContext } from 'react';

/** The look of the visited domain, as far as components of the kit show it; null means the product's own. */
export interface Brand {
  product: string | null;
  logo: string | null;
  background: string | null;
  logoPosition: 'left' | 'center' | 'right' | 'center-overlap';
}

export const BrandContext = createContext<Brand>({
  product: null,
  logo: null,
  background: null,
  logoPosition: 'center',
});
