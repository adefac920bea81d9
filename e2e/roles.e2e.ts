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
  await database.query(`delete from roles where name = 'Ohne Dashboards'`);
  await database.query('delete from scopes where id = $1', [northId]);
  await database.end();
});

const choose = async (page: Page, label: string, text: string, option: RegExp) => {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('option', { name: option }).first().click();
};

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
