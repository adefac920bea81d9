import { createRule, listRules, type Rule } from '@stellwerk/contract/access';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { render } from '../../testing/render.tsx';
import { PermissionsTab } from './PermissionsTab.tsx';

const own: Rule = {
  name: 'DigitalTwin.read',
  subject: 'DigitalTwin',
  action: 'read',
  description: '',
  module: null,
  builtIn: true,
};
const add = page.getByRole('button', { name: 'Add permission' });
const dialog = page.getByRole('dialog', { name: 'New permission' });

function serve() {
  const rules = [own];
  return answers(
    on(listRules, () => ({ data: [...rules] })),
    on(createRule, ({ body }) => {
      if (rules.some(({ subject }) => subject === body.subject)) return refusal('ABAC_RULE_CREATE_DUPLICATE_NAME');
      const rule = { ...body, name: `${body.subject}.${body.action}`, module: null, builtIn: false };
      rules.push(rule);
      return { data: rule };
    }),
  );
}

it('lists the permissions of the platform, and adds those of other systems', async () => {
  serve();
  await render(<PermissionsTab />);
  await expect.element(page.getByRole('row', { name: /^DigitalTwin\.read/ })).toBeVisible();
  await add.click();
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('ParkingGuide');
  await dialog.getByRole('textbox', { name: 'Action' }).fill('read');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('See the parking guide');
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Add permission' }).click();
  await expect.element(page.getByRole('row', { name: /ParkingGuide\.read See the parking guide/ })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('keeps what was entered where the permission exists already', async () => {
  serve();
  await render(<PermissionsTab />);
  await add.click();
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('DigitalTwin');
  await dialog.getByRole('textbox', { name: 'Action' }).fill('read');
  await dialog.getByRole('button', { name: 'Add permission' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue('DigitalTwin');
});

it('can be read by others', async () => {
  serve();
  await render(<PermissionsTab />, { abilities: ['UserManagement.read', 'all.manage'] });
  await expect.element(page.getByRole('row', { name: /^DigitalTwin\.read/ })).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
});
