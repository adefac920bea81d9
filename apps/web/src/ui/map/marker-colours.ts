import type { CanvasColours } from '../canvas/use-canvas-colours.ts';
import type { Status } from '../status/StatusChip.tsx';

/** Fill of a marker and the colour of its text. */
export interface MarkerColours {
  fill: string;
  on: string;
}

/** Relative luminance (WCAG 2.2). */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** At this luminance black and white text have the same contrast. */
const middle = 0.179;

export const readableOn = (hex: string): string => (luminanceOf(hex) > middle ? 'black' : 'white');

const isStatus = (theme: CanvasColours, word: string): word is Status => Object.hasOwn(theme.status, word);

/** `ok`, `warning`, …, `primary` and `data1` to `data8` follow the theme; `#rrggbb` is used unchanged. */
export function markerColours(status: Status, colour: string | undefined, theme: CanvasColours): MarkerColours {
  const named = colour ?? status;
  const [, number] = /^data([1-8])$/.exec(named) ?? [];
  const ofTheme = () => {
    if (isStatus(theme, named)) return theme.status[named];
    if (named === 'primary') return theme.primary;
    return number === undefined ? undefined : theme.data[Number(number) - 1];
  };
  const fill = /^#[0-9a-f]{6}$/i.test(named) ? named : (ofTheme() ?? theme.status[status]);
  return { fill, on: readableOn(fill) };
}
