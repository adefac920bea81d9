import { describe, expect, it } from 'vitest';
import { formatsFor } from './formats.ts';

const de = formatsFor('de', 'Europe/Berlin');
const en = formatsFor('en', 'UTC');
const noon = '2026-03-01T11:00:00Z';

describe('formats', () => {
  it('writes numbers in the format of the language', () => {
    expect(de.number(18204.3)).toBe('18.204,3');
    expect(en.number(18204.3)).toBe('18,204.3');
    expect(de.number(5, { minimum: 2 })).toBe('5,00');
    expect(de.percent(0.994)).toBe('99,4 %');
  });

  it('writes times in the given time zone and adds its name to exact times', () => {
    expect(de.dateTime(noon)).toBe('01.03.2026, 12:00');
    expect(de.exactTime(noon)).toBe('01.03.2026, 12:00:00 MEZ');
    expect(en.dateTime(noon)).toBe('1 Mar 2026, 11:00');
    expect(en.date(noon)).toBe('1 Mar 2026');
  });

  it.each([
    [0, 'jetzt'],
    [-4_000, 'jetzt'],
    [-59_000, 'vor 59 Sek.'],
    [-60_000, 'vor 1 Min.'],
    [-3_599_000, 'vor 59 Min.'],
    [-2 * 3_600_000, 'vor 2 Std.'],
    [-3 * 86_400_000, 'vor 3 Tagen'],
    [-400 * 86_400_000, 'vor 1 Jahr'],
    [2 * 3_600_000, 'in 2 Std.'],
  ])('writes a distance of %d ms in words', (offsetMs, text) => {
    const nowMs = Date.parse(noon);
    expect(de.relativeTime(nowMs + offsetMs, nowMs)).toBe(text);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1024, '1 kB'],
    [1_500_000, '1,5 MB'],
    [10_485_760, '10,5 MB'],
    [2e18, '2.000 PB'],
  ])('counts %d bytes with base 1000', (sizeBytes, text) => {
    expect(de.bytes(sizeBytes)).toBe(text);
  });
});
