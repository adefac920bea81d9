import { describe, expect, it } from 'vitest';
import { fromHours, toHours, unitOf } from './duration.ts';

describe('durations', () => {
  it.each([
    [10, 'minutes'],
    [45, 'minutes'],
    [7, 'hours'],
    [2, 'days'],
  ] as const)('%i %s are read unchanged', (amount, unit) => {
    const hours = toHours(amount, unit);
    expect(unitOf(hours)).toBe(unit);
    expect(fromHours(hours, unit)).toBe(amount);
  });
});
