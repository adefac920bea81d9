import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createFactories } from '../apps/server/test/factories.ts';
import { accessibilityProblems, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

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
});
