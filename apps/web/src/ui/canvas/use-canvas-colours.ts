import { useSyncExternalStore } from 'react';
import type { StatusColour } from '../theme/palette.ts';
import { theme } from '../theme/theme.ts';

/** Colours for canvases, which cannot use CSS variables. */
export interface CanvasColours {
  mode: 'light' | 'dark';
  text: string;
  textSecondary: string;
  textMuted: string;
  surface: string;
  raised: string;
  background: string;
  border: string;
  borderStrong: string;
  grid: string;
  primary: string;
  primarySoft: string;
  status: Record<StatusColour, string>;
  data: string[];
}

/** Mode and branding are attributes of the root element. */
function subscribe(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style', 'class'] });
  return () => observer.disconnect();
}

const currentLook = () => {
  const { dataset, style, className } = document.documentElement;
  return `${dataset.theme} ${className} ${style.cssText}`;
};

/** Resolves `var(--name)` or `var(--name, fallback)` of the theme to its current value in the document. */
function resolve(styles: CSSStyleDeclaration, reference: string): string {
  const match = /^var\((--[\w-]+)(?:,\s*(.+))?\)$/.exec(reference);
  if (!match?.[1]) return reference;
  return styles.getPropertyValue(match[1]).trim() || (match[2] ?? reference);
}

function readColours(): CanvasColours {
  const styles = getComputedStyle(document.documentElement);
  const { palette } = theme.vars;
  const read = (reference: string) => resolve(styles, reference);
  return {
    mode: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
    text: read(palette.text.primary),
    textSecondary: read(palette.text.secondary),
    textMuted: read(palette.text.muted),
    surface: read(palette.background.paper),
    raised: read(palette.background.raised),
    background: read(palette.background.default),
    border: read(palette.border.main),
    borderStrong: read(palette.border.strong),
    grid: read(palette.border.grid),
    primary: read(palette.primary.main),
    primarySoft: read(palette.primary.soft),
    status: {
      ok: read(palette.ok.main),
      warning: read(palette.warning.main),
      error: read(palette.error.main),
      unknown: read(palette.unknown.main),
      info: read(palette.info.main),
    },
    data: ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((index) => read(palette.data[index])),
  };
}

const cache: { look: string; colours?: CanvasColours } = { look: '' };

/** Returns the same object until a colour changes, as `useSyncExternalStore` requires. */
function currentColours(): CanvasColours {
  const look = currentLook();
  if (cache.colours === undefined || cache.look !== look) {
    cache.look = look;
    cache.colours = readColours();
  }
  return cache.colours;
}

/** The theme's colours as plain values; they change with mode and branding. */
export function useCanvasColours(): CanvasColours {
  return useSyncExternalStore(subscribe, currentColours);
}
