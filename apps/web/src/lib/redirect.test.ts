import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeRedirect } from './redirect.ts';

describe('safeRedirect', () => {
  it.each(['/home', '/virtual-devices/7?tab=live&range=24h', '/login-history', '/a//b', '/päth'])(
    'accepts %s',
    (path) => {
      expect(safeRedirect(path)).toBe(path);
    },
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /home',
    'home',
    '',
    '/',
    '/login',
    '/login?redirect=%2Flogin',
  ])('refuses %j', (path) => {
    expect(safeRedirect(path)).toBeUndefined();
  });

  it('refuses values that are not texts', () => {
    expect([undefined, null, 7, ['/home'], {}].map(safeRedirect)).toEqual(Array(5).fill(undefined));
  });

  it('never lets a browser leave the site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '\r',
      '.',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      'http',
      ' ',
      '%2f',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = safeRedirect(pieces.join(''));
        if (path !== undefined) expect(new URL(path, 'https://app.example').origin).toBe('https://app.example');
      }),
      { numRuns: 2_000 },
    );
  });
});
