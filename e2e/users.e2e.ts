import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, signedIn, signIn, visit, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

const password = 'Chosen-by-hand-1';
let number = 0;
const nextMail = () => {
  number += 1;
  return `e2e-user-${process.pid}-${number}@example.com`;
};

async function create(page: Page, person: { firstName: string; lastName: string; email: string }): Promise<string> {
  await page.getByLabel('Vorname').fill(person.firstName);
  await page.getByLabel('Nachname').fill(person.lastName);
  await page.getByLabel('E-Mail-Adresse').fill(person.email);
  await page.getByRole('button', { name: 'Benutzer anlegen' }).click();
  const link = await page.getByTestId('password-link').textContent();
  return new URL(link ?? '').hash.slice(1);
}

it('the page of a user does not move while the properties editor is loading', async () => {
  const { page, open } = await signedIn();
  const person = await makePerson(openDatabase(), { firstName: 'Ruhe', lastName: 'Bewahren' });
  const isLoaded = Promise.withResolvers<void>();
  await page.route('**/CodeCanvas*.js', async (route) => {
    await isLoaded.promise;
    await route.continue();
  });
  await open(`/account-mgmt/user/${person.account.id}/${person.id}`);
  const addScope = page.getByRole('button', { name: 'Bereich hinzufügen' });
  await addScope.waitFor();
  const before = await addScope.boundingBox();
  isLoaded.resolve();
  await page.locator('.cm-content').waitFor();
  expect(await addScope.boundingBox()).toEqual(before);
});

describe('a new user', () => {
  it('gets a one-time link, chooses a password with it and signs in', async () => {
    const { page } = await visitSignedIn('/account-mgmt/1?tab=users');
    await page.getByRole('button', { name: 'Benutzer anlegen' }).click();
    const email = nextMail();
    const link = await create(page, { firstName: 'Lina', lastName: 'Link', email });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Fertig' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lina Link' }).waitFor();
    await expect.poll(() => page.getByText('Eingeladen').count()).toBe(1);

    const guest = await visit({ ...phone });
    await guest.open(link);
    await guest.page.getByText(email).waitFor();
    await guest.page.getByLabel('Neues Passwort').fill('short');
    await guest.page.getByLabel('Passwort wiederholen').fill('shirt');
    await guest.page.getByRole('listitem').filter({ hasText: 'noch nicht erfüllt' }).waitFor();
    expect(await accessibilityProblems(guest.page)).toEqual([]);
    await guest.page.getByRole('button', { name: 'Passwort speichern' }).click();
    await guest.page.getByText('Die Passwörter stimmen nicht überein.').waitFor();
    await guest.page.getByLabel('Passwort wiederholen').fill('short');
    await guest.page.getByRole('button', { name: 'Passwort speichern' }).click();
    await guest.page.getByText('Mindestens 8 Zeichen').nth(1).waitFor();
    await guest.page.getByLabel('Neues Passwort').fill(password);
    await guest.page.getByLabel('Passwort wiederholen').fill(password);
    await guest.page.getByRole('button', { name: 'Passwort speichern' }).click();
    await guest.page.getByRole('button', { name: 'Zur Anmeldung' }).click();
    await signIn(guest.page, { email, password });
    await guest.page.getByRole('heading', { level: 1 }).waitFor();

    await guest.open(link);
    await guest.page.getByText('Dieser Link ist abgelaufen oder wurde schon verwendet.').waitFor();
  });

  it('needs an unused e-mail address', async () => {
    const { page } = await visitSignedIn('/account-mgmt/user/1');
    await page.getByLabel('E-Mail-Adresse').fill('ADMIN@example.com');
    await page.getByRole('button', { name: 'Benutzer anlegen' }).click();
    await page.getByText('Dieser Wert ist bereits vergeben').waitFor();
    await expect.poll(() => page.getByLabel('E-Mail-Adresse').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a user', () => {
  it('is renamed, deactivated, activated and deleted', async () => {
    const { page, open } = await visitSignedIn('/account-mgmt/user/1');
    await create(page, { firstName: 'Emil', lastName: 'Edit', email: nextMail() });
    await page.getByRole('button', { name: 'Fertig' }).click();
    await page.getByRole('heading', { level: 1, name: 'Emil Edit' }).waitFor();
    await page.getByLabel('Nachname').fill('Edited');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Emil Edited' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const choose = async (action: string) => {
      await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      return page.getByRole('alertdialog');
    };
    await (await choose('Deaktivieren')).getByRole('button', { name: 'Deaktivieren' }).click();
    await page.getByRole('main').getByText('Deaktiviert', { exact: true }).waitFor();
    await (await choose('Aktivieren')).getByRole('button', { name: 'Aktivieren' }).click();
    await page.getByRole('main').getByText('Eingeladen', { exact: true }).waitFor();
    const question = await choose('Passwort-Link senden');
    await question.getByRole('button', { name: 'Passwort-Link senden' }).click();
    await page.getByTestId('password-link').waitFor();
    await page.getByRole('button', { name: 'Fertig' }).click();

    const removal = await choose('Löschen');
    await removal.getByRole('textbox').fill('Emil Edited');
    await removal.getByRole('button', { name: 'Löschen' }).click();
    await page.getByRole('row', { name: /System Administrator/ }).waitFor();
    await open('/account-mgmt/1?tab=users&users.q=edited');
    await page.getByText('Keine Treffer').waitFor();
  });

  it('is found by their role', async () => {
    const { page, baseUrl } = await visitSignedIn('/account-mgmt/1?tab=users', { language: 'en' });
    const email = nextMail();
    const headers = { origin: baseUrl };
    const data = { firstName: 'Rolf', lastName: 'Roleless', email, access: [] };
    const made = await page.request.post(`${baseUrl}/api/v1/user/tenant/1`, { data, headers });
    expect(made.status()).toBe(201);
    await page.getByRole('searchbox').fill(email);
    await page.getByRole('row', { name: /Rolf Roleless/ }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Role' }).click();
    await page.getByRole('menuitemradio', { name: 'system.super.admin' }).click();
    await page.getByText('No results').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('row', { name: /System Administrator/ }).waitFor();
    expect(page.url()).toMatch(/users\.role=\d+/);
  });

  it('for a program needs only a name', async () => {
    const { page } = await visitSignedIn('/account-mgmt/1?tab=users', { language: 'en' });
    await page.getByRole('row', { name: /System Administrator/ }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).last().click();
    await page.getByRole('menuitem', { name: 'Create API user' }).click();
    await page.getByRole('dialog').getByLabel('User name').fill(`robot-${process.pid}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Create API user' }).click();
    await page.getByRole('heading', { level: 1, name: `robot-${process.pid}` }).waitFor();
    expect(await page.getByLabel('E-mail address').count()).toBe(0);
  });
});

describe('many users', () => {
  it('are imported from a list; lines with errors are shown and exported', async () => {
    const { page } = await visitSignedIn('/account-mgmt/user-bulk-create/1');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByText('Bitte wählen Sie eine Datei').waitFor();
    const [first, second] = [nextMail(), nextMail()];
    const lines = [
      `Vorname;Nachname;E-Mail`,
      `Bea;"Bulk; B";${first}`,
      'kaputt',
      `Ben;Bulk;${second}`,
      `Bob;Bulk;${first}`,
    ];
    const buffer = Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`);
    await page.locator('input[type=file]').setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
    await page.getByText('users.csv').waitFor();
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByText('2 Zeilen in Ordnung').waitFor();
    await page.getByRole('row', { name: /^3 Die Zeile hat zu wenige Felder \(1\)/ }).waitFor();
    await page.getByRole('row', { name: /^5 .*in Zeile 2/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: '2 Benutzer anlegen' }).click();
    await page.getByText('2 Benutzer sind angelegt.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Fehlerhafte Zeilen herunterladen' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toBe(`\ufeffVorname;Nachname;E-Mail\r\nkaputt\r\nBob;Bulk;${first}\r\n`);
    await page.getByRole('button', { name: 'Benutzer anzeigen' }).click();
    await page.getByRole('searchbox').fill(second);
    await page.getByRole('row', { name: /Ben Bulk/ }).waitFor();
  });

  it('are not imported from a file that is not a list', async () => {
    const { page } = await visitSignedIn('/account-mgmt/user-bulk-create/1', { language: 'en' });
    const buffer = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0xff, 0xfe]);
    await page.locator('input[type=file]').setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
    await page.getByText('users.csv').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('The file is not a readable CSV file.').waitFor();
  });
});

