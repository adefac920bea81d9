import type { PaletteOptions } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import type { Tokens } from './tokens.ts';

interface DataPalette {
  1: string;
  2: string;
  3: string;
  4: string;
  5: string;
  6: string;
  7: string;
  8: string;
}

interface BorderPalette {
  main: string;
  strong: string;
  grid: string;
}

declare module '@mui/material/styles' {
  interface PaletteColor {
    /** A quiet background behind text or an icon in `main`. */
    soft: string;
  }
  interface SimplePaletteColorOptions {
    soft?: string;
  }
  interface TypeText {
    muted: string;
  }
  interface TypeBackground {
    raised: string;
  }
  interface Palette {
    ok: PaletteColor;
    unknown: PaletteColor;
    data: DataPalette;
    border: BorderPalette;
  }
  interface PaletteOptions {
    ok?: SimplePaletteColorOptions;
    unknown?: SimplePaletteColorOptions;
    data?: DataPalette;
    border?: BorderPalette;
  }
}

declare module '@mui/material/Chip' {
  interface ChipPropsColorOverrides {
    ok: true;
    unknown: true;
  }
}

declare module '@mui/material/SvgIcon' {
  interface SvgIconPropsColorOverrides {
    ok: true;
    unknown: true;
  }
}

/** The five statuses; each is always shown with an icon and a word. */
export const statusColours = ['ok', 'warning', 'error', 'unknown', 'info'] as const;
export type StatusColour = (typeof statusColours)[number];

export function paletteFrom(tokens: Tokens): PaletteOptions {
  const status = (name: StatusColour) => ({
    main: tokens[name],
    light: tokens[name],
    dark: tokens[name],
    contrastText: tokens.onStatus,
    soft: tokens[`${name}Soft`],
  });
  const [d1, d2, d3, d4, d5, d6, d7, d8] = tokens.data;
  return {
    primary: {
      main: tokens.primary,
      light: tokens.primary,
      dark: tokens.primaryHover,
      contrastText: tokens.onPrimary,
      soft: tokens.primarySoft,
    },
    secondary: {
      main: tokens.textSecondary,
      light: tokens.textSecondary,
      dark: tokens.text,
      contrastText: tokens.surface,
      soft: tokens.surfaceRaised,
    },
    ok: status('ok'),
    // The library's own components use this name.
    success: status('ok'),
    warning: status('warning'),
    error: status('error'),
    unknown: status('unknown'),
    info: status('info'),
    text: {
      primary: tokens.text,
      secondary: tokens.textSecondary,
      muted: tokens.textMuted,
      disabled: tokens.textMuted,
    },
    background: { default: tokens.background, paper: tokens.surface, raised: tokens.surfaceRaised },
    divider: tokens.border,
    border: { main: tokens.border, strong: tokens.borderStrong, grid: tokens.grid },
    action: { hover: tokens.surfaceRaised, selected: tokens.primarySoft, active: tokens.textSecondary },
    data: { 1: d1, 2: d2, 3: d3, 4: d4, 5: d5, 6: d6, 7: d7, 8: d8 },
  };
}
