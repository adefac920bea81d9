import { describe, expect, it } from 'vitest';
import { bytesOf, type Encoding } from './payload.ts';

describe('the bytes of a payload', () => {
  it.each<[string, Encoding, string]>([
    ['00fF', 'base16', '00ff'],
    ['', 'base16', ''],
    ['AP8=', 'base64', '00ff'],
    ['AP/+', 'base64', '00fffe'],
    ['ü1', 'utf8', 'c3bc31'],
  ])('are read from %j as %s', (payload, encoding, hex) => {
    expect(bytesOf(payload, encoding)?.toString('hex')).toBe(hex);
  });

  it.each<[string, Encoding]>([
    ['0', 'base16'],
    ['0g', 'base16'],
    ['00 ff', 'base16'],
    ['AP8', 'base64'],
    ['AP8=A', 'base64'],
    ['A_8=', 'base64'],
  ])('are not read from %j as %s', (payload, encoding) => {
    expect(bytesOf(payload, encoding)).toBeUndefined();
  });
});
