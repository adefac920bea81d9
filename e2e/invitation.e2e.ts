import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { type ReceivedMail, startMailbox } from '../apps/server/src/platform/mail/testing/mailbox.ts';
import { signIn, visit } from './browser.ts';
import { startProgram } from './server.setup.ts';

/** Links in mails contain the port, so it has to be known before the program starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

const linkIn = ({ text }: ReceivedMail) => /http:\/\/\S+token=[\w-]+/.exec(text)?.[0] ?? '';

async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Neues Passwort').fill(password);
  await page.getByLabel('Passwort wiederholen').fill(password);
  await page.getByRole('button', { name: 'Passwort speichern' }).click();
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
}

it('an invitation arrives by mail and lets a user sign in, and so does a forgotten password', async () => {
  const mailbox = await startMailbox();
  const port = await freePort();
  const program = await startProgram({
    PORT: String(port),
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    MAIL_FROM: 'Stellwerk <noreply@example.org>',
  });
  onTestFinished(program.stop);
  const email = 'invited@example.com';

  const { page: admin } = await visit();
  await admin.goto(`${program.baseUrl}/#/login`);
  await signIn(admin);
  await admin.goto(`${program.baseUrl}/#/account-mgmt/user/1`);
  await admin.getByLabel('Vorname').fill('Inga');
  await admin.getByLabel('E-Mail-Adresse').fill(email);
  await admin.getByRole('button', { name: 'Benutzer anlegen' }).click();
  await admin.getByText(`Inga erhält eine E-Mail an ${email}`, { exact: false }).waitFor();
  expect(await admin.getByTestId('password-link').count()).toBe(0);

  const invitation = await mailbox.next();
  expect(invitation.to).toEqual([email]);
  expect(invitation.headers.subject).toEqual(['Einladung zu Stellwerk']);
  const { page: guest } = await visit();
  await choosePassword(guest, linkIn(invitation), 'First-password-1');
  await signIn(guest, { email, password: 'First-password-1' });

  const { page: forgetful } = await visit();
  await forgetful.goto(`${program.baseUrl}/#/login`);
  await forgetful.getByRole('link', { name: /vergessen/ }).click();
  await forgetful.getByLabel('E-Mail-Adresse').fill(email);
  await forgetful.getByRole('button', { name: 'Link senden' }).click();
  await forgetful.getByText('Wenn es einen Benutzer mit der Adresse', { exact: false }).waitFor();
  const reset = await mailbox.next();
  expect(reset.headers.subject).toEqual(['Passwort zurücksetzen']);
  await choosePassword(forgetful, linkIn(reset), 'Second-password-2');
  await signIn(forgetful, { email, password: 'Second-password-2' });
  await forgetful.getByRole('heading', { level: 1 }).waitFor();
  // Sessions with the old password have ended.
  await guest.goto(`${program.baseUrl}/#/user-profile`);
  await guest.waitForURL(/#\/login/);
}, 180_000);
