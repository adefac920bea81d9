import { describe, expect, it } from 'vitest';
import { createSecurityPolicy } from './headers.ts';

const directives = (policy: string) => Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/)));

describe('the content security policy', () => {
  it('lets pages fetch from our own server alone', () => {
    const policy = directives(createSecurityPolicy([])('index.html'));
    expect(policy).toMatchObject({ 'connect-src': "'self'", 'img-src': "'self' data: blob:" });
  });

  it('adds exactly the hosts of the map styles, to the pages that have maps', () => {
    const policyOf = createSecurityPolicy(['https://tiles.example', 'https://fonts.example']);
    for (const page of ['index.html', 'public.html']) {
      expect(directives(policyOf(page))).toMatchObject({
        'connect-src': "'self' https://tiles.example https://fonts.example",
        'img-src': "'self' data: blob: https://tiles.example https://fonts.example",
        'script-src': "'self'",
      });
    }
    expect(policyOf('chart-frame.html')).not.toContain('example');
    expect(directives(policyOf('chart-frame.html'))).toMatchObject({
      'connect-src': "'none'",
      'script-src': "'self'",
      'worker-src': 'blob:',
      sandbox: 'allow-scripts',
    });
    expect(policyOf('anything.pdf')).toBe("default-src 'none'; frame-ancestors 'none'");
  });
});
