import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, searchAtOnce, visitSignedIn } from './browser.ts';
import { program } from './program.ts';

let database: pg.Client;
let topScopeId: number;
let leaId: number;
let northId: number;

const one = async <T>(text: string, values: unknown[] = []): Promise<T> =>
  (await database.query(text, values)).rows[0] as T;

/** Lea is Operator in the whole account, but must not see dashboards in its part Nordstadt. */
beforeAll(async () => {
  database = new pg.Client({ connectionString: program().databaseUrl });
  await database.connect();
  const account = await one<{ id: number; scope_id: number }>(
    'select id::int, scope_id::int from accounts where parent_id is null order by id limit 1',
  );
  topScopeId = account.scope_id;
  const north = await one<{ id: number }>(
    `insert into scopes (parent_id, account_id, path, name) values ($1, $2, $3::ltree, 'Nordstadt') returning id::int`,
    [topScopeId, account.id, `${topScopeId}.roles`],
  );
  northId = north.id;
  await database.query('update scopes set path = $2::ltree where id = $1', [northId, `${topScopeId}.${northId}`]);
  const lea = await one<{ id: number }>(
    `insert into users (account_id, email, username, first_name, last_name)
     values ($1, 'lea.sommer@example.com', 'lea.sommer', 'Lea', 'Sommer') returning id::int`,
    [account.id],
  );
  leaId = lea.id;
  await database.query(
    `insert into user_roles (user_id, scope_id, role_id) select $1, $2, id from roles where name = 'Operator'`,
    [leaId, topScopeId],
  );
  await database.query(
    `with denial as (
       insert into roles (scope_id, name, permissions) values ($2, 'Ohne Dashboards', '{!Dashboards.read}') returning id
     ) insert into user_roles (user_id, scope_id, role_id) select $1, $3, id from denial`,
    [leaId, topScopeId, northId],
  );
});
afterAll(async () => {
  await database.query('delete from users where id = $1', [leaId]);
  await database.query(`delete from roles where name in ('Ohne Dashboards', 'Wartung', 'Messung', 'Messung Nord')`);
  await database.query('delete from scopes where id = $1', [northId]);
  await database.end();
});

const addRole = (name: string, permissions: string[]) =>
  database.query('insert into roles (scope_id, name, permissions) values ($1, $2, $3)', [
    topScopeId,
    name,
    permissions,
  ]);
const permissionsOf = async (name: string) =>
  (await database.query<{ permissions: string[] }>('select permissions from roles where name = $1', [name])).rows
    .flatMap(({ permissions }) => permissions)
    .sort();
const cell = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('button', { name });
const choose = async (page: Page, label: string, text: string, option: RegExp) => {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('option', { name: option }).first().click();
};

