import { expect, it } from 'vitest';
import { program } from './program.ts';

const policyOf = async (path: string) => {
  const answer = await fetch(`${program().baseUrl}${path}`);
  expect(answer.status).toBe(200);
  return answer.headers.get('content-security-policy') ?? '';
};

it('serves the app without framing and without foreign scripts', async () => {
  const policy = await policyOf('/');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("default-src 'none'");
});

it('allows framing of the public page', async () => {
  expect(await policyOf('/public.html')).toContain('frame-ancestors *');
});

it('sandboxes the chart frame without network access', async () => {
  const policy = await policyOf('/chart-frame.html');
  expect(policy).toContain('sandbox allow-scripts');
  expect(policy).toContain("connect-src 'none'");
});

it('caches hashed files for a year and pages not at all', async () => {
  const page = await fetch(program().baseUrl);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const asset = /assets\/vendor-[^"]+\.js/.exec(await page.text())?.[0];
  const answer = await fetch(`${program().baseUrl}/${asset}`, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
});

it.each(['/..%2f..%2fpackage.json', '/assets/..%2f..%2fpackage.json', '/.stamp', '/%2e%2e/package.json'])(
  'does not serve %s',
  async (path) => {
    const answer = await fetch(`${program().baseUrl}${path}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  },
);
