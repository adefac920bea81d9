import { createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProvider, type TestProvider } from '../apps/server/test/provider.ts';
import { accessibilityProblems, type Look, signInByCall, visit } from './browser.ts';
import { administrator, startProgram } from './server.setup.ts';

type Program = Awaited<ReturnType<typeof startProgram>>;

let provider: TestProvider;
let program: Program;

/** The service needs the redirect address before the program starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

beforeAll(async () => {
  provider = await startProvider({
    people: (login) => ({
      email: login === 'impostor' ? administrator.email : `${login}@people.example`,
      email_verified: true,
      name: `Pat ${login}`,
    }),
  });
  const port = await freePort();
  program = await startProgram({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    EGRESS_ALLOW: provider.address,
  });
});
afterAll(async () => {
  await program.stop();
  await provider.stop();
});

async function visitProgram(path: string, look: Look = {}, { isSignedIn = false } = {}): Promise<Page> {
  const { page, context } = await visit(look);
  if (isSignedIn) await signInByCall(context, program.baseUrl);
  // The forms of the service load a font from another site.
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  await page.goto(`${program.baseUrl}/#${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return page;
}

/** Fills in the service's forms; it accepts any name and password. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function openServices(page: Page): Promise<void> {
  await page.goto(`${program.baseUrl}/#/account-mgmt/1?tab=sign-in`);
  await page.getByRole('heading', { name: 'Anmeldedienste' }).waitFor();
}

describe('sign-in with an external service', () => {
  it('is set up by an administrator', async () => {
    const admin = await visitProgram('/account-mgmt/1?tab=sign-in', {}, { isSignedIn: true });
    await openServices(admin);
    await admin.getByRole('button', { name: 'OIDC-Dienst hinzufügen' }).click();
    const dialog = admin.getByRole('dialog', { name: 'OIDC-Dienst hinzufügen' });
    await dialog.getByLabel('Name', { exact: false }).first().fill('Stadt-ID');
    await dialog.getByLabel('Aussteller').fill('http://192.0.2.1');
    await dialog.getByLabel('Client-ID').fill('not-yet');
    expect(await accessibilityProblems(admin)).toEqual([]);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText('EGRESS_ALLOW').waitFor();
    await dialog.getByLabel('Aussteller').fill(provider.issuer);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = admin.getByRole('listitem').filter({ hasText: 'Stadt-ID' });
    const [, callbackUrl = ''] =
      /(http\S+)$/.exec((await row.getByText('Rücksprungadresse:').last().textContent()) ?? '') ?? [];
    expect(callbackUrl).toMatch(new RegExp(`^${program.baseUrl}/api/v1/auth/federated/\\d+/callback$`));

    const known = await provider.register(callbackUrl);
    await row.getByRole('button', { name: 'Aktionen für Stadt-ID' }).click();
    await admin.getByRole('menuitem', { name: 'Bearbeiten' }).click();
    const editing = admin.getByRole('dialog', { name: 'Stadt-ID bearbeiten' });
    await editing.getByLabel('Client-ID').fill(known.client_id);
    await editing.getByLabel('Client-Geheimnis').fill(known.client_secret);
    await editing.getByRole('button', { name: 'Speichern' }).click();
    await editing.waitFor({ state: 'detached' });
    expect(await accessibilityProblems(admin)).toEqual([]);
  }, 120_000);

  it('signs a new user in and opens the requested page', async () => {
    const newcomer = await visitProgram('/login', { language: 'en' });
    await newcomer.getByRole('link', { name: 'Sign in with Stadt-ID' }).waitFor();
    expect(await accessibilityProblems(newcomer)).toEqual([]);
    await newcomer.goto(`${program.baseUrl}/#/user-profile`);
    await newcomer.getByRole('link', { name: 'Sign in with Stadt-ID' }).click();
    await signInThere(newcomer, 'newcomer');
    await newcomer.waitForURL(`${program.baseUrl}/#/user-profile`);
    const session = await newcomer.evaluate(async () => (await fetch('/api/v1/auth/verify')).json());
    expect(session.data.user).toMatchObject({ email: 'newcomer@people.example', firstName: 'Pat' });
    expect(newcomer.url()).not.toMatch(/code|token/);
  });

  it('is linked in the profile, and unlinked again', async () => {
    const page = await visitProgram('/user-profile', {}, { isSignedIn: true });
    await page.getByRole('link', { name: 'Stadt-ID verknüpfen' }).click();
    await signInThere(page, 'the-administrator-there');
    await page.getByRole('button', { name: 'Stadt-ID trennen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Trennen' }).click();
    await page.getByRole('link', { name: 'Stadt-ID verknüpfen' }).waitFor();
  });

  it('says that it was cancelled and leads back', async () => {
    const page = await visitProgram('/login');
    await page.getByRole('link', { name: 'Mit Stadt-ID anmelden' }).click();
    await page.getByRole('link', { name: /cancel/i }).click();
    await page.getByRole('heading', { name: 'Anmeldung nicht möglich' }).waitFor();
    await page.getByText('Vielleicht wurde sie abgebrochen').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click();
    await page.getByRole('link', { name: 'Mit Stadt-ID anmelden' }).waitFor();
  });

  it('does not take over the user with the same e-mail address', async () => {
    const page = await visitProgram('/login');
    await page.getByRole('link', { name: 'Mit Stadt-ID anmelden' }).click();
    await signInThere(page, 'impostor');
    await page.getByText('verknüpfen Sie den Dienst in Ihrem Profil').waitFor();
    expect(page.url()).toBe(`${program.baseUrl}/#/oauth?error=OIDC_USER_NOT_CREATABLE`);
  });
});
