import { createTheme, type Shadows } from '@mui/material/styles';
import { inputComponents } from './components-input.ts';
import { surfaceComponents } from './components-surface.ts';
import { paletteFrom } from './palette.ts';
import { breakpoints, dark, fontFamily, light, sizes } from './tokens.ts';

const headings = { fontWeight: 600, letterSpacing: '-0.01em' };

/**
 * Only floating elements have a shadow, always the same. The type needs 25 entries, which a literal would make
 * unreadable.
 */
const shadows = ['none', ...Array<string>(24).fill('0 6px 20px rgb(8 16 20 / 10%)')] as Shadows;

/** One theme with both colour schemes as CSS variables: switching the mode changes an attribute, nothing re-renders. */
export const theme = createTheme({
  cssVariables: { cssVarPrefix: 'stellwerk', colorSchemeSelector: '[data-theme="%s"]' },
  colorSchemes: { light: { palette: paletteFrom(light) }, dark: { palette: paletteFrom(dark) } },
  breakpoints: { values: breakpoints },
  spacing: sizes.unit,
  shadows,
  shape: { borderRadius: sizes.radius },
  motion: { reducedMotion: 'system' },
  transitions: {
    duration: {
      shortest: 100,
      shorter: 120,
      short: 150,
      standard: 180,
      complex: 190,
      enteringScreen: 180,
      leavingScreen: 150,
    },
  },
  typography: {
    fontFamily,
    fontSize: 14,
    h1: { ...headings, fontWeight: 650, fontSize: '1.5rem', lineHeight: '32px' },
    h2: { ...headings, fontSize: '1rem', lineHeight: '24px' },
    h3: { ...headings, fontSize: '0.875rem', lineHeight: '20px' },
    h4: { ...headings, fontSize: '0.875rem', lineHeight: '20px' },
    h5: { ...headings, fontSize: '0.875rem', lineHeight: '20px' },
    h6: { ...headings, fontSize: '0.875rem', lineHeight: '20px' },
    subtitle1: { fontSize: '0.875rem', lineHeight: '20px' },
    subtitle2: { fontSize: '0.8125rem', lineHeight: '20px', fontWeight: 500 },
    body1: { fontSize: '0.875rem', lineHeight: '20px' },
    body2: { fontSize: '0.8125rem', lineHeight: '18px' },
    caption: { fontSize: '0.75rem', lineHeight: '16px' },
    overline: {
      fontSize: '0.6875rem',
      lineHeight: '16px',
      fontWeight: 500,
      letterSpacing: '0.06em',
      textTransform: 'uppercase',
    },
    button: { fontSize: '0.875rem', lineHeight: '20px', fontWeight: 500, textTransform: 'none' },
  },
  components: { ...surfaceComponents, ...inputComponents },
});
