import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './cipher.ts';
import { generateKeyText, secretKeyOf } from './key.ts';

const key = secretKeyOf(generateKeyText(), 'test');
const binding = { owner: 'connector:1', name: 'password' };

describe('a sealed secret', () => {
  it('is read again, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, owner, name) => {
        expect(unseal(key, seal(key, text, { owner, name }), { owner, name })).toBe(text);
      }),
    );
  });

  it('names its version and key, and shows nothing of the text', () => {
    const sealed = seal(key, 'open sesame', binding);
    expect(sealed.startsWith(`v1.${key.id}.`)).toBe(true);
    expect(Buffer.from(sealed.split('.')[2]!, 'base64url').includes('sesame')).toBe(false);
  });

  it('differs each time', () => {
    expect(seal(key, 'same', binding)).not.toBe(seal(key, 'same', binding));
  });

  it.each([
    ['another owner', { owner: 'connector:2', name: 'password' }],
    ['another name', { owner: 'connector:1', name: 'token' }],
    ['parts joined differently', { owner: 'connector:1","password', name: '' }],
  ])('is refused for %s', (_, other) => {
    expect(unseal(key, seal(key, 'text', binding), other)).toBeUndefined();
  });

  it('is refused with another key, even one that claims the same id', () => {
    const other = secretKeyOf(generateKeyText(), 'test');
    const sealed = seal(key, 'text', binding);
    expect(unseal(other, sealed, binding)).toBeUndefined();
    expect(unseal({ ...other, id: key.id }, sealed, binding)).toBeUndefined();
  });

  it('is refused when any bit of it was changed', () => {
    const sealed = seal(key, 'text', binding);
    const [version, id, body] = sealed.split('.');
    const bytes = Buffer.from(body!, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(unseal(key, `${version}.${id}.${changed.toString('base64url')}`, binding)).toBeUndefined();
    }
  });

  it.each(['', 'v1', `v1.${key.id}.`, `v2.${key.id}.AAAA`, `v1.${key.id}.AAAA`, 'plain text', '...'])(
    'is not mistaken for %j',
    (text) => {
      expect(unseal(key, text, binding)).toBeUndefined();
    },
  );
});

it('a key shows nothing of itself to a log', () => {
  const text = generateKeyText();
  expect(inspect(secretKeyOf(text, 'test'), { depth: 9, showHidden: true })).not.toContain(text);
  expect(JSON.stringify(secretKeyOf(text, 'test'))).not.toMatch(/[A-Za-z0-9_-]{20}/);
});
