import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandColours, brandStyle, brandSurfaces, contrastOf, readableContrast } from './branding-colours.ts';

const colour = fc
  .tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 255 })))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

describe('colours of a brand', () => {
  it('know the contrast of black and white', () => {
    expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrastOf('#777777', '#777777')).toBe(1);
  });

  it('are readable in both modes, whatever colour is chosen', () => {
    fc.assert(
      fc.property(colour, fc.constantFrom('light' as const, 'dark' as const), (chosen, mode) => {
        const { primary, primarySoft, onPrimary } = brandColours(chosen, mode);
        for (const behind of [...Object.values(brandSurfaces[mode]), primarySoft]) {
          expect(contrastOf(primary, behind)).toBeGreaterThanOrEqual(readableContrast);
        }
        expect(contrastOf(onPrimary, primary)).toBeGreaterThanOrEqual(readableContrast);
      }),
    );
  });

  it('keep a colour that is readable already', () => {
    expect(brandColours('#0b5cad', 'light').primary).toBe('#0b5cad');
  });

  it('become variables of the theme, for both modes', () => {
    expect(brandStyle('#0b5cad')).toMatch(
      /^html\[data-theme="light"\]\{--stellwerk-palette-primary-main:#0b5cad;.*\}html\[data-theme="dark"\]\{.*\}$/,
    );
  });
});
