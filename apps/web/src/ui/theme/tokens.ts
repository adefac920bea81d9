/** Values of the design. The theme is built from these; features use the theme's names, never the values. */
export interface Tokens {
  background: string;
  surface: string;
  surfaceRaised: string;
  border: string;
  borderStrong: string;
  text: string;
  textSecondary: string;
  textMuted: string;
  primary: string;
  primaryHover: string;
  primarySoft: string;
  onPrimary: string;
  ok: string;
  okSoft: string;
  warning: string;
  warningSoft: string;
  error: string;
  errorSoft: string;
  unknown: string;
  unknownSoft: string;
  info: string;
  infoSoft: string;
  /** Text on a filled status colour. */
  onStatus: string;
  /** Series colours of charts: legible in both modes and distinguishable for colour-blind users. */
  data: readonly [string, string, string, string, string, string, string, string];
  grid: string;
}

export const light: Tokens = {
  background: '#f6f7f8',
  surface: '#ffffff',
  surfaceRaised: '#f0f3f4',
  border: '#e0e5e8',
  borderStrong: '#c8d0d5',
  text: '#16212a',
  textSecondary: '#56646e',
  textMuted: '#63717b',
  primary: '#0b6e75',
  primaryHover: '#095a60',
  primarySoft: '#e2f1f2',
  onPrimary: '#ffffff',
  ok: '#197a44',
  okSoft: '#e4f4ea',
  warning: '#96610b',
  warningSoft: '#fdf1d7',
  error: '#bf3429',
  errorSoft: '#fce8e6',
  unknown: '#5f6c76',
  unknownSoft: '#edf1f3',
  info: '#2a66cc',
  infoSoft: '#e6effc',
  onStatus: '#ffffff',
  data: ['#0b7a82', '#e07a3f', '#5b6fd6', '#c2477f', '#6f9a35', '#c19a1f', '#3f97d4', '#8a6e5a'],
  grid: '#e9edef',
};

export const dark: Tokens = {
  background: '#0f1518',
  surface: '#161e22',
  surfaceRaised: '#1d272c',
  border: '#29353b',
  borderStrong: '#3a4850',
  text: '#e6edf0',
  textSecondary: '#a3b2ba',
  textMuted: '#82929b',
  primary: '#4cc3cb',
  primaryHover: '#6fd3d9',
  primarySoft: '#11343a',
  onPrimary: '#04282b',
  ok: '#57c88f',
  okSoft: '#12301f',
  warning: '#e2b452',
  warningSoft: '#362a10',
  error: '#f37d72',
  errorSoft: '#3a1916',
  unknown: '#93a1aa',
  unknownSoft: '#232d32',
  info: '#7fb0ff',
  infoSoft: '#14263f',
  onStatus: '#0f1518',
  data: ['#3fb9c2', '#f0975f', '#8b9af0', '#e277a8', '#9cc45f', '#e0bf55', '#6fb9ec', '#b39680'],
  grid: '#212c31',
};

/** Sizes in pixels. */
export const sizes = {
  unit: 8,
  radius: 8,
  radiusSmall: 6,
  drawerWidth: 260,
  drawerMiniWidth: 64,
  toolbarHeight: 56,
  controlHeight: 36,
  pageMargin: 24,
  pageMarginPhone: 16,
} as const;

export const breakpoints = { xs: 0, sm: 600, md: 960, lg: 1264, xl: 1904 } as const;

export const fontFamily = '"Inter Variable", system-ui, sans-serif';
export const monospaceFamily = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';
