import {
  createRole,
  deleteRole,
  listRoles,
  listRules,
  type Role,
  readRole,
  updateRole,
} from '@stellwerk/contract/access';
import { permissionCatalogue } from '@stellwerk/contract/permission-catalogue';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { pick, press, reported } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { RoleDialog } from './RoleDialog.tsx';
import { RolesPage } from './RolesPage.tsx';

const catalogue = permissionCatalogue.flatMap(({ subject, actions }) =>
  actions.map((action) => ({ name: `${subject}.${action}`, subject, action, description: '', builtIn: true })),
);
const measuring: PartOf<Role> = {
  id: 3,
  name: 'Messung',
  scopeId: 9,
  scopeName: 'Stadt',
  permissions: ['VirtualDevice.write'],
  userCount: 1,
  abilities: { update: true, delete: true, assign: true },
};

function serve(...more: Answered[]) {
  return answers(
    on(listRoles, { data: [measuring] }),
    on(readRole, { data: measuring }),
    on(listRules, { data: catalogue }),
    ...more,
  );
}
const show = (path = '/account-mgmt-roles', options: RenderOptions = {}) =>
  render(<RolesPage />, { language: 'de', route: '/account-mgmt-roles', path, ...options });
const showNew = (options: RenderOptions = {}) =>
  render(<RoleDialog scope={{ id: 9, name: 'Stadt' }} onClose={() => undefined} />, { language: 'de', ...options });

const dialog = page.getByRole('dialog');
const name = dialog.getByRole('textbox', { name: /^Name/ });
const cell = (text: RegExp) => dialog.getByRole('button', { name: text });

it('creates a role and describes its permissions in words', async () => {
  const server = serve(on(createRole));
  await showNew();
  await name.fill('Wartung');
  await cell(/^Virtuelle Geräte, Ändern: Nicht erlaubt/).click();
  await expect.element(cell(/^Virtuelle Geräte, Ansehen: Enthalten in „virtuelle Geräte ändern“/)).toBeVisible();
  await cell(/^Dashboards, Ansehen: Nicht erlaubt/).click();
  await cell(/^Dashboards, Ansehen: Erlaubt/).click();
  await expect
    .element(cell(/^Dashboards, Verwalten: Verboten durch das Verbot von „Dashboards ansehen“/))
    .toBeVisible();
  await expect
    .element(dialog.getByRole('region', { name: 'Zusammenfassung' }))
    .toMatchTextContent(/darf\s*virtuelle Geräte ändern\s*und darf keinesfalls.*Dashboards ansehen/);
  expect(await accessibilityProblems()).toEqual([]);
  await press(dialog, 'Rolle anlegen');
  await reported(/„Wartung“/);
  expect(server.calls(createRole).map(({ body }) => [body.scopeId, body.permissions.toSorted()])).toEqual([
    [9, ['!Dashboards.read', 'VirtualDevice.write']],
  ]);
});

it('marks a taken name on its field', async () => {
  const issue = { path: 'name', code: 'taken', message: 'Dieser Wert ist bereits vergeben' };
  serve(on(createRole, refusal('ABAC_ROLE_CREATE_DUPLICATE_NAME', { issues: [issue] })));
  await showNew();
  await name.fill('operator');
  await press(dialog, 'Rolle anlegen');
  await expect.element(name).toHaveAccessibleDescription(/vergeben/);
  await expect.element(name).toHaveValue('operator');
});

it('needs a name', async () => {
  const server = serve();
  await showNew();
  await press(dialog, 'Rolle anlegen');
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  expect(server.calls(createRole)).toEqual([]);
});

it('toggles a permission by the keyboard: allowed, forbidden, neither', async () => {
  serve();
  await showNew();
  await expect.element(cell(/^Dashboards, Ansehen: Nicht erlaubt/)).toBeVisible();
  cell(/^Dashboards, Ansehen/)
    .element()
    .focus();
  await userEvent.keyboard(' ');
  await expect.element(cell(/^Dashboards, Ansehen: Erlaubt/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(cell(/^Dashboards, Ansehen: Ausdrücklich verboten/)).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(cell(/^Dashboards, Ansehen: Nicht erlaubt/)).toHaveFocus();
});

it('finds permissions by their names', async () => {
  serve();
  await showNew();
  await dialog.getByRole('searchbox').fill('tickets');
  await expect.element(cell(/^Virtuelle Geräte, Ansehen/)).not.toBeInTheDocument();
  await expect.element(cell(/^Tickets, Anlegen: Nicht erlaubt/)).toBeVisible();
  await dialog.getByRole('searchbox').fill('gibt es nicht');
  await expect.element(dialog.getByText('Keine Treffer')).toBeVisible();
});

it('fits a phone', async () => {
  serve();
  await showNew({ size: phone });
  await expect.element(cell(/^Digitale Zwillinge, Ansehen/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  expect(await accessibilityProblems()).toEqual([]);
});

it('says why the permissions are missing, and tries again', async () => {
  const server = serve(on(listRules, refusal('INTERNAL_ERROR')));
  await showNew();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  server.answer(on(listRules, { data: catalogue }));
  await press(dialog, 'Erneut versuchen');
  await expect.element(cell(/^Dashboards, Ansehen/)).toBeVisible();
});

it('changes a role that was opened from the list, which keeps its search', async () => {
  const server = serve(on(updateRole));
  const { path } = await show('/account-mgmt-roles?q=Mess');
  await page
    .getByRole('row', { name: /Messung/ })
    .getByText('Messung')
    .click();
  await expect.element(page.getByRole('dialog', { name: 'Rolle „Messung“' })).toBeVisible();
  await expect.poll(path).toBe('/account-mgmt-roles?q=Mess&role=3');
  await expect.element(cell(/^Virtuelle Geräte, Ändern: Erlaubt/)).toBeVisible();
  await name.fill('Messung Nord');
  await cell(/^Tickets, Anlegen: Nicht erlaubt/).click();
  await press(dialog, 'Speichern');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(
    server.calls(updateRole).map(({ params, body }) => [params.id, body.name, body.permissions.toSorted()]),
  ).toEqual([[3, 'Messung Nord', ['IsFmTicket.create', 'VirtualDevice.write']]]);
});

it('deletes a role after showing how many users lose it', async () => {
  const server = serve(on(deleteRole));
  await show();
  await pick(page, 'Aktionen für „Messung“', 'Rolle löschen');
  const question = page.getByRole('alertdialog', { name: '„Messung“ löschen?' });
  await expect.element(question).toMatchTextContent(/1 Person verliert diese Rolle sofort/);
  expect(server.calls(deleteRole)).toEqual([]);
  server.answer(on(listRoles, { data: [] }));
  await press(question, 'Rolle löschen');
  await expect.element(page.getByRole('row', { name: /Messung/ })).not.toBeInTheDocument();
  expect(server.calls(deleteRole)).toMatchObject([{ params: { id: 3 } }]);
});

it('offers nothing for the role of the system administrators', async () => {
  const none = { update: false, delete: false, assign: false };
  serve(on(listRoles, { data: [{ ...measuring, name: 'system.super.admin', abilities: none }] }));
  await show();
  const row = page.getByRole('row', { name: /system\.super\.admin/ });
  await expect.element(row).toBeVisible();
  expect(row.getByRole('button').elements()).toEqual([]);
});
