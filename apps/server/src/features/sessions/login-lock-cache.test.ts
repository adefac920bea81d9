import { describe, expect, it } from 'vitest';
import { createRecentLocks } from './login-lock-cache.ts';

function setUp() {
  let nowMs = 0;
  const locks = createRecentLocks({ clock: { now: () => new Date(nowMs) } });
  return {
    locks,
    later: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('recent locks', () => {
  it('refuse names that were locked a moment ago, and no others', () => {
    const { locks } = setUp();
    locks.remember(['address:a']);
    expect(locks.refuses(['name:x', 'address:a'])).toBe(true);
    expect(locks.refuses(['name:x', 'address:b'])).toBe(false);
  });

  it('let one attempt read the lock again after a moment', () => {
    const { locks, later } = setUp();
    locks.remember(['address:a']);
    later(1_000);
    expect([1, 2, 3].map(() => locks.refuses(['name:x', 'address:a']))).toEqual([false, true, true]);
  });

  it('let all attempts through once the lock has been lifted', () => {
    const { locks, later } = setUp();
    locks.remember(['address:a']);
    later(1_000);
    locks.refuses(['name:x', 'address:a']);
    locks.forget(['name:x', 'address:a']);
    expect([1, 2].map(() => locks.refuses(['name:x', 'address:a']))).toEqual([false, false]);
  });
});
