import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { generateKeyText, secretKeyOf, weaknessOf } from './key.ts';

it.each([
  ['short', 'short', 'is shorter than 32 characters'],
  ['one letter', 'a'.repeat(64), 'repeats itself'],
  ['few letters', 'abcabbacaabbccabcacbabcbabbcaacb', 'repeats itself'],
  ['a word again and again', 'correcthorsebatterycorrecthorsebattery', 'repeats itself'],
  ['a repetition that breaks off', 'K7m2Qx9LwT4vK7m2Qx9LwT4vK7m2Qx9Lw', 'repeats itself'],
  ['an example', 'please-change-me-before-production-1', 'looks like a placeholder'],
  ['a name', 'my-super-SECRET-key-for-this-server!', 'looks like a placeholder'],
  ['the row of digits', '1234567890abcdefghijklmnopqrstuvwxyz', 'looks like a placeholder'],
])('refuses %s', (_, text, weakness) => {
  expect(weaknessOf(text)).toBe(weakness);
  expect(() => secretKeyOf(text, 'SECRET_KEY')).toThrow(`SECRET_KEY ${weakness}`);
});

it('never shows the key in its refusal', () => {
  const text = 'changeme-K7m2Qx9LwT4vB8nR3zY6pD1';
  expect(() => secretKeyOf(text, 'SECRET_KEY')).toThrow(expect.not.stringContaining('K7m2'));
});

it('takes random keys in all usual spellings', () => {
  for (let round = 0; round < 500; round += 1) {
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      expect(weaknessOf(randomBytes(32).toString(encoding))).toBeUndefined();
    }
    expect(weaknessOf(randomBytes(16).toString('hex'))).toBeUndefined();
  }
});

it('gives the same id to the same text and another one to another', () => {
  const text = generateKeyText();
  expect(secretKeyOf(text, 'a').id).toBe(secretKeyOf(text, 'b').id);
  expect(secretKeyOf(text, 'a').id).not.toBe(secretKeyOf(generateKeyText(), 'a').id);
});
