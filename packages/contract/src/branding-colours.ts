/** Colours that follow from the primary colour of an account, for one mode. */
export interface BrandColours {
  primary: string;
  primaryHover: string;
  primarySoft: string;
  onPrimary: string;
}

/** Surfaces behind primary text; the web's tests hold them equal to the tokens of its theme. */
export const brandSurfaces = {
  light: { surface: '#ffffff', background: '#f6f7f8', raised: '#f0f3f4' },
  dark: { surface: '#161e22', background: '#0f1518', raised: '#1d272c' },
} as const;
export type ColourMode = keyof typeof brandSurfaces;

/** Primary colours that a user can choose instead of those of the domain. */
export const schemeColours = {
  petrol: '#0b6e75',
  blue: '#1d5fbf',
  violet: '#6b4fc0',
  green: '#2c7a3f',
  grey: '#4b5a66',
} as const;

/** WCAG 2.2, 1.4.3: text of normal size. */
export const readableContrast = 4.5;

type Rgb = readonly [number, number, number];

const rgbOf = (colour: string): Rgb => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const linear = (part: number) => {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast of two colours by WCAG 2.2: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

/** `share` of the second colour in the first one. */
function mix(one: string, other: string, share: number): string {
  const [a, b] = [rgbOf(one), rgbOf(other)];
  return hexOf([0, 1, 2].map((index) => (a[index] ?? 0) * (1 - share) + (b[index] ?? 0) * share) as unknown as Rgb);
}

const steps = Array.from({ length: 51 }, (_, index) => index / 50);
const [black, white] = ['#000000', '#ffffff'];

/** The darkest or brightest text for a filled button. */
const onColour = (colour: string, mode: ColourMode) => {
  const dark = mode === 'light' ? '#16212a' : '#0f1518';
  return contrastOf(white, colour) >= contrastOf(dark, colour) ? white : dark;
};

/**
 * The colours of one mode. The given colour is darkened or brightened until text in it is readable on every surface, so
 * that no choice makes the product illegible.
 */
export function brandColours(colour: string, mode: ColourMode): BrandColours {
  const surfaces = brandSurfaces[mode];
  const away = mode === 'light' ? black : white;
  const softOf = (primary: string) => mix(surfaces.surface, primary, mode === 'light' ? 0.12 : 0.2);
  const isReadable = (primary: string) =>
    [...Object.values(surfaces), softOf(primary)].every((behind) => contrastOf(primary, behind) >= readableContrast);
  const primary = steps.map((share) => mix(colour, away, share)).find(isReadable) ?? away;
  return {
    primary,
    primaryHover: mix(primary, away, 0.18),
    primarySoft: softOf(primary),
    onPrimary: onColour(primary, mode),
  };
}

const channels = (colour: string) => rgbOf(colour).join(' ');

/** Values of the theme's variables; the names are those that the component library generates. */
function declarations(colours: BrandColours, mode: ColourMode): string {
  const { primary, primaryHover, primarySoft, onPrimary } = colours;
  const { surface } = brandSurfaces[mode];
  const quiet = mix(surface, primary, 0.38);
  const values = {
    'primary-main': primary,
    'primary-mainChannel': channels(primary),
    'primary-light': primary,
    'primary-lightChannel': channels(primary),
    'primary-dark': primaryHover,
    'primary-darkChannel': channels(primaryHover),
    'primary-contrastText': onPrimary,
    'primary-contrastTextChannel': channels(onPrimary),
    'primary-soft': primarySoft,
    'action-selected': primarySoft,
    'LinearProgress-primaryBg': quiet,
    'Slider-primaryTrack': quiet,
    'Switch-primaryDisabledColor': quiet,
  };
  return Object.entries(values)
    .map(([name, value]) => `--stellwerk-palette-${name}:${value}`)
    .join(';');
}

/**
 * The style sheet of a primary colour. The selector is stronger than that of the theme, so the order in which the browser
 * gets them does not matter.
 */
export const brandStyle = (colour: string): string =>
  (['light', 'dark'] as const)
    .map((mode) => `html[data-theme="${mode}"]{${declarations(brandColours(colour, mode), mode)}}`)
    .join('');
