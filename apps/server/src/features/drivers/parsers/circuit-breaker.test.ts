import { describe, expect, it } from 'vitest';
import { createBreaker, maxHung } from './circuit-breaker.ts';

function breakerAt() {
  let nowMs = 0;
  const breaker = createBreaker({ clock: { now: () => new Date(nowMs) } });
  return {
    ...breaker,
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

describe('a parser that hangs', () => {
  it('pauses after a few hung calls, without other parsers', () => {
    const breaker = breakerAt();
    breaker.note('1', { hung: maxHung - 1, fine: 0, givenUp: 0 });
    expect(breaker.pausedMs('1')).toBe(0);
    breaker.note('1', { hung: 1, fine: 0, givenUp: 0 });
    expect([breaker.pausedMs('1'), breaker.pausedMs('2')]).toEqual([60_000, 0]);
  });

  it('gets one try after its pause, and a longer pause when it hangs again', () => {
    const breaker = breakerAt();
    const pauses = Array.from({ length: 6 }, () => {
      breaker.note('1', { hung: breaker.tries('1'), fine: 0, givenUp: 0 });
      const pausedMs = breaker.pausedMs('1');
      breaker.pass(pausedMs);
      expect([breaker.pausedMs('1'), breaker.tries('1')]).toEqual([0, 1]);
      return pausedMs;
    });
    expect(pauses).toEqual([60_000, 120_000, 240_000, 480_000, 900_000, 900_000]);
  });

  it('pauses when the rest of a batch was given up, whatever came before', () => {
    const breaker = breakerAt();
    breaker.note('1', { hung: 1, fine: 50, givenUp: 9 });
    expect(breaker.pausedMs('1')).toBe(60_000);
  });

  it('is reset by a success', () => {
    const breaker = breakerAt();
    breaker.note('1', { hung: maxHung, fine: 0, givenUp: 0 });
    breaker.pass(60_000);
    breaker.note('1', { hung: 0, fine: 5, givenUp: 0 });
    expect(breaker.tries('1')).toBe(maxHung);
  });

  it('does not pause for a bad packet now and then among good ones', () => {
    const breaker = breakerAt();
    for (let round = 0; round < 20; round++) breaker.note('1', { hung: 1, fine: 100, givenUp: 0 });
    expect(breaker.pausedMs('1')).toBe(0);
  });
});
