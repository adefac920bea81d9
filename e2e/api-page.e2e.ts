import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createFactories } from '../apps/server/test/factories.ts';
import { accessibilityProblems, phone, searchAtOnce, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

const addressFor = (call: string) => `/api?call=${encodeURIComponent(call)}`;
const answer = (page: Page) => page.getByRole('region', { name: 'Antwort', exact: true });
const curl = (page: Page) => page.getByRole('region', { name: 'Als curl-Befehl' });
const send = (page: Page) => page.getByRole('button', { name: 'Aufruf senden' });

async function furnish() {
  const db = openDatabase();
  const permissions = ['DigitalTwin.manage'];
  const person = await makePerson(db, { firstName: 'Ada', lastName: 'Api', permissions });
  const make = createFactories(db);
  const twin = await make.twin({ account: person.account, title: 'Wasserwerk <b>Ost</b>' });
  await make.twin({ account: person.account, title: 'Bahnhof' });
  return { person, twin };
}

describe('the API page', () => {
  it('finds a call, shows its requirements, and tries it with a query', async () => {
    const { person } = await furnish();
    const { page } = await visitSignedIn('/api', {}, person);
    await page.getByText('Wählen Sie einen Aufruf').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('digitaltwin.list scopes that the caller');
    const list = page.getByRole('navigation', { name: 'Aufrufe' });
    await list.getByRole('link', { name: /GET.*\/api\/v1\/digitaltwin\b.*Twins of the scopes/ }).click();
    const heading = page.getByRole('heading', { level: 2, name: '/api/v1/digitaltwin', exact: true });
    await heading.waitFor();
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText('Berechtigung:').waitFor();
    await expect.poll(() => page.getByRole('article').textContent()).toContain('0 bis 10.000.000');
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('textbox', { name: 'search', exact: true }).fill('wasser');
    await expect
      .poll(() => curl(page).textContent())
      .toMatch(
        /^curl -X GET 'http.*\/api\/v1\/digitaltwin\?search=wasser' \\\n {2}-H 'x-api-key: IHR-API-SCHLUESSEL'$/,
      );
    await send(page).click();
    await answer(page).getByText('200', { exact: true }).waitFor();
    await answer(page).getByText('x-request-id').waitFor();
    const body = answer(page).getByRole('region');
    expect(JSON.parse((await body.textContent()) ?? '')).toMatchObject({
      total: 1,
      data: [{ title: 'Wasserwerk <b>Ost</b>' }],
    });
    // A link to the call opens it again, and the way back to the list of keys works.
    await page.reload();
    await heading.waitFor();
    await page.getByRole('button', { name: 'API-Schlüssel verwalten' }).click();
    await page.waitForURL(/#\/user-profile/);
  });

  it('asks before a call that changes data, and shows its errors in the reader’s language', async () => {
    const { person } = await furnish();
    const { page } = await visitSignedIn(addressFor('POST /api/v1/digitaltwin'), { theme: 'dark' }, person);
    const editor = page.locator('.cm-content');
    await editor.waitFor();
    await expect.poll(() => editor.textContent()).toContain('"title"');
    expect(await accessibilityProblems(page, { coloursOnly: true })).toEqual([]);
    await page.getByText('DTWIN_NOT_FOUND', { exact: true }).first().waitFor();
    await page.getByText('Der digitale Zwilling', { exact: false }).first().waitFor();

    await editor.fill('{"title": ');
    await send(page).click();
    await page.getByText('Das ist kein gültiges JSON.').waitFor();
    await editor.fill('{"title": 7}');
    await send(page).click();
    const question = page.getByRole('alertdialog', { name: 'POST /api/v1/digitaltwin wirklich senden?' });
    await question.getByRole('button', { name: 'Abbrechen' }).click();
    expect(await answer(page).count()).toBe(0);
    await send(page).click();
    await question.getByRole('button', { name: 'Senden' }).click();
    await answer(page).getByText('400', { exact: true }).waitFor();
    const alert = answer(page).getByRole('alert');
    await expect.poll(() => alert.textContent()).toContain('VALIDATION_ERROR: Einige Angaben sind ungültig: title');
    await expect.poll(() => alert.textContent()).toContain('title');
  });

  it('deletes only after a confirmation, with the entered values', async () => {
    const { person, twin } = await furnish();
    const { page } = await visitSignedIn(addressFor('DELETE /api/v1/digitaltwin/{id}'), {}, person);
    await page.getByText('Dieser Aufruf löscht echte Daten.', { exact: false }).waitFor();
    await send(page).click();
    await page.getByText('Bitte angeben').waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await page.getByRole('textbox', { name: 'id' }).fill(String(twin.id));
    await expect.poll(() => curl(page).textContent()).toContain(`curl -X DELETE 'http`);
    await send(page).click();
    const question = page.getByRole('alertdialog', { name: `DELETE /api/v1/digitaltwin/${twin.id} wirklich senden?` });
    await question.getByRole('button', { name: 'Senden' }).click();
    await answer(page).getByText('200', { exact: true }).waitFor();
    await send(page).click();
    await question.getByRole('button', { name: 'Senden' }).click();
    await answer(page).getByText('404', { exact: true }).waitFor();
    await answer(page).getByText('DTWIN_NOT_FOUND', { exact: false }).first().waitFor();
  });

  it('fits a phone: the list, a call and the way back', async () => {
    const { person } = await furnish();
    const { page } = await visitSignedIn('/api', phone, person);
    await searchAtOnce(page.getByRole('searchbox'), 'get caller is signed in');
    await page.getByRole('link', { name: /GET.*\/auth\/sessions/ }).click();
    await send(page).click();
    await answer(page).getByText('200', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Alle Aufrufe' }).click();
    await page.getByRole('searchbox').waitFor();
  });
});
