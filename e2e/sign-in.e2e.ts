import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accountTerms } from '../apps/server/src/features/accounts/index.ts';
import { users } from '../apps/server/src/platform/tenancy/user.table.ts';
import { accessibilityProblems, phone, signIn, visit, visitSignedIn } from './browser.ts';
import { addAccount, makePerson, openDatabase, type Person } from './people.ts';

const codeOf = (secret: string, offsetSeconds = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + offsetSeconds * 1000 });

async function givePassword(page: Page, person: Person): Promise<void> {
  await page.locator('input[name=username]').fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

/** Enables the second factor in the profile; returns the secret and the recovery codes. */
async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Einrichten' }).click();
  await page.getByRole('img', { name: 'QR-Code für die Authentifizierungs-App' }).waitFor();
  const secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code aus Ihrer App').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Einschalten' }).click();
  const list = page.getByRole('list', { name: 'Wiederherstellungscodes' });
  await list.waitFor();
  return { secret, codes: await list.getByRole('listitem').allInnerTexts() };
}

async function finish(page: Page): Promise<void> {
  await page.getByLabel('Ich habe die Codes sicher aufbewahrt').check();
  await page.getByRole('button', { name: 'Fertig' }).click();
  await page.getByText('Eingeschaltet', { exact: true }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Benutzermenü/ }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await page.locator('input[name=password]').waitFor();
}

describe('the second factor', () => {
  it('is required at the next sign-in, and disabled with a code', async () => {
    const person = await makePerson(openDatabase(), { firstName: 'Zora', lastName: 'Zweifaktor' });
    const { page, open } = await visitSignedIn('/user-profile', {}, person);
    const { secret, codes } = await turnOn(page);
    await finish(page);
    await signOut(page);
    await givePassword(page, person);
    await page.getByRole('heading', { level: 1, name: 'Code eingeben' }).waitFor();
    await page.getByLabel('Code aus Ihrer App').fill('12');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByText('Der Authentifizierungscode ist ungültig: Er hat sechs Ziffern.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The code that enabled it counts as used; the next one is new.
    await page.getByLabel('Code aus Ihrer App').fill(codeOf(secret, 30));
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.waitForURL(/#\/home$/);
    await open('/user-profile');
    await page.getByRole('button', { name: 'Ausschalten' }).click();
    await page.getByLabel('Code aus Ihrer App').fill(codes[0] ?? '');
    await page.getByRole('dialog').getByRole('button', { name: 'Ausschalten' }).click();
    await page.getByText('Ausgeschaltet', { exact: true }).waitFor();
    await signOut(page);
    await signIn(page, person);
  });

  it('accepts a recovery code once, for users without their phone', async () => {
    const person = await makePerson(openDatabase(), { firstName: 'Rita', lastName: 'Reserve' });
    const { page, open } = await visitSignedIn('/user-profile', phone, person);
    const { codes } = await turnOn(page);
    await finish(page);
    await signOut(page);
    const useRecoveryCode = async () => {
      await givePassword(page, person);
      await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click();
      await page.getByLabel('Wiederherstellungscode').fill((codes[0] ?? '').toUpperCase());
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    };
    await useRecoveryCode();
    await page.waitForURL(/#\/home$/);
    await open('/user-profile');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await signOut(page);
    await useRecoveryCode();
    await page.getByRole('alert').filter({ hasText: 'Der Authentifizierungscode ist ungültig.' }).waitFor();
    await page.getByRole('button', { name: 'Zurück' }).click();
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
  });
});

describe('the terms of use', () => {
  async function personWithTerms() {
    const db = openDatabase();
    const person = await makePerson(db, { firstName: 'Tina', lastName: 'Term' });
    const text = { title: 'Nutzungsbedingungen der Stadtwerke', text: 'Erstens: <b>nichts</b> ist umsonst.' };
    await db.insert(accountTerms).values({ accountId: person.account.id, language: 'de', ...text });
    const acceptedAt = async () =>
      (await db.select({ at: users.eulaAcceptedAt }).from(users).where(eq(users.id, person.id)))[0]?.at;
    const visited = await visit();
    await visited.open('/login');
    await signIn(visited.page, person);
    const dialog = visited.page.getByRole('dialog', { name: text.title });
    await dialog.getByText(text.text).waitFor();
    return { ...visited, dialog, acceptedAt };
  }

  it('are shown until they are accepted, and then never again', async () => {
    const { page, open, dialog, acceptedAt } = await personWithTerms();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Akzeptieren' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await acceptedAt()).toBeInstanceOf(Date);
    await page.reload();
    await open('/user-profile');
    expect(await dialog.count()).toBe(0);
  });

  it('sign users out who decline', async () => {
    const { page, dialog, acceptedAt } = await personWithTerms();
    await dialog.getByRole('button', { name: 'Ablehnen und abmelden' }).click();
    await page.locator('input[name=password]').waitFor();
    expect([new URL(page.url()).hash, await acceptedAt()]).toEqual(['#/login', null]);
  });

  it('count as declined if accepting fails, and say so', async () => {
    const { page, context, dialog } = await personWithTerms();
    await context.route('**/user/own/eula', (route) => route.fulfill({ status: 502 }));
    await dialog.getByRole('button', { name: 'Akzeptieren' }).click();
    await page.getByRole('alert').filter({ hasText: 'Fehler beim Akzeptieren der Vereinbarung.' }).waitFor();
    await page.reload();
    await page.locator('input[name=password]').waitFor();
  });
});

describe('a user with roles in several accounts', () => {
  it('chooses one in the user menu, sees it until it is cleared, and has no choice with a single one', async () => {
    const db = openDatabase();
    const person = await makePerson(db, { firstName: 'Vera', lastName: 'Vielfach' });
    const { page, open } = await visitSignedIn('/home', {}, person);
    const openMenu = () => page.getByRole('button', { name: /Benutzermenü/ }).click();
    await openMenu();
    await page.getByRole('menuitem', { name: 'Abmelden' }).waitFor();
    expect(await page.getByLabel('Account', { exact: true }).count()).toBe(0);

    await addAccount(db, person, `Wasserwerk ${person.id}`);
    await page.reload();
    await open('/home');
    await openMenu();
    await page.getByLabel('Account', { exact: true }).selectOption({ label: `Wasserwerk ${person.id}` });
    await page.keyboard.press('Escape');
    const chip = page.getByRole('button', {
      name: `Nur Wasserwerk ${person.id}: Entfernen zeigt wieder alle Accounts`,
    });
    await chip.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const asksFor = (isNarrowed: boolean) =>
      page.waitForRequest(
        (request) => /background-runners\?/.test(request.url()) && request.url().includes('tenantId=') === isNarrowed,
      );
    await Promise.all([asksFor(true), open('/background-jobs')]);
    await page.reload();
    await chip.waitFor();
    await Promise.all([asksFor(false), chip.press('Delete')]);
    await chip.waitFor({ state: 'detached' });
  });
});
