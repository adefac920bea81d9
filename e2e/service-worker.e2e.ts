import { expect, it } from 'vitest';
import { firstVisit } from './browser.ts';

it('installs a service worker that caches hashed files and never responds for the API', async () => {
  const { page, open } = await firstVisit();
  await open('/login');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await page.locator('input[name=password]').waitFor();
  const kept = await page.evaluate(async () => {
    const caches = await window.caches.keys();
    const stores = await Promise.all(caches.map((name) => window.caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return requests.map((request) => new URL(request.url).pathname);
  });
  expect(kept.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(0);
  expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
});
