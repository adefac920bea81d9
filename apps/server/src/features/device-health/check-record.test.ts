import { describe, expect, it } from 'vitest';
import { createCheckRecords } from './check-record.ts';

const minute = 60_000;
const failure = { code: 'SCRIPT_TIMEOUT', params: { limitMs: 200 } } as const;

function start() {
  let nowMs = 0;
  const records = createCheckRecords(() => nowMs);
  return {
    ...records,
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('checks that hit the limits', () => {
  it('pause after some strikes, for a while', () => {
    const { of, strike, isPaused, wait } = start();
    const record = of('for (;;) {}');
    for (let n = 0; n < 5; n += 1) strike(record, 1, failure);
    expect(isPaused(record)).toBe(false);
    strike(record, 1, failure);
    expect([isPaused(record), isPaused(of('return 1'))]).toEqual([true, false]);
    wait(11 * minute);
    expect(isPaused(record)).toBe(false);
    strike(record, 1, failure);
    expect(isPaused(record)).toBe(false);
  });

  it('in ever new forms block further attempts of their account', () => {
    const { of, strike, isAccountPaused, wait } = start();
    for (let n = 0; n < 19; n += 1) strike(of(`for (;;) { ${n} }`), 1, failure);
    expect(isAccountPaused(1)).toBe(false);
    strike(of('for (;;) { "last" }'), 1, failure);
    expect([isAccountPaused(1), isAccountPaused(2)]).toEqual([true, false]);
    wait(11 * minute);
    expect(isAccountPaused(1)).toBe(false);
  });

  it('with the values of one device are not asked about that one, for a while', () => {
    const { of, blame, isBlamed, wait } = start();
    const record = of('while (states.n > 5) {}');
    blame(record, 7);
    expect([isBlamed(record, 7), isBlamed(record, 8), isBlamed(of('return 1'), 7)]).toEqual([true, false, false]);
    wait(11 * minute);
    expect(isBlamed(record, 7)).toBe(false);
  });
});
