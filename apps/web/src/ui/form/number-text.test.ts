import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberToText, parseNumberText } from './number-text.ts';

describe('parseNumberText', () => {
  it.each([
    ['de-DE', '22,4', 22.4],
    ['de-DE', '22.4', 22.4],
    ['de-DE', '1.284', 1284],
    ['de-DE', '1.284,5', 1284.5],
    ['de-DE', '1.284.000', 1_284_000],
    ['de-DE', '-0,5', -0.5],
    ['de-DE', '−3', -3],
    ['de-DE', '0.125', 0.125],
    ['de-DE', ' 12 500 ', 12_500],
    ['en-GB', '22.4', 22.4],
    ['en-GB', '22,4', 22.4],
    ['en-GB', '1,284', 1284],
    ['en-GB', '1,284.5', 1284.5],
    ['en-GB', '1e3', 1000],
  ])('%s: %s', (locale, text, number) => {
    expect(parseNumberText(text, locale)).toBe(number);
  });

  it('distinguishes empty from invalid', () => {
    expect(parseNumberText('  ', 'de-DE')).toBeUndefined();
    for (const text of ['abc', '1,2,3', '--1', '1.2.3', '0x10', 'Infinity']) {
      expect(parseNumberText(text, 'de-DE')).toBeNaN();
    }
  });

  it('reads every number it wrote', () => {
    const numbers = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => Number(value.toFixed(4)));
    fc.assert(
      fc.property(fc.constantFrom('de-DE', 'en-GB'), numbers, (locale, value) => {
        expect(parseNumberText(numberToText(value, locale), locale)).toBeCloseTo(value, 10);
      }),
    );
  });
});
