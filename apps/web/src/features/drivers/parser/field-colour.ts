import type { Theme } from '@mui/material';

const dataColours = [1, 2, 3, 4, 5, 6, 7, 8] as const;

const colourOf = (theme: Theme, index: number) =>
  (theme.vars ?? theme).palette.data[dataColours[index % dataColours.length] ?? 1];

/** The colour of the n-th field, in the strip and in front of its row. */
export const fieldColour = (index: number) => (theme: Theme) => colourOf(theme, index);

/** The same, quiet enough to stand behind text. */
export const fieldBackground = (index: number) => (theme: Theme) =>
  `color-mix(in srgb, ${colourOf(theme, index)} 22%, transparent)`;
