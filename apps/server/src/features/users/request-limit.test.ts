import { expect, it } from 'vitest';
import { AppError } from '../../platform/errors/app-error.ts';
import { createRequestLimit } from './request-limit.ts';

function start(options: { max: number; maxKeys?: number }) {
  let now = 0;
  const limit = createRequestLimit({ clock: { now: () => new Date(now) }, windowMs: 10_000, ...options });
  return {
    pass(ms: number) {
      now += ms;
    },
    ask(key: string): number | 'allowed' {
      try {
        limit(key);
        return 'allowed';
      } catch (error) {
        return error instanceof AppError ? Number(error.params.retryAfterSeconds) : Number.NaN;
      }
    },
  };
}

it('allows so many in a window, for each key by itself, and says when it ends', () => {
  const { ask, pass } = start({ max: 2 });
  expect([ask('a'), ask('a')]).toEqual(['allowed', 'allowed']);
  pass(4_000);
  expect([ask('a'), ask('b')]).toEqual([6, 'allowed']);
  pass(6_000);
  expect(ask('a')).toBe('allowed');
});

it('holds no more keys than it may, and forgets the oldest first', () => {
  const { ask } = start({ max: 1, maxKeys: 2 });
  expect([ask('a'), ask('b'), ask('c')]).toEqual(['allowed', 'allowed', 'allowed']);
  expect([ask('c'), ask('a')]).toEqual([10, 'allowed']);
});
