import { describe, expect, it } from 'vitest';
import { normaliseDomain } from './domain.service.ts';

describe('a domain of an account', () => {
  it.each([
    ['example.com', 'example.com'],
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['a-b.c1.example.com', 'a-b.c1.example.com'],
    ['zähler.de', 'xn--zhler-gra.de'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['ｅxample.com', 'example.com'],
  ])('%s is %s', (text, domain) => {
    expect(normaliseDomain(text, undefined)).toBe(domain);
  });

  it.each([
    '',
    'example',
    'localhost',
    'x.localhost',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '::1',
    'https://example.com',
    'example.com/path',
    'example.com:8080',
    'user@example.com',
    'exa mple.com',
    '-a.example.com',
    'a..example.com',
    'a_b.example.com',
    '*.example.com',
    'example.1',
    `${'a'.repeat(64)}.de`,
    `${'abc.'.repeat(70)}de`,
    'stellwerk.example.com',
  ])('%j is none', (text) => {
    expect(normaliseDomain(text, 'stellwerk.example.com')).toBeUndefined();
  });
});
