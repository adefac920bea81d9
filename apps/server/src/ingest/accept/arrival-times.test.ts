import { maxClockSkewMs } from '@stellwerk/contract/state';
import { describe, expect, it } from 'vitest';
import { createArrivalTimes } from './arrival-times.ts';

describe('the time of arrival', () => {
  it('is that of the clock, once for each sender', () => {
    const timeOf = createArrivalTimes();
    expect([timeOf('a', 100), timeOf('b', 100), timeOf('a', 100), timeOf('a', 100), timeOf('b', 105)]).toEqual([
      100, 100, 101, 102, 105,
    ]);
  });

  it('goes on from the last one while the clock is behind it by less than clocks may be wrong', () => {
    const timeOf = createArrivalTimes();
    expect([timeOf('a', 500_000), timeOf('a', 500_000 - maxClockSkewMs + 1)]).toEqual([500_000, 500_001]);
    expect([timeOf('b', 500_000), timeOf('b', 500_000 - maxClockSkewMs)]).toEqual([500_000, 500_000 - maxClockSkewMs]);
  });

  it('of a sender is still remembered after many others', () => {
    const timeOf = createArrivalTimes();
    timeOf('a', 100);
    for (let other = 0; other < 60_000; other += 1) timeOf(`other ${other}`, 100);
    expect(timeOf('a', 100)).toBe(101);
  });
});
