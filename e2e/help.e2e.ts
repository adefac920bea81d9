import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, visitSignedIn } from './browser.ts';

const guideAt = (name: string, anchor = '') => `/help?guide=${name}${anchor}`;

describe('help', () => {
  it('shows a guide with its contents, links to others and copies examples', async () => {
    const { page, context } = await visitSignedIn(guideAt('mqtt'), {});
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('heading', { level: 1, name: 'MQTT' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Beispiel 1 kopieren' }).click();
    const example = page.getByRole('region', { name: 'Beispiel 1', exact: true });
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await example.textContent());
    expect(copied).toContain('export CONNECTOR=1');

    // Links to a heading of another guide, whose anchor is in the reader's language.
    await page.getByRole('article').getByRole('link', { name: 'Betrieb' }).click();
    await page.waitForURL(/guide=operating#einstellungen/);
    const settings = page.getByRole('heading', { level: 2, name: 'Einstellungen' });
    await expect.poll(() => settings.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(200);
    const contents = page.getByRole('navigation', { name: 'Auf dieser Seite' });
    await contents.getByRole('link', { name: 'Sicherheit' }).click();
    const security = page.getByRole('heading', { level: 2, name: 'Sicherheit' });
    await expect.poll(() => security.evaluate((element) => element === document.activeElement)).toBe(true);

    const more = page.getByRole('navigation', { name: 'Weiterlesen' });
    await more.getByRole('link', { name: /Nächste Anleitung/ }).click();
    const title = page.getByRole('heading', { level: 1, name: 'Anmeldedienste' });
    await title.waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => more.getByRole('link').count()).toBe(1);
    await page
      .getByRole('link', { name: 'Alle Anleitungen' })
      .or(page.getByRole('button', { name: 'Alle Anleitungen' }))
      .click();
    await page.getByRole('heading', { level: 1, name: 'Hilfe' }).waitFor();
  });

  it('marks external links, and opens screens inside the product', async () => {
    const { page, open } = await visitSignedIn(guideAt('dashboards'), { language: 'en', theme: 'dark' });
    const outside = page.getByRole('link', { name: 'ECharts (opens in a new tab)' });
    await expect.poll(() => outside.getAttribute('target')).toBe('_blank');
    await expect.poll(() => outside.getAttribute('rel')).toContain('noopener');
    // Placeholders and code are shown unchanged.
    await page.getByText('{{twin.title}}', { exact: true }).first().waitFor();
    expect(await accessibilityProblems(page, { coloursOnly: true })).toEqual([]);
    await open(guideAt('users-and-roles'));
    await page.getByRole('link', { name: '/#/account-mgmt-roles' }).click();
    await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
    await open(guideAt('no-such-guide'));
    await page.getByText('There is no guide of this name').waitFor();
  });

  it('is readable on a phone and on paper, and found by the palette', async () => {
    const { page } = await visitSignedIn(guideAt('api'), { language: 'en', ...phone });
    await page.getByRole('heading', { level: 1, name: 'The API' }).waitFor();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('header').first().isVisible()).toBe(false);
    await expect.poll(() => page.getByRole('article').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Help' }).click();
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('write a parser');
    await page.getByRole('option', { name: /Write a parser/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Write a parser' }).waitFor();
  });

  it('follows the language of the page', async () => {
    const { page } = await visitSignedIn(guideAt('api'));
    await page.getByRole('heading', { level: 1, name: 'Die API' }).waitFor();
    await page.getByRole('button', { name: /Benutzermenü/ }).click();
    await page.getByText('English', { exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'The API' }).waitFor();
  });
});
