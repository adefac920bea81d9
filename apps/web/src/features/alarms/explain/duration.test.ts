import { describe, expect, it } from 'vitest';
import { durationParts } from './use-duration-text.ts';

const text = (durationMs: number) =>
  durationParts(durationMs)
    .map(({ name, count }) => `${count} ${name}`)
    .join(' ');

describe('a duration', () => {
  it.each([
    [0, '0 second'],
    [999, '0 second'],
    [61_000, '1 minute 1 second'],
    [3_600_000, '1 hour'],
    [3_660_000, '1 hour 1 minute'],
    [2 * 86_400_000 + 3_600_000 + 60_000, '2 day 1 hour'],
  ])('%i ms reads as %s', (durationMs, expected) => expect(text(durationMs)).toBe(expected));
});
