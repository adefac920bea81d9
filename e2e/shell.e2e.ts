import { screens } from '@stellwerk/contract/screens';
import { describe, expect, it } from 'vitest';
import { phone, visit, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

describe('the shell', () => {
  it('shows the drawer by permission and marks the current page', async () => {
    const { page } = await visitSignedIn('/virtual-devices');
    const drawer = page.getByRole('navigation').first();
    await drawer.getByRole('link', { name: 'Konnektoren' }).waitFor();
    await expect.poll(() => drawer.locator('[aria-current=page]').textContent()).toBe('Virtuelle Geräte');
    expect(await drawer.getByRole('link', { name: 'Originatoren' }).count()).toBe(0);
  });

  it('hides screens that are not built yet from the drawer; their address says so', async () => {
    const { page, open } = await visitSignedIn('/home');
    const drawer = page.getByRole('navigation').first();
    await drawer.getByRole('link', { name: 'Konnektoren' }).waitFor();
    expect(await drawer.getByRole('link', { name: 'Warn-App verwalten' }).count()).toBe(0);
    await open('/is-warnapp-admin');
    await page.getByRole('heading', { name: 'Noch nicht verfügbar' }).waitFor();
  });

  it('switches language and theme, and remembers both', async () => {
    // A person of its own: the choices follow the user into the browsers of other tests.
    const person = await makePerson(openDatabase(), {
      firstName: 'Wanda',
      lastName: 'Wechsel',
      permissions: ['VirtualDevice.read'],
    });
    const { page } = await visitSignedIn('/home', {}, person);
    await page.getByRole('button', { name: /Benutzermenü/ }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('link', { name: 'Virtual devices' }).waitFor();
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'Virtual devices' }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  it('works on a phone: the drawer opens as a sheet and closes after a choice', async () => {
    const { page } = await visitSignedIn('/home', phone);
    await page.getByRole('button', { name: 'Menü öffnen' }).click();
    await page.getByRole('link', { name: 'Dashboards' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboards' }).waitFor();
    await page.getByRole('link', { name: 'Dashboards' }).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });

  it('sends an unknown address to the error page', async () => {
    const { page, baseUrl } = await visit();
    await page.goto(`${baseUrl}/#/no-such-place`);
    await page.waitForURL(/#\/error/);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('says so when the server is unreachable, and recovers', async () => {
    const { page, context } = await visitSignedIn('/home');
    await context.setOffline(true);
    await page.getByText('Keine Verbindung', { exact: false }).waitFor();
    await context.setOffline(false);
    await page.getByText('Keine Verbindung', { exact: false }).waitFor({ state: 'hidden' });
  });

  it('keeps the session while the server fails for a moment', async () => {
    const { page, context, open } = await visitSignedIn('/home');
    await context.route('**/auth/verify*', (route) => route.fulfill({ status: 502 }));
    await open('/dashboards');
    expect(new URL(page.url()).hash).toBe('#/dashboards');
  });
});

describe('every screen of the specification', () => {
  it('requires strangers to sign in, unless it is public', async () => {
    const { page, baseUrl } = await visit();
    for (const screen of screens.filter(({ rule }) => rule !== 'public').slice(0, 12)) {
      await page.goto(`${baseUrl}/#${screen.path.replace(/\{\w+\}/g, '1')}`);
      await page.waitForURL(/#\/login\?redirect=/);
    }
  });
});
