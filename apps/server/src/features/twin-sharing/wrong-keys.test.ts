import { expect, it } from 'vitest';
import { AppError } from '../../platform/errors/app-error.ts';
import { createWrongKeys } from './wrong-keys.ts';

function start(options: { max?: number; maxSources?: number } = {}) {
  let now = 0;
  const keys = createWrongKeys({ clock: { now: () => new Date(now) }, windowMs: 10_000, max: 2, ...options });
  return {
    pass(ms: number) {
      now += ms;
    },
    wrong: (source: string, key: string) => keys.count(source, Buffer.from(key)),
    check(source: string): number | 'allowed' {
      try {
        keys.check(source);
        return 'allowed';
      } catch (error) {
        return error instanceof AppError ? Number(error.params.retryAfterSeconds) : Number.NaN;
      }
    },
  };
}

it('locks a source out after so many different keys, and no other one, until the window ends', () => {
  const { wrong, check, pass } = start();
  wrong('a', '1');
  expect(check('a')).toBe('allowed');
  pass(4_000);
  wrong('a', '2');
  expect([check('a'), check('b')]).toEqual([6, 'allowed']);
  pass(6_000);
  expect(check('a')).toBe('allowed');
});

it('counts the same key once, however often it comes', () => {
  const { wrong, check } = start();
  for (let round = 0; round < 100; round += 1) wrong('a', 'ended');
  expect(check('a')).toBe('allowed');
});

it('begins a new window after the old one', () => {
  const { wrong, check, pass } = start();
  wrong('a', '1');
  pass(10_000);
  wrong('a', '2');
  expect(check('a')).toBe('allowed');
  wrong('a', '3');
  expect(check('a')).toBe(10);
});

it('holds no more sources than it may, and forgets the oldest first', () => {
  const { wrong, check } = start({ max: 1, maxSources: 2 });
  for (const source of ['a', 'b', 'c']) wrong(source, '1');
  expect([check('a'), check('b'), check('c')]).toEqual(['allowed', 10, 10]);
});
