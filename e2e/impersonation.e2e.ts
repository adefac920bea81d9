import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

const noticeName = 'Handeln als anderer Benutzer';

describe('acting as another user', () => {
  it('asks for a reason, shows both names, and leads back', async () => {
    const person = await makePerson(openDatabase(), { firstName: 'Ben', lastName: 'Benutzer' });
    const { page } = await visitSignedIn(`/account-mgmt/user/${person.account.id}/${person.id}`);
    await page.getByRole('button', { name: 'Weitere Aktionen' }).first().click();
    await page.getByRole('menuitem', { name: 'Als dieser Benutzer handeln' }).click();
    const dialog = page.getByRole('dialog', { name: 'Als Ben Benutzer handeln' });
    await dialog.getByLabel('Grund').fill('x');
    await dialog.getByRole('button', { name: 'Als dieser Benutzer handeln' }).click();
    await dialog.getByText('Mindestens 3 Zeichen').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Grund').fill('Ticket 4711');
    await dialog.getByRole('button', { name: 'Als dieser Benutzer handeln' }).click();
    const notice = page.getByRole('region', { name: noticeName });
    await notice.getByText('System Administrator handelt als Ben Benutzer.').waitFor();
    await notice.getByRole('button', { name: 'Zurück zum eigenen Konto' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Benutzermenü von System Administrator/ }).waitFor();
  });

  it('stays visible on a phone, and logs both names', async () => {
    const person = await makePerson(openDatabase(), { firstName: 'Bea', lastName: 'Benutzer' });
    const { page, open } = await visitSignedIn('/home', { ...phone, theme: 'dark' });
    await page.evaluate(
      (body) =>
        fetch('/api/v1/auth/impersonate', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      JSON.stringify({ userId: person.id, reason: 'Ticket 4711' }),
    );
    await page.reload();
    const notice = page.getByRole('region', { name: noticeName });
    await notice.getByText('System Administrator handelt als Bea Benutzer.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await notice.getByRole('button', { name: 'Zurück zum eigenen Konto' }).click();
    await notice.waitFor({ state: 'detached' });
    await open('/system-logs?q=auth%2Fimpersonate');
    await page.getByText('Identitätswechsel beendet').first().waitFor();
    await page.getByText('als Bea Benutzer').first().waitFor();
  });
});
