import type { CanvasColours } from '../canvas/use-canvas-colours.ts';
import type { ChartColour } from './chart-model.ts';

type Channels = [red: number, green: number, blue: number];

/** Minimum contrast of a shape to its background (WCAG 2.2, 1.4.11). */
const leastContrast = 3;

function channelsOf(hex: string): Channels | undefined {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) return undefined;
  const [, red = '', green = '', blue = ''] = match;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Relative luminance (WCAG 2.2). */
function luminanceOf(channels: Channels): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(left: string, right: string): number {
  const [one, other] = [channelsOf(left), channelsOf(right)];
  if (!one || !other) return 1;
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

export function mixed(from: string, to: string, share: number): string {
  const [start, end] = [channelsOf(from), channelsOf(to)];
  if (!start || !end) return from;
  const channels = start.map((channel, index) => Math.round(channel + ((end[index] ?? channel) - channel) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes a user's own colour with the text colour until it has enough contrast in the current mode. */
export function legible(hex: string, { surface, text }: Pick<CanvasColours, 'surface' | 'text'>): string {
  const shares = [0, 0.15, 0.3, 0.45, 0.6, 0.75];
  const found = shares.map((share) => mixed(hex, text, share)).find((one) => contrastOf(one, surface) >= leastContrast);
  return found ?? text;
}

/** The colour of a widget in the current mode; unknown names give the theme's colour. */
export function colourOf(colour: ChartColour, colours: CanvasColours): string {
  if (colour.startsWith('#')) return legible(colour, colours);
  const [, place] = /^data([1-8])$/.exec(colour) ?? [];
  if (place) return colours.data[Number(place) - 1] ?? colours.primary;
  const { ok, warning, error, unknown } = colours.status;
  return new Map(Object.entries({ ok, warning, error, unknown })).get(colour) ?? colours.primary;
}
