import { describe, expect, it } from 'vitest';
import { keyOf } from './server.ts';

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

describe('the key of a caller', () => {
  it.each<[string, Record<string, string | string[]>, Record<string, unknown>, string | undefined]>([
    ['its own header', { 'x-api-key': 'k' }, {}, 'k'],
    ['a bearer token, however it is written', { authorization: 'bEARER k' }, {}, 'k'],
    ['the password of Basic, colons included', basic('user:a:b'), {}, 'a:b'],
    ['Basic without a user', basic(':k'), {}, 'k'],
    ['the address', {}, { auth: 'k' }, 'k'],
    ['nowhere', {}, {}, undefined],
    ['an empty header', { 'x-api-key': '' }, { auth: '' }, undefined],
    ['a header that is sent twice', { 'x-api-key': ['k', 'l'] }, {}, undefined],
    ['a list in the address', {}, { auth: ['k'] }, undefined],
    ['another scheme', { authorization: 'Digest k' }, {}, undefined],
  ])('is found in %s', (_name, headers, query, key) => {
    expect(keyOf({ headers, query })).toBe(key);
  });
});
