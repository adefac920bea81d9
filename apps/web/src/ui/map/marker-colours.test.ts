import { describe, expect, it } from 'vitest';
import type { CanvasColours } from '../canvas/use-canvas-colours.ts';
import { dark, light, type Tokens } from '../theme/tokens.ts';
import { markerColours, readableOn } from './marker-colours.ts';

const themeOf = ({ data, primary, ok, warning, error, unknown, info }: Tokens) =>
  ({ data: [...data], primary, status: { ok, warning, error, unknown, info } }) as CanvasColours;

describe('markerColours', () => {
  it('follows the status by default', () => {
    expect(markerColours('warning', undefined, themeOf(light))).toEqual({ fill: light.warning, on: 'white' });
    expect(markerColours('warning', undefined, themeOf(dark))).toEqual({ fill: dark.warning, on: 'black' });
  });

  it('accepts the colour names of the theme', () => {
    expect(markerColours('ok', 'error', themeOf(light)).fill).toBe(light.error);
    expect(markerColours('ok', 'primary', themeOf(light)).fill).toBe(light.primary);
    expect(markerColours('ok', 'data2', themeOf(light))).toEqual({ fill: light.data[1], on: 'black' });
  });

  it('accepts hex colours, and refuses any other text', () => {
    expect(markerColours('ok', '#101820', themeOf(light))).toEqual({ fill: '#101820', on: 'white' });
    expect(markerColours('ok', 'url(x)', themeOf(light)).fill).toBe(light.ok);
    expect(markerColours('ok', 'constructor', themeOf(light)).fill).toBe(light.ok);
  });
});

describe('readableOn', () => {
  it('is black on light and white on dark colours', () => {
    expect(['#ffffff', '#ffe000', '#00c853'].map(readableOn)).toEqual(['black', 'black', 'black']);
    expect(['#000000', '#0b6e75', '#7a1fa2'].map(readableOn)).toEqual(['white', 'white', 'white']);
  });
});
