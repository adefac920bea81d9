import { describe, expect, it } from 'vitest';
import { readFactor } from './second-factor.ts';

describe('readFactor', () => {
  it.each([
    ['code', '123456', '123456'],
    ['code', ' 123 456 ', '123456'],
    ['code', '12345', undefined],
    ['code', '12345a', undefined],
    ['recovery', 'abcde-fgh23', 'abcde-fgh23'],
    ['recovery', ' ABCDE FGH23 ', 'abcde-fgh23'],
    ['recovery', 'abcdefgh23', 'abcde-fgh23'],
    ['recovery', 'abcde-fgh2', undefined],
    ['recovery', '123456', undefined],
  ] as const)('reads a %s from %j', (kind, typed, expected) => {
    expect(readFactor(kind, typed)).toBe(expected);
  });
});