describe('the role editor', () => {
  it('marks a taken name on its field', async () => {
    const { page } = await visitSignedIn('/account-mgmt-roles');
    await page.getByRole('button', { name: 'Rolle anlegen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Neue Rolle' });
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('operator');
    await dialog.getByRole('button', { name: 'Rolle anlegen' }).click();
    await dialog.getByRole('textbox', { name: /^Name/, description: /vergeben/ }).waitFor();
  });

  it('creates a role and describes its permissions in words', async () => {
    const { page } = await visitSignedIn('/account-mgmt-roles');
    await page.getByRole('button', { name: 'Rolle anlegen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Neue Rolle' });
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Wartung');
    await cell(page, /^Virtuelle Geräte, Ändern: Nicht erlaubt/).click();
    await cell(page, /^Virtuelle Geräte, Ansehen: Enthalten in „virtuelle Geräte ändern“/).waitFor();
    await cell(page, /^Dashboards, Ansehen: Nicht erlaubt/).click();
    await cell(page, /^Dashboards, Ansehen: Erlaubt/).click();
    await cell(page, /^Dashboards, Verwalten: Verboten durch das Verbot von „Dashboards ansehen“/).waitFor();
    const summary = dialog.getByRole('region', { name: 'Zusammenfassung' });
    await expect
      .poll(() => summary.textContent())
      .toMatch(/darf\s*virtuelle Geräte ändern\s*und darf keinesfalls.*Dashboards ansehen/);
    await dialog.getByRole('button', { name: 'Rolle anlegen' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Wartung/ }).waitFor();
    expect(await permissionsOf('Wartung')).toEqual(['!Dashboards.read', 'VirtualDevice.write']);
  });

  it('changes a role that was opened from the list', async () => {
    await addRole('Messung', ['VirtualDevice.write']);
    const { page } = await visitSignedIn('/account-mgmt-roles?search=Messung');
    await page
      .getByRole('row', { name: /Messung/ })
      .getByText('Messung')
      .click();
    const dialog = page.getByRole('dialog', { name: 'Rolle „Messung“' });
    await cell(page, /^Virtuelle Geräte, Ändern: Erlaubt/).waitFor();
    expect(page.url()).toMatch(/search=Messung.*role=\d+/);
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Messung Nord');
    await dialog.getByRole('searchbox').fill('tickets');
    await cell(page, /^Virtuelle Geräte/)
      .first()
      .waitFor({ state: 'detached' });
    await cell(page, /^Tickets, Anlegen: Nicht erlaubt/).click();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('row', { name: /Messung Nord/ }).waitFor();
    expect(await permissionsOf('Messung Nord')).toEqual(['IsFmTicket.create', 'VirtualDevice.write']);
  });

  it('deletes a role after showing how many users lose it', async () => {
    await addRole('Aushilfe', ['VirtualDevice.read']);
    await database.query(
      `insert into user_roles (user_id, scope_id, role_id) select $1, $2, id from roles where name = 'Aushilfe'`,
      [leaId, topScopeId],
    );
    const { page } = await visitSignedIn('/account-mgmt-roles?search=Aushilfe');
    await page.getByRole('button', { name: 'Aktionen für „Aushilfe“' }).click();
    await page.getByRole('menuitem', { name: 'Rolle löschen' }).click();
    const question = page.getByRole('alertdialog', { name: '„Aushilfe“ löschen?' });
    await expect.poll(() => question.textContent()).toContain('1 Person verliert diese Rolle sofort');
    await question.getByRole('button', { name: 'Rolle löschen' }).click();
    // While the dialog is open the page behind it is hidden, and checks for absent elements would be meaningless.
    await question.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Aushilfe/ }).waitFor({ state: 'detached' });
    expect(await permissionsOf('Aushilfe')).toEqual([]);
  });

  it('cannot change the role of the system administrators', async () => {
    const { page } = await visitSignedIn('/account-mgmt-roles?search=super.admin');
    const row = page.getByRole('row', { name: /system\.super\.admin/ });
    await row.waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
  });

  it('fits a phone', async () => {
    const { page } = await visitSignedIn('/account-mgmt-roles', phone);
    await page.getByRole('button', { name: 'Rolle anlegen' }).click();
    await page.getByRole('dialog', { name: 'Neue Rolle' }).waitFor();
    await cell(page, /^Digitale Zwillinge, Ansehen/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('the explanation of permissions', () => {
  it('is queried by person, permission and place, and is in the address', async () => {
    const { page } = await visitSignedIn('/account-mgmt-roles?tab=why', { language: 'en' });
    await choose(page, 'Who?', 'lea som', /Lea Sommer/);
    await choose(page, 'What?', 'change devices', /^change virtual devices/);
    await page.getByRole('button', { name: 'Where?: open the tree' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a scope' });
    await searchAtOnce(dialog.getByRole('searchbox'), 'nordst');
    await dialog.getByRole('treeitem', { name: /Nordstadt/ }).click();
    await dialog.getByRole('button', { name: 'Choose scope' }).click();
    await page
      .getByText(/Lea Sommer may change virtual devices in Nordstadt because of the role Operator given in \w+/)
      .waitFor();
    expect(page.url()).toContain(`user=${leaId}&permission=VirtualDevice.write&scope=${northId}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await page.getByText(/Lea Sommer may change virtual devices/).waitFor();
    await expect
      .poll(() => page.getByRole('group', { name: 'In favour' }).textContent())
      .toContain('VirtualDevice.manage');
    await page.getByRole('link', { name: 'Operator' }).first().click();
    await page.getByRole('dialog', { name: 'Role “Operator”' }).waitFor();
  });

  it('finds the denial, tries a change beside it and saves it', async () => {
    const address = `/account-mgmt-roles?tab=why&user=${leaId}&permission=Dashboards.read&scope=${northId}`;
    const { page } = await visitSignedIn(address);
    const now = page.getByRole('region', { name: 'Derzeit' });
    await now.getByText(/Lea Sommer darf in Nordstadt nicht Dashboards ansehen: Die Rolle Ohne Dashboards/).waitFor();
    await expect
      .poll(() => now.getByRole('group', { name: 'Dagegen spricht' }).textContent())
      .toContain('!Dashboards.read');
    await page.getByRole('button', { name: 'Änderung ausprobieren' }).click();
    await page.getByRole('button', { name: 'Alle Rollen in „Nordstadt“ entfernen' }).click();
    const trial = page.getByRole('region', { name: 'Mit der Änderung' });
    await trial.getByText(/Lea Sommer darf in Nordstadt Dashboards ansehen: Die Rolle Operator/).waitFor();
    await expect.poll(() => now.getByText('Nicht erlaubt').count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Änderung speichern' }).click();
    const question = page.getByRole('alertdialog', { name: 'Rollen von Lea Sommer ändern?' });
    await expect.poll(() => question.textContent()).toContain('Nordstadt: keine Rollen mehr');
    await question.getByRole('button', { name: 'Änderung speichern' }).click();
    await now.getByText(/Lea Sommer darf in Nordstadt Dashboards ansehen/).waitFor();
    const held = await one<{ n: number }>('select count(*)::int as n from user_roles where user_id = $1', [leaId]);
    expect(held.n).toBe(1);
  });

  it('assigns a role in another scope through the tree', async () => {
    await database.query('delete from user_roles where user_id = $1 and scope_id = $2', [leaId, northId]);
    const address = `/account-mgmt-roles?tab=why&user=${leaId}&permission=IsFmTicket.read&scope=${northId}`;
    const { page } = await visitSignedIn(address);
    await page.getByText(/Keine Rolle dort oder darüber erlaubt es/).waitFor();
    await page.getByRole('button', { name: 'Änderung ausprobieren' }).click();
    await page.getByRole('button', { name: 'Bereich hinzufügen' }).click();
    const dialog = page.getByRole('dialog', { name: 'In welchem Bereich?' });
    await dialog.getByRole('treeitem', { name: /Nordstadt/ }).click();
    await dialog.getByRole('button', { name: 'Bereich wählen' }).click();
    const roles = page.getByRole('combobox', { name: 'Rollen in „Nordstadt“' });
    await roles.fill('Administrator');
    await page.getByRole('option', { name: /^Administrator.*Geerbt von/ }).click();
    await page
      .getByRole('region', { name: 'Mit der Änderung' })
      .getByText(/Die Rolle Administrator in Nordstadt erlaubt es/)
      .waitFor();
  });

  it('fits a phone', async () => {
    const address = `/account-mgmt-roles?tab=why&user=${leaId}&permission=VirtualDevice.write&scope=${northId}`;
    const { page } = await visitSignedIn(address, { ...phone, theme: 'dark' });
    await page.getByRole('region', { name: 'Derzeit' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