describe('the profile', () => {
  it('accepts a new name and a new password, and shows errors of the password', async () => {
    const admin = await visitSignedIn('/account-mgmt/user/1');
    const email = nextMail();
    const link = await create(admin.page, { firstName: 'Pia', lastName: 'Profil', email });
    const { page, open } = await visit();
    await open(link);
    await page.getByLabel('Neues Passwort').fill(password);
    await page.getByLabel('Passwort wiederholen').fill(password);
    await page.getByRole('button', { name: 'Passwort speichern' }).click();
    await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
    await signIn(page, { email, password });
    await open('/user-profile');
    await page.getByLabel('Vorname').fill('Paula');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Paula Profil' }).waitFor();
    await page.getByLabel('Bisheriges Passwort').fill('wrong');
    await page.getByLabel('Neues Passwort').fill('Another-one-2');
    await page.getByLabel('Passwort wiederholen').fill('Another-one-2');
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await page.getByText('Das bisherige Passwort stimmt nicht').waitFor();
    await page.getByLabel('Bisheriges Passwort').fill(password);
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await page.getByText('Ihr Passwort ist geändert', { exact: false }).first().waitFor();
  });

  it.each(['light', 'dark'] as const)('is accessible on a phone in %s', async (theme) => {
    const { page } = await visitSignedIn('/user-profile', { theme, ...phone });
    await page.getByRole('heading', { name: 'API-Schlüssel' }).waitFor();
    expect(await accessibilityProblems(page, { coloursOnly: theme === 'dark' })).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
