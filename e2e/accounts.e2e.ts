import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, searchAtOnce, visitSignedIn } from './browser.ts';

const unique = (word: string) => `${word} ${randomBytes(4).toString('hex')}`;
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Meldungen' }).getByText(text).waitFor();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/**
 * The response to the save: its button is disabled while the request is sent, and leaving the page then may lose it.
 */
const saved = (part: Locator) =>
  part.locator('form[aria-busy="false"]').getByRole('button', { name: 'Speichern', disabled: true }).waitFor();

/** Creates a sub-account through the API with the session of the page. */
async function makeAccount(page: Page, baseUrl: string, name: string, parentId = 1): Promise<number> {
  const headers = { origin: baseUrl };
  const answer = await page.request.post(`${baseUrl}/api/v1/tenant`, { data: { name, parentId }, headers });
  expect(answer.status()).toBe(201);
  return (await answer.json()).data.id;
}

async function choose(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Account auswählen' });
  await searchAtOnce(dialog.getByRole('searchbox'), name);
  await dialog.getByRole('treeitem', { name }).click();
  await dialog.getByRole('button', { name: 'Auswählen' }).click();
}

async function openMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Weitere Aktionen' }).first().click();
  await page.getByRole('menuitem', { name: entry }).click();
}

describe('accounts', () => {
  it('are created below others, found in the list and opened from there', async () => {
    const { page, open } = await visitSignedIn('/account-mgmt');
    const name = unique('Stadtwerke');
    await page.getByRole('button', { name: 'Unteraccount anlegen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unteraccount anlegen' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Beschreibung').fill('Strom und Wasser');
    await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await heading(page, name);
    await open('/account-mgmt');
    await searchAtOnce(page.getByRole('searchbox'), name);
    await page.getByRole('row', { name: new RegExp(`${name}.*Stellwerk.*Strom und Wasser`) }).click();
    await heading(page, name);
  });

  it('save changed settings', async () => {
    const { page, baseUrl, open } = await visitSignedIn('/account-mgmt');
    const id = await makeAccount(page, baseUrl, unique('Wasserwerk'));
    await open(`/account-mgmt/${id}`);
    const name = unique('Klärwerk');
    const general = card(page, 'Allgemein');
    await general.getByLabel('Name').fill(name);
    await general.getByLabel('E-Mail-Adresse für Rückmeldungen').fill('hilfe@example.com');
    await general.getByRole('button', { name: 'Speichern' }).click();
    await heading(page, name);
    await toast(page, 'Gespeichert');
    const limits = card(page, 'Grenzen');
    await limits.getByLabel('Aufbewahrung von Messwerten').fill('36');
    await limits.getByLabel('Gerätevorlagen').fill('12');
    await limits.getByRole('button', { name: 'Speichern' }).click();
    await saved(limits);
    const policy = card(page, 'Passwortrichtlinie');
    await policy.getByLabel('Eigene Richtlinie').click();
    await policy.getByLabel('Mindestlänge').fill('7');
    await policy.getByRole('button', { name: 'Speichern' }).click();
    await policy.getByText('Mindestens 8').waitFor();
    await policy.getByLabel('Mindestlänge').fill('12');
    await policy.getByRole('button', { name: 'Speichern' }).click();
    await saved(policy);
    await page.reload();
    await heading(page, name);
    const value = (label: string) => page.getByRole('main').getByLabel(label).inputValue();
    expect(await value('E-Mail-Adresse für Rückmeldungen')).toBe('hilfe@example.com');
    await page.getByLabel('Mindestlänge').waitFor();
    expect(await value('Mindestlänge')).toBe('12');
    expect(await value('Aufbewahrung von Messwerten')).toBe('36');
    expect(await value('Gerätevorlagen')).toBe('12');
  });

  it('are moved, and deleted once they are empty', async () => {
    const { page, baseUrl, open } = await visitSignedIn('/account-mgmt');
    const [old, next, leaf] = [unique('Alt'), unique('Neu'), unique('Blatt')];
    const oldId = await makeAccount(page, baseUrl, old);
    const nextId = await makeAccount(page, baseUrl, next);
    const leafId = await makeAccount(page, baseUrl, leaf, oldId);
    await open(`/account-mgmt/${leafId}`);
    await heading(page, leaf);
    await openMenu(page, 'Verschieben');
    const dialog = page.getByRole('dialog', { name: `„${leaf}“ verschieben` });
    await dialog.getByRole('button', { name: /Account auswählen/ }).click();
    await choose(page, next);
    await dialog.getByRole('button', { name: 'Verschieben' }).click();
    await page.getByRole('main').getByRole('link', { name: next }).waitFor();
    await page.getByRole('main').getByRole('link', { name: next }).click();
    await heading(page, next);

    await openMenu(page, 'Löschen');
    const question = page.getByRole('alertdialog', { name: `„${next}“ löschen?` });
    await question.getByRole('textbox').fill(next);
    await question.getByRole('button', { name: 'Löschen' }).click();
    await question.getByText('1 Unteraccounts, 0 Benutzer, 0 Objekte').waitFor();
    await question.getByRole('button', { name: 'Abbrechen' }).click();

    await open(`/account-mgmt/${leafId}`);
    await heading(page, leaf);
    await openMenu(page, 'Löschen');
    const again = page.getByRole('alertdialog', { name: `„${leaf}“ löschen?` });
    await again.getByRole('textbox').fill(leaf);
    await again.getByRole('button', { name: 'Löschen' }).click();
    await heading(page, next);
    expect(page.url()).toContain(`/account-mgmt/${nextId}`);
    await page.getByText('Keine Unteraccounts').waitFor();
  });

  it('are accessible, also on a phone', async () => {
    const { page, baseUrl, open } = await visitSignedIn('/account-mgmt', { ...phone, theme: 'dark' });
    const name = unique('Telefon');
    const id = await makeAccount(page, baseUrl, name);
    await open('/account-mgmt');
    await page.getByRole('searchbox').fill(name);
    await page.getByText(name).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await open(`/account-mgmt/${id}`);
    await page.getByLabel('Eigene Richtlinie').waitFor();
    await page.getByLabel('Gerätevorlagen').waitFor();
    await page.getByRole('button', { name: 'Eigenen Mailserver einrichten' }).click();
    await page.getByRole('button', { name: 'Bereich hinzufügen' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});

describe('modules', () => {
  it('are disabled with a warning, and enabled again, for the chosen account', async () => {
    const { page, baseUrl, open } = await visitSignedIn('/account-mgmt-modules');
    const name = unique('Modular');
    await makeAccount(page, baseUrl, name);
    await open('/account-mgmt-modules');
    await page.getByRole('button', { name: /Account auswählen/ }).click();
    await choose(page, name);
    const tickets = card(page, 'Tickets');
    await tickets.getByText('Ein', { exact: true }).waitFor();
    await tickets.getByRole('switch', { name: 'Tickets nutzen' }).click();
    const question = page.getByRole('alertdialog', { name: 'Tickets ausschalten?' });
    await question.getByText(`aus allen Rollen von „${name}“`).waitFor();
    await question.getByRole('button', { name: 'Ausschalten' }).click();
    await tickets.getByText('Aus', { exact: true }).waitFor();
    await page.reload();
    await tickets.getByText('Aus', { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Account', { exact: true }).inputValue()).toBe(name);
    await tickets.getByRole('switch', { name: 'Tickets nutzen' }).click();
    await tickets.getByText('Ein', { exact: true }).waitFor();
  });
});
