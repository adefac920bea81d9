import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { twins } from '../apps/server/src/features/twins/index.ts';
import { createFactories } from '../apps/server/test/factories.ts';
import { accessibilityProblems, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Suchen oder springen zu …' });
const field = (page: Page) => palette(page).getByRole('combobox');
const option = (page: Page, name: RegExp) => palette(page).getByRole('option', { name });
const groups = (page: Page) =>
  palette(page)
    .getByRole('group')
    .evaluateAll((found) => found.map((group) => group.firstElementChild?.textContent));

/** The option that Enter would open. */
const chosen = (page: Page) => palette(page).locator('[role=option][aria-selected=true]');

const everything = ['DigitalTwin.read', 'VirtualDevice.read', 'Dashboards.manage'];

async function furnish(permissions: string[]) {
  const db = openDatabase();
  const person = await makePerson(db, { firstName: 'Pia', lastName: 'Palette', permissions });
  const make = createFactories(db);
  const { account } = person;
  const house = await make.twin({ account, title: 'Wasserwerk Ost' });
  const pump = await make.twin({ parent: house, title: 'Pumpe Mühlbach' });
  await db.update(twins).set({ status: 3 }).where(eq(twins.id, pump.id));
  await make.twin({ parent: house, title: 'Altpumpe' });
  const device = await make.device({ account, externalId: '70B3D57ED0001A2B' });
  const dashboard = await make.dashboard({ account, name: 'Pumpen im Blick' });
  return { person, house, pump, device, dashboard };
}

describe('the command palette', () => {
  it('works by keyboard alone: opens, types, chooses, goes; and returns the focus', async () => {
    const { person, pump, device, dashboard } = await furnish(everything);
    const { page } = await visitSignedIn('/home', {}, person);
    const button = page.getByRole('button', { name: /Suchen oder springen zu/ });
    await button.focus();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    expect(await groups(page)).toEqual(['Aktionen', 'Seiten']);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('pumpe');
    await option(page, /^Pumpe Mühlbach/).waitFor();
    expect(await groups(page)).toEqual(['Digitale Zwillinge', 'Dashboards']);
    await expect
      .poll(() => palette(page).getByRole('option').allTextContents())
      .toEqual([
        expect.stringContaining('Pumpe Mühlbach'),
        expect.stringContaining('Altpumpe'),
        expect.stringContaining('Pumpen im Blick'),
      ]);
    await expect.poll(() => chosen(page).textContent()).toContain('Wasserwerk Ost');
    await expect.poll(() => chosen(page).textContent()).toContain('Fehler');
    await expect.poll(() => chosen(page).locator('mark').first().textContent()).toBe('Pumpe');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => chosen(page).textContent()).toContain('Pumpen im Blick');
    await expect
      .poll(() => field(page).getAttribute('aria-activedescendant'))
      .toBe(await chosen(page).getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`#/digitaltwin-mgmt/${pump.id}$`));
    await page.getByRole('heading', { level: 1, name: 'Pumpe Mühlbach' }).waitFor();

    // The key as it is printed on the device.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('70-B3-D5-7E-D0-00-1A-2B');
    await option(page, /70B3D57ED0001A2B/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`#/virtual-devices/${device.id}$`));
    await page.getByRole('heading', { level: 1, name: device.title }).waitFor();

    // The last visited object is first, without a request to the server; the current page is absent.
    await page.keyboard.press('Control+k');
    await option(page, /^Pumpe Mühlbach/).waitFor();
    expect((await groups(page))[0]).toBe('Zuletzt geöffnet');
    expect(await option(page, new RegExp(`^${device.title}`)).count()).toBe(0);
    await page.keyboard.type(`im blick`);
    await option(page, /^Pumpen im Blick/).waitFor();
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('Control+Enter');
    const tab = await opened;
    await tab.waitForURL(new RegExp(`#/dashboards/${dashboard.id}$`));
    await tab.close();
    await palette(page).waitFor();
  });

  it('finds pages by synonyms, runs actions, and says when it finds nothing', async () => {
    const { person } = await furnish(everything);
    const { page } = await visitSignedIn('/home', { theme: 'dark' }, person);
    await page.getByRole('button', { name: /Suchen oder springen zu/ }).click();
    await field(page).fill('messwerte');
    await option(page, /^Zustandsübersicht/).waitFor();
    await field(page).fill('xyzzy');
    await palette(page).getByText('Nichts gefunden zu „xyzzy“').waitFor();
    expect(await accessibilityProblems(page, { coloursOnly: true })).toEqual([]);
    await field(page).fill('x');
    await palette(page).getByText('Ab drei Buchstaben', { exact: false }).waitFor();
    await field(page).fill('hell');
    await option(page, /hellen Darstellung/).click();
    await page.locator('html[data-theme=light]').waitFor();
    await page.keyboard.press('Control+k');
    await field(page).fill('dashboard anlegen');
    await option(page, /^Dashboard anlegen/).click();
    await page.getByRole('dialog', { name: /Dashboard anlegen/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/dashboards$/);
    await page.keyboard.press('Control+k');
    await field(page).fill('english');
    await option(page, /Switch to English/).click();
    await page.locator('html[lang=en]').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to …' }).fill('sign out');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/login/);
  });

  it('shows users with few permissions only their kinds of objects', async () => {
    await furnish(everything);
    const { person } = await furnish(['Dashboards.read']);
    const { page } = await visitSignedIn('/home', {}, person);
    await page.keyboard.press('Control+k');
    await field(page).fill('pumpe');
    await option(page, /^Pumpen im Blick/).waitFor();
    expect(await groups(page)).toEqual(['Dashboards']);
    await expect.poll(() => palette(page).getByRole('option').count()).toBe(1);
    await field(page).fill('anlegen');
    await palette(page).getByText('Nichts gefunden', { exact: false }).waitFor();
  });
});
