import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { states } from '../apps/server/src/features/states/index.ts';
import { twinShares } from '../apps/server/src/features/twin-sharing/index.ts';
import { mercatorOf, twins } from '../apps/server/src/features/twins/index.ts';
import { setNewest } from '../apps/server/src/ingest/newest/testing/newest.fixture.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { createFactories } from '../apps/server/test/factories.ts';
import { accessibilityProblems, phone, visit, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

/** The polling interval of a public page. */
const untilAskedMs = 10_000;

const setValue = (db: Db, stateId: number, value: number) =>
  setNewest(db, stateId, { value, measuredAt: new Date(), receivedAt: new Date(), origin: 'live' });

/** A building with a value, a place and a room in it. */
async function makeBuilding(db: Db) {
  const permissions = ['DigitalTwin.manage'];
  const person = await makePerson(db, { firstName: 'Frieda', lastName: 'Frei', permissions });
  const make = createFactories(db);
  const building = await make.twin({ account: person.account, title: 'Rathaus' });
  await make.twin({ parent: building, title: 'Sitzungssaal' });
  const place = { latitude: 48.137, longitude: 11.575, ...mercatorOf(48.137, 11.575) };
  await db.update(twins).set(place).where(eq(twins.id, building.id));
  const temperature = await make.state({ twin: building, key: 'temperature' });
  await db.update(states).set({ title: 'Temperatur', unit: '°C' }).where(eq(states.id, temperature.id));
  await setValue(db, temperature.id, 21);
  return { person, building, temperature };
}

const keyIn = (link: string) => /[0-9a-f]{32}/.exec(link)?.[0] ?? 'a link without a key';

/** A page of another host, which is another site with its own cookies. */
async function startForeignSite(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><title>Elsewhere</title>${html}`);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

/** A browser without storage for this site: frames of another site may store nothing. */
async function meetStranger(context: BrowserContext) {
  const browser = context.browser();
  if (!browser) throw new Error('the context has no browser');
  const own = await browser.newContext({ locale: 'en-GB' });
  onTestFinished(() => own.close());
  const page = await own.newPage();
  await page.clock.install();
  const [errors, requests]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  return { page, errors, requests };
}

describe('a twin that is shared publicly', () => {
  it('is visible to strangers, also in frames of other sites, until the sharing ends', async () => {
    const db = openDatabase();
    const { person, building, temperature } = await makeBuilding(db);
    const { page, context } = await visitSignedIn(`/digitaltwin-mgmt/${building.id}`, {}, person);
    await page.getByRole('button', { name: 'Weitere Aktionen' }).last().click();
    await page.getByRole('menuitem', { name: 'Öffentlich teilen' }).click();
    const dialog = page.getByRole('dialog', { name: '„Rathaus“ öffentlich teilen' });
    await dialog.getByText('Kontakte und zuständige Personen').waitFor();
    await dialog.getByRole('button', { name: 'Link erzeugen' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    expect(link).toMatch(new RegExp(`/public\\.html#/public/[0-9a-f]{32}/tiles/${building.id}$`));
    const html = await dialog.getByLabel('HTML für Webseiten').inputValue();
    await dialog.getByRole('tab', { name: 'Karte' }).click();
    await dialog.getByLabel('Neigung').fill('0');
    await dialog.getByLabel('Bedienleiste ausblenden').click();
    const mapLink = await dialog.getByLabel('Link', { exact: true }).inputValue();
    expect(mapLink).toBe(`${link.replace('/tiles/', '/map/')}?hidebar=true&pitch=0`);
    expect(await accessibilityProblems(page)).toEqual([]);

    const { page: stranger, errors, requests } = await meetStranger(context);
    await stranger.goto(await startForeignSite(html));
    const frame = stranger.frameLocator('iframe[title=Rathaus]');
    const tile = frame.getByRole('article', { name: 'Temperatur' });
    await tile.getByText('21').waitFor();
    await frame.getByRole('navigation', { name: 'Below' }).getByText('Sitzungssaal').waitFor();
    // No code of the signed-in app, and no session request.
    expect(requests.filter((url) => /\/assets\/(app|Shell|TwinPage)-|\/auth\//.test(url))).toEqual([]);
    await setValue(db, temperature.id, 34);
    await stranger.clock.fastForward(untilAskedMs);
    await tile.getByText('34').waitFor();

    await dialog.getByRole('button', { name: 'Link ist gesichert' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Weitere Aktionen' }).last().click();
    await page.getByRole('menuitem', { name: 'Öffentlich teilen' }).click();
    await dialog.getByText('Gültig bis').waitFor();
    expect(await page.content()).not.toContain(keyIn(link));
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Freigabe beenden' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Freigabe beenden' }).click();
    await dialog.getByRole('button', { name: 'Link erzeugen' }).waitFor();
    await stranger.clock.fastForward(untilAskedMs);
    await frame.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('keeps its link when it is renewed, and gets a new one on request', async () => {
    const db = openDatabase();
    const { person, building } = await makeBuilding(db);
    const { page, context } = await visitSignedIn(`/digitaltwin-mgmt/${building.id}`, {}, person);
    const dialog = page.getByRole('dialog', { name: '„Rathaus“ öffentlich teilen' });
    const openDialog = async () => {
      await page.getByRole('button', { name: 'Weitere Aktionen' }).last().click();
      await page.getByRole('menuitem', { name: 'Öffentlich teilen' }).click();
    };
    const takeLink = async () => {
      const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
      // Neither Escape nor a click outside closes a dialog with a secret.
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: 'Link ist gesichert' }).click();
      await dialog.waitFor({ state: 'detached' });
      return link;
    };
    const { page: stranger } = await meetStranger(context);
    const tile = stranger.getByRole('article', { name: 'Temperatur' });
    const ended = stranger.getByRole('heading', { name: 'This link is no longer valid' });

    await openDialog();
    await dialog.getByRole('button', { name: 'Link erzeugen' }).click();
    const first = await takeLink();
    await db.update(twinShares).set({ validUntil: new Date() }).where(eq(twinShares.twinId, building.id));
    await stranger.goto(first);
    await ended.waitFor();
    await openDialog();
    await dialog.getByText('Dieser Link ist abgelaufen').waitFor();
    const year = new Date().getFullYear() + 2;
    await dialog.getByLabel('Letzter Tag des Links').fill('2020-01-01');
    const renew = dialog.getByRole('button', { name: 'Bis zu diesem Tag verlängern' });
    expect(await renew.isDisabled()).toBe(true);
    await dialog.getByLabel('Letzter Tag des Links').fill(`${year}-06-30`);
    await renew.click();
    await dialog.getByText('Dieser Link ist abgelaufen').waitFor({ state: 'detached' });
    const [renewed] = await db.select().from(twinShares).where(eq(twinShares.twinId, building.id));
    expect(Math.abs((renewed?.validUntil.getTime() ?? 0) - Date.UTC(year, 6, 1))).toBeLessThan(86_400_000);
    await stranger.reload();
    await tile.getByText('21').waitFor();

    await dialog.getByRole('button', { name: 'Neuer Link' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Neuer Link' }).click();
    const second = await takeLink();
    expect(keyIn(second)).not.toBe(keyIn(first));
    await stranger.reload();
    await ended.waitFor();
    await stranger.goto(second);
    await tile.getByText('21').waitFor();
  });

  it('is shown without a frame as well, as tiles and on a map, on a phone', async () => {
    const { person, building } = await makeBuilding(openDatabase());
    const { page, context, baseUrl, open } = await visit({ language: 'en', theme: 'dark', ...phone });
    const data = { username: person.email, password: person.password };
    await context.request.post(`${baseUrl}/api/v1/auth/login`, { data });
    const address = `${baseUrl}/api/v1/digitaltwin/sharing/create-key/${building.id}`;
    const created = await context.request.post(address, { headers: { origin: baseUrl } });
    const { key } = (await created.json()).data;
    await context.clearCookies();
    await open(`/public/${key}/tiles/${building.id}`);
    await page.getByRole('article', { name: 'Temperatur' }).getByText('21').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('navigation', { name: 'Below' }).getByText('Sitzungssaal').click();
    await page.getByRole('heading', { level: 1, name: 'Sitzungssaal' }).waitFor();
    await page.getByRole('navigation', { name: 'Way' }).getByRole('link', { name: 'Rathaus' }).click();
    await page.getByRole('link', { name: 'Map' }).click();
    await page.getByRole('button', { name: 'List' }).click();
    await page
      .getByRole('button', { name: /Rathaus/ })
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
