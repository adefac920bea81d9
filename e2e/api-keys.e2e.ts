import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

const call = (baseUrl: string, path: string, key: string) =>
  fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': key } });

/** Calls the route of the form, for tests about something else. */
const createKey = (page: Page, body: object): Promise<string> =>
  page.evaluate(async (text) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/v1/user/own/apikeys', { method: 'POST', headers, body: text });
    return (await answer.json()).data.key;
  }, JSON.stringify(body));

describe('the user’s own API keys', () => {
  it('are created with restrictions, and shown once', async () => {
    const permissions = ['DigitalTwin.read', 'UserManagement.manage'];
    const person = await makePerson(openDatabase(), { firstName: 'Karla', lastName: 'Kuhn', permissions });
    const { page, baseUrl } = await visitSignedIn('/user-profile', {}, person);
    await page.getByRole('button', { name: 'Schlüssel anlegen' }).first().click();
    const form = page.getByRole('dialog', { name: 'API-Schlüssel anlegen' });
    await form.getByLabel('Titel').fill('Berichte');
    await form.getByLabel('Aufrufe pro Minute').fill('101');
    await form.getByRole('button', { name: 'Schlüssel anlegen' }).click();
    await form.locator('.Mui-error').filter({ hasText: 'Höchstens 100' }).waitFor();
    await form.getByLabel('Aufrufe pro Minute').fill('2');
    await form.getByLabel('Nur diese Berechtigungen').fill('DigitalTwin.read');
    await page.getByRole('option', { name: /^DigitalTwin\.read/ }).click();
    await page.keyboard.press('Escape');
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.getByRole('button', { name: 'Schlüssel anlegen' }).click();
    const key = (await page.getByTestId('api-key').textContent()) ?? '';
    expect(key).toMatch(/^sw_[\w-]{43}$/);
    await page.getByRole('button', { name: 'Schlüssel ist gesichert' }).click();
    await page.getByRole('row', { name: /Berichte.*2 pro Minute.*1 Berechtigung/ }).waitFor();
    expect(await page.content()).not.toContain(key);
    const seen = await call(baseUrl, '/api/v1/auth/verify', key);
    expect((await seen.json()).data.abilities).toEqual(['DigitalTwin.list', 'DigitalTwin.read']);
    expect(seen.headers.get('x-ratelimit-remaining')).toBe('1');
  });

  it('are refused after they were deleted', async () => {
    const person = await makePerson(openDatabase(), { firstName: 'Karl', lastName: 'Kuhn' });
    const { page, baseUrl, open } = await visitSignedIn('/home', {}, person);
    const key = await createKey(page, { title: 'Berichte' });
    expect((await call(baseUrl, '/api/v1/user/own/apikeys', key)).status).toBe(200);
    await open('/user-profile');
    await page.getByRole('button', { name: 'Aktionen für Berichte' }).click();
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
    await page.getByText('Noch keine API-Schlüssel').waitFor();
    expect((await call(baseUrl, '/api/v1/user/own/apikeys', key)).status).toBe(401);
  });
});

describe('the API keys of an account', () => {
  it.each([
    ['a wide screen', { theme: 'dark' }],
    ['a phone', phone],
  ] as const)('show their owners to the administrator on %s', async (_, look) => {
    const person = await makePerson(openDatabase(), { firstName: 'Otto', lastName: 'Owner' });
    await createKey((await visitSignedIn('/home', {}, person)).page, { title: 'Ottos Schlüssel' });
    const { page } = await visitSignedIn(`/account-mgmt/${person.account.id}?tab=keys`, look);
    await page.getByText('Ottos Schlüssel').waitFor();
    await page.getByText('Otto Owner').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });
});
