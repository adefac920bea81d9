import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './runner.ts';

describe('the delay after failures', () => {
  it.each([
    [0, 5_000],
    [1, 15_000],
    [2, 60_000],
    [3, 300_000],
    [4, 300_000],
    [100, 300_000],
  ])('after %i failures before is about %i ms', (failures, ms) => {
    expect(retryAfterMs(failures, 0.5)).toBe(ms);
    expect(retryAfterMs(failures, 0)).toBe(ms * 0.8);
    expect(retryAfterMs(failures, 1)).toBeCloseTo(ms * 1.2);
  });
});
