import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../apps/server/src/platform/db/db.ts';
import { screens } from '../packages/contract/src/screens.ts';
import { accessibilityProblems, hasArrived, phone, signIn, signInByCall, visit } from './browser.ts';
import { startProgram } from './server.setup.ts';

const patienceMs = 120_000;

let program: Awaited<ReturnType<typeof startProgram>>;
beforeAll(async () => {
  program = await startProgram({ DEMO: 'small' });
});
afterAll(() => program.stop());

const noticeOn = (page: Page) => page.getByRole('region', { name: 'Sehen Sie sich um' });

/**
 * An object of the demo town for each screen about one object; the other screens show how they report a missing object.
 */
async function objectPaths(): Promise<Map<string, string>> {
  const { pool, close } = connect({ url: program.databaseUrl, maxConnections: 1 });
  try {
    const { rows } = await pool.query<Record<'twin' | 'device' | 'dashboard' | 'driver' | 'account' | 'user', number>>(
      `select (select min(id) from twins where id not in (select twin_id from devices)) twin,
         (select min(twin_id) from devices) device, (select min(id) from dashboards) dashboard,
         (select min(id) from drivers) driver, (select max(id) from accounts) account, (select min(id) from users) "user"`,
    );
    const [{ twin, device, dashboard, driver, account, user } = {}] = rows;
    return new Map([
      ['/digitaltwin-mgmt/{id}', `/digitaltwin-mgmt/${twin}`],
      ['/digitaltwin-mgmt/map/twin/{twinId}', `/digitaltwin-mgmt/map/twin/${twin}`],
      ['/virtual-devices/{id}', `/virtual-devices/${device}`],
      ['/dashboards/{id}', `/dashboards/${dashboard}`],
      ['/virtual-device-drivers/{id}', `/virtual-device-drivers/${driver}`],
      ['/account-mgmt/{tenantId}', `/account-mgmt/${account}`],
      ['/account-mgmt/user/{tenantId}/{id}', `/account-mgmt/user/1/${user}`],
    ]);
  } finally {
    await close();
  }
}

const showTheme = (page: Page, theme: 'light' | 'dark') =>
  page.locator('html').evaluate((html, chosen) => {
    html.setAttribute('data-theme', chosen);
  }, theme);

/** The tests share one town, because creating it takes long; the last one removes it. */
describe('the demo town', () => {
  it(
    'is created live for a new user, who looks around in it and hides the notice',
    async () => {
      const { page } = await visit();
      await page.goto(`${program.baseUrl}/#/login`);
      await signIn(page);

      await page.getByRole('region', { name: 'Eine Stadt entsteht' }).getByRole('progressbar').waitFor();
      const notice = noticeOn(page);
      await notice.waitFor({ timeout: patienceMs });
      // Data that was loaded before the objects existed is loaded again.
      await page.getByText(/^\d+ Orte$/).waitFor();

      await notice.getByRole('link', { name: 'Überblick' }).click();
      await page.getByRole('heading', { name: 'Lindenau im Überblick' }).waitFor();
      await page.getByText('Freie Parkplätze').first().waitFor();
      expect(await page.getByText('Keine Daten').count()).toBe(0);
      await page.goBack();
      await notice.getByRole('link', { name: 'Ein Klassenraum' }).waitFor();

      await page.setViewportSize(phone);
      await notice.getByRole('button', { name: 'Nicht mehr anzeigen' }).click();
      await notice.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('region', { name: 'Offene Alarme' }).waitFor();
      expect(await notice.count()).toBe(0);
    },
    2 * patienceMs,
  );

  // The themes differ in their colours alone, so the dark one is checked on the same page.
  it(
    'has an accessible page for every screen of the specification, in both themes',
    async () => {
      const { page, context } = await visit();
      await signInByCall(context, program.baseUrl);
      const paths = await objectPaths();
      const problems: Record<string, string[]> = {};
      const placeholder = page.getByRole('heading', { level: 2, name: 'Noch nicht verfügbar' });
      let placeholders = 0;
      for (const { path, redirect } of screens) {
        if (redirect || path === '/error') continue;
        await page.goto(`${program.baseUrl}/#${paths.get(path) ?? path.replace(/\{\w+\}/g, '1')}`);
        await page.waitForFunction(hasArrived);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.locator('[aria-busy=true], .MuiSkeleton-root').first().waitFor({ state: 'detached' });
        const isMissing = new URL(page.url()).hash.startsWith('#/error');
        placeholders += await placeholder.count();
        // The placeholders for screens that are not built are all alike.
        if (!isMissing && placeholders > 1 && (await placeholder.count()) > 0) continue;
        const found = isMissing ? ['is missing'] : [];
        found.push(...(await accessibilityProblems(page)));
        await showTheme(page, 'dark');
        found.push(...(await accessibilityProblems(page, { coloursOnly: true })).map((problem) => `dark: ${problem}`));
        await showTheme(page, 'light');
        if (found.length > 0) problems[path] = found;
      }
      expect(problems).toEqual({});
    },
    2 * patienceMs,
  );

  it(
    'is removed by the notice',
    async () => {
      const { page, context } = await visit();
      await signInByCall(context, program.baseUrl);
      await page.goto(`${program.baseUrl}/#/home`);
      await noticeOn(page).getByRole('button', { name: 'Demo-Welt entfernen' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click();
      const read = async () => (await (await page.request.get(`${program.baseUrl}/api/v1/demo`)).json()).data;
      await expect.poll(read, { timeout: patienceMs }).toBeNull();
      await page.getByRole('region', { name: /Demo-Welt|Sehen Sie sich um/ }).waitFor({ state: 'detached' });
      await page.getByText(/^\d+ Orte$/).waitFor({ state: 'detached' });
    },
    2 * patienceMs,
  );
});
