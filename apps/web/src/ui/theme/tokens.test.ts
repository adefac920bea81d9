import { describe, expect, it } from 'vitest';
import { dark, light, type Tokens } from './tokens.ts';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, contrast ratio. */
function contrast(a: string, b: string): number {
  const [bright = 0, dim = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (bright + 0.05) / (dim + 0.05);
}

const grounds = ['background', 'surface', 'surfaceRaised'] as const;
const texts = ['text', 'textSecondary', 'textMuted', 'primary'] as const;
const statuses = ['ok', 'warning', 'error', 'unknown', 'info'] as const;

describe.each([
  ['light', light],
  ['dark', dark],
] as [string, Tokens][])('%s tokens', (_, tokens) => {
  it.each(texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)))(
    '%s is legible on %s',
    (text, ground) => {
      expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(statuses)('%s is legible on its soft background, on surfaces and when filled', (status) => {
    expect(contrast(tokens[status], tokens[`${status}Soft`])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tokens[status], tokens.surface)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tokens.onStatus, tokens[status])).toBeGreaterThanOrEqual(4.5);
  });

  it('keeps text legible on selected and primary colours', () => {
    expect(contrast(tokens.primary, tokens.primarySoft)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tokens.textSecondary, tokens.primarySoft)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tokens.onPrimary, tokens.primary)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tokens.onPrimary, tokens.primaryHover)).toBeGreaterThanOrEqual(4.5);
  });

  it('keeps chart lines visible on their background', () => {
    for (const colour of tokens.data) expect(contrast(colour, tokens.surface)).toBeGreaterThanOrEqual(2.5);
  });
});
