import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { accounts } from '../apps/server/src/platform/tenancy/account.table.ts';
import { createRole } from '../apps/server/src/platform/tenancy/role.store.ts';
import { signIn, type Visit, visit as visitAsStranger } from './browser.ts';
import { createGuidePage, openGuide } from './guide-page.ts';
import { setUpGuide } from './guide-setup.ts';

type Start = Awaited<ReturnType<typeof setUpGuide>>;
const word = () => randomBytes(4).toString('hex');

/** The account of the guide's reader, where new users become readers. */
async function prepareAccount({ db, call, tenantId }: Start) {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, tenantId));
  const { scopeId, name } = account ?? expect.fail('there is no account');
  const roleId = await createRole(db, { scopeId, name: 'Leser', permissions: ['DigitalTwin.read'] });
  await call('PUT', `/tenant/${tenantId}`, { defaultRoles: [{ scopeId, roleIds: [roleId] }] });
  return { name, path: `/account-mgmt/${tenantId}` };
}

async function choosePassword({ page, open }: Visit, link: string, user: { email: string; password: string }) {
  await open(link);
  await page.getByLabel('Neues Passwort').fill(user.password);
  await page.getByLabel('Passwort wiederholen').fill(user.password);
  await page.getByRole('button', { name: 'Passwort speichern' }).click();
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await signIn(page, user);
}

it('invites people, creates programs and manages their access, word for word', async () => {
  const start = await setUpGuide('de');
  const { page, main, open, visit, press, fill, tab, menu, answer, heading, region } = start;
  const account = await prepareAccount(start);
  const { label } = openGuide('de', 'users-and-roles', 'Jemandem Zugang geben');
  const lina = { email: `lina-${word()}@example.com`, password: 'Chosen-by-hand-1' };

  await open('/home');
  await visit(label());
  await main.getByText(account.name).click();
  await heading(account.name);
  const usersTab = label();
  await tab(usersTab);
  await press(label());
  await fill(label(), 'Lina');
  await fill(label(), 'Link');
  await fill(label(), lina.email);
  await press(label());
  const link = new URL((await page.getByTestId('password-link').textContent()) ?? '').hash.slice(1);
  const [defaultRoles, accountTab] = [label(), label()];
  await answer(label());
  await heading('Lina Link');
  const linaPath = new URL(page.url()).hash.slice(1);
  await region('Rollen').getByText('Leser').waitFor();
  const guest = await visitAsStranger();
  await choosePassword(guest, link, lina);

  await open(account.path);
  await tab(accountTab);
  await region(defaultRoles).getByText('Leser').waitFor();
  await tab(usersTab);
  const beside = page.getByRole('button', { name: label(), exact: true });
  const chooseBeside = async (entry: string) => {
    await beside.locator('xpath=following::button').first().click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  await chooseBeside(label());
  await fill('Oder Zeilen einfügen', `Ada,Lovelace,ada-${word()}@example.com`);
  await press('Weiter');
  await press('1 Benutzer anlegen');
  await page.getByText('1 Benutzer ist angelegt.').waitFor();
  await press('Benutzer anzeigen');
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor();
  const [createProgram, robot] = [label(), `robot-${word()}`];
  await chooseBeside(createProgram);
  await fill('Benutzername', robot);
  await answer(createProgram);
  await heading(robot);
  await open(account.path);
  await tab(label());
  const createKey = label();
  await press(createKey);
  await page.getByRole('combobox', { name: 'API-Benutzer' }).click();
  await page.getByRole('option', { name: robot }).click();
  await fill('Titel', 'Berichte');
  await answer(createKey);
  await answer('Schlüssel ist gesichert');
  await page.getByRole('row', { name: new RegExp(`Berichte.*${robot}`) }).waitFor();

  const [sendLink, signOut, resetFactor, deactivate] = [label(), label(), label(), label()];
  const confirm = async (entry: string) => {
    await menu(entry);
    await answer(entry);
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  };
  await open(linaPath);
  await confirm(sendLink);
  await page.getByTestId('password-link').waitFor();
  await answer('Fertig');
  await confirm(signOut);
  await guest.page.reload();
  await guest.page.waitForURL(/#\/login/);
  const actAs = label();
  await menu(actAs);
  await fill(label(), 'Ticket 4711');
  await answer(actAs);
  await page.getByText('Nele Neu handelt als Lina Link.').waitFor();
  await press(label());
  await page.getByRole('button', { name: /Benutzermenü von Nele Neu/ }).waitFor();

  await signIn(guest.page, lina);
  const factor = guest.page.getByRole('region', { name: label(), exact: true });
  await createGuidePage(guest.page).press(label());
  await factor.getByRole('button', { name: label(), exact: true }).click();
  const secret = ((await guest.page.getByTestId('totp-secret').textContent()) ?? '').replaceAll(' ', '');
  await guest.page.getByLabel('Code aus Ihrer App').fill(new TOTP({ secret }).generate());
  await guest.page.getByRole('button', { name: 'Einschalten' }).click();
  await guest.page.getByLabel('Ich habe die Codes sicher aufbewahrt').check();
  await guest.page.getByRole('button', { name: 'Fertig' }).click();
  await factor.getByText('Eingeschaltet', { exact: true }).waitFor();
  await guest.page.getByRole('list', { name: label() }).getByText('Dieses Gerät').waitFor();
  // Offered now that there is a password to reset.
  await open(linaPath);
  await confirm(resetFactor);
  await region('Überblick').getByText('Ausgeschaltet').waitFor();
  await confirm(deactivate);
  await main.getByText('Deaktiviert', { exact: true }).waitFor();
}, 60_000);
