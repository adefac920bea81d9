/** Statuses and the primary colour follow the theme, as do the eight chart colours. */
export const statusColours = ['ok', 'warning', 'error', 'unknown', 'primary'] as const;
export const seriesColours = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `data${number}`);
export const themeColours: readonly string[] = [...statusColours, ...seriesColours];

export const isOwnColour = (colour: unknown): colour is string =>
  typeof colour === 'string' && !themeColours.includes(colour);
const isHex = (colour: string) => /^#[0-9a-fA-F]{6}$/.test(colour);

/** The theme colour of a name, or the colour itself; empty for any other text. */
export function swatchOf(colour: unknown): string {
  if (typeof colour !== 'string') return 'transparent';
  if (!themeColours.includes(colour)) return isHex(colour) ? colour : 'transparent';
  return colour.startsWith('data') ? `data.${colour.slice('data'.length)}` : `${colour}.main`;
}

/** For the browser's colour picker, which accepts only hex colours. */
export const hexOr = (colour: unknown, fallback: string): string =>
  typeof colour === 'string' && isHex(colour) ? colour.toLowerCase() : fallback;
