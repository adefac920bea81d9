import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accounts } from '../apps/server/src/platform/tenancy/account.table.ts';
import { createRole } from '../apps/server/src/platform/tenancy/role.store.ts';
import { scopePaths } from '../apps/server/src/platform/tenancy/scope.store.ts';
import { userRoles, users } from '../apps/server/src/platform/tenancy/user.table.ts';
import { createFactories } from '../apps/server/test/factories.ts';
import { readGuideFile } from '../apps/server/test/guides.ts';
import { openGuide } from './guide-page.ts';
import { setUpGuide } from './guide-setup.ts';

type Start = Awaited<ReturnType<typeof setUpGuide>>;
const guide = 'users-and-roles';
const word = () => randomBytes(4).toString('hex');

async function readAccount({ db, tenantId }: Start) {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, tenantId));
  const { id, scopeId, name } = account ?? expect.fail('there is no account');
  return { id, scopeId, name, scopePath: (await scopePaths(db, [scopeId])).get(scopeId) ?? '' };
}

async function pickScope(page: Page, scope: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('treeitem', { name: new RegExp(`^${scope}`) }).click();
  await dialog.getByRole('button', { name: 'Bereich wählen' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function find(page: Page, box: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: box, exact: true }).fill(text);
  await page.getByRole('option').filter({ hasText: text }).click();
}

it('creates scopes and roles, assigns them, and explains permissions, word for word', async () => {
  const start = await setUpGuide('de');
  const { page, db, open, visit, press, fill, menu, answer, region, makeTwin } = start;
  const account = await readAccount(start);
  const [part, role] = [`Weststadt ${word()}`, `Wartung ${word()}`];
  const twinId = await makeTwin(part);
  const lea = await createFactories(db).user({ account });
  const { label } = openGuide('de', guide, 'Die vier Begriffe');
  const cell = (name: string) => page.getByRole('dialog').getByRole('button', { name });
  const hears = (text: string) => region('Derzeit').getByText(text).waitFor();

  await open('/home');
  const rolesPage = label();
  await visit(rolesPage);
  expect(readGuideFile('de', guide).prose).toContain(`(\`/${new URL(page.url()).hash}\`)`);
  const [why, who, what, where] = [label(), label(), label(), label()];
  const [ownScope, create, addScope, save] = [label(), label(), label(), label()];
  await open(`/digitaltwin-mgmt/${twinId}`);
  await menu(ownScope);
  await answer('Bereich anlegen');
  await page.getByText(`„${part}“ hat einen eigenen Zugriffsbereich.`).waitFor();

  await visit(rolesPage);
  await press(create);
  await fill('Name', role);
  await cell('Digitale Zwillinge, Ansehen: Nicht erlaubt.').click();
  await cell('Digitale Zwillinge, Ansehen: Erlaubt.').click();
  await cell('Digitale Zwillinge, Ändern: Verboten').waitFor();
  await cell('Digitale Zwillinge, Verwalten: Verboten').waitFor();
  await cell('Digitale Zwillinge, Ansehen: Ausdrücklich verboten.').click();
  await cell('Digitale Zwillinge, Ansehen: Nicht erlaubt.').waitFor();
  await cell('Virtuelle Geräte, Ändern').click();
  await cell('Virtuelle Geräte, Ansehen: Enthalten').waitFor();
  await answer(create);
  await page.getByRole('row', { name: role }).waitFor();

  await open(`/account-mgmt/user/${account.id}/${lea.id}`);
  await press(addScope);
  await pickScope(page, part);
  await find(page, `Rollen in „${part}“`, role);
  await page.keyboard.press('Escape');
  await press(save);
  await page.getByRole('region', { name: 'Meldungen' }).getByText('Die Rollen von').waitFor();

  const ask = async (permission: string) => {
    await visit(rolesPage);
    await page.getByRole('tab', { name: why, exact: true }).click();
    await find(page, who, lea.email);
    await find(page, what, permission);
  };
  const askAt = async (scope: string) => {
    await press(`${where}: Baum öffnen`);
    await pickScope(page, scope);
  };
  await ask('VirtualDevice.write');
  await askAt(part);
  await hears(`Die Rolle ${role} in ${part} erlaubt es.`);
  await askAt(account.name);
  await hears('Keine Rolle dort oder darüber erlaubt es.');

  const modules = openGuide('de', guide, 'Module');
  await visit(modules.label());
  await page.getByRole('switch', { name: 'Tickets nutzen' }).click();
  await answer('Ausschalten');
  await page.getByText('Tickets ist ausgeschaltet').waitFor();
  expect(modules.label()).toBe(why);
  await ask('IsFmTicket.read');
  await askAt(part);
  await hears(`Das Modul Tickets ist in ${account.name} ausgeschaltet.`);

  const trial = openGuide('de', guide, 'Niemand gibt mehr weiter, als er hat');
  await ask('VirtualDevice.write');
  await askAt(account.name);
  await hears('Keine Rolle dort oder darüber erlaubt es.');
  await press(trial.label());
  await find(page, `Rollen in „${account.name}“`, role);
  await region('Mit der Änderung').getByText(`Die Rolle ${role} in ${account.name} erlaubt es.`).waitFor();
  await hears('Keine Rolle dort oder darüber erlaubt es.');
}, 60_000);

it("has the guide's results for the ten examples", async () => {
  const start = await setUpGuide('de');
  const { page, db, open, region } = start;
  const account = await readAccount(start);
  const make = createFactories(db);
  const scopes = new Map([['Stadtwerke', account.scopeId]]);
  for (const name of ['Nord', 'Süd']) scopes.set(name, (await make.account({ parent: account })).scopeId);
  const permissionsIn = (cell: string) =>
    [...cell.matchAll(/`(.+?)`(?: in (?:Stadtwerke \/ )?(\p{L}+))?/gu)].map(([, permission = '', place]) => ({
      permission,
      scopeId: scopes.get(place ?? 'Stadtwerke') ?? 0,
    }));
  const examples = [...readGuideFile('de', guide).prose.matchAll(/^\| (`.+?) \| (`.+?) \| (ja|nein): .+ \|$/gm)];
  expect(examples).toHaveLength(10);
  for (const [index, [line, held = '', asked = '', answer]] of examples.entries()) {
    const { id } = await make.user({ account });
    await db
      .update(users)
      .set({ firstName: 'Fall', lastName: String(index) })
      .where(eq(users.id, id));
    for (const { permission, scopeId } of permissionsIn(held)) {
      const roleId = await createRole(db, { scopeId, name: word(), permissions: [permission] });
      await db.insert(userRoles).values({ userId: id, scopeId, roleId });
    }
    const answered = page.waitForResponse('**/acl/explain');
    for (const { permission, scopeId } of permissionsIn(asked)) {
      await open(`/account-mgmt-roles?tab=why&user=${id}&permission=${permission}&scope=${scopeId}`);
    }
    const { data } = await (await answered).json();
    expect([line, data.now.allowed]).toEqual([line, answer === 'ja']);
    const decision = region('Derzeit').filter({ hasText: `Fall ${index} darf` });
    await decision.getByText(answer === 'ja' ? 'Erlaubt' : 'Nicht erlaubt', { exact: true }).waitFor();
  }
}, 60_000);
