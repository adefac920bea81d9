import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { firstVisit, signIn, visit, visitSignedIn } from './browser.ts';

/**
 * The browser's sizes omit files that were preloaded or came through the service worker; so every requested script is
 * fetched again and measured here.
 */
async function gzippedBytes(address: string): Promise<number> {
  const answer = await fetch(address);
  expect([address, answer.status]).toEqual([address, 200]);
  return gzipSync(await answer.bytes(), { level: 9 }).length;
}

describe('signing in', () => {
  it('opens the start page, and signing out opens the login', async () => {
    const { page, open } = await visit();
    await open('/login');
    await signIn(page);
    expect(new URL(page.url()).hash).toBe('#/home');
    await page.getByRole('button', { name: /Benutzermenü/ }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await page.locator('input[name=password]').waitFor();
    expect(new URL(page.url()).hash).toBe('#/login');
    await page.goto(page.url().replace(/#.*/, '#/home'));
    await page.waitForURL(/#\/login\?redirect=/);
  });

  it('keeps no token where scripts could read it', async () => {
    const { page } = await visitSignedIn('/home');
    const readable = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(readable).not.toContain('stellwerk_session');
    expect(readable).not.toMatch(/token/i);
  });
});

/** A set that grows with the requests of the page from now on. */
function scriptsOf(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (/\.js$/.test(new URL(request.url()).pathname)) scripts.add(request.url());
  });
  return scripts;
}

describe('the login page', () => {
  it('needs at most 250 kB of JavaScript in total', async () => {
    const { page, open } = await firstVisit();
    const scripts = scriptsOf(page);
    await open('/login');
    await page.locator('input[name=password]').fill('x');
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all([...scripts].map(gzippedBytes));
    expect([...scripts]).toContainEqual(expect.stringMatching(/\/assets\/vendor-/));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
  });

  // Each file costs a round trip to the server; there were more than 200 once.
  it('opens a start page with few files', async () => {
    const { page, open } = await firstVisit();
    await open('/login');
    const scripts = scriptsOf(page);
    await signIn(page);
    await page.waitForLoadState('networkidle');
    expect(scripts.size).toBeGreaterThan(5);
    expect(scripts.size).toBeLessThan(70);
  });
});
