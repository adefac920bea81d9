import { type ApiKey, createOwnApiKey, deleteApiKey, listOwnApiKeys } from '@stellwerk/contract/api-key';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { pick, press, reported } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { OwnApiKeys } from './OwnApiKeys.tsx';

const reports: PartOf<ApiKey> = {
  id: 4,
  title: 'Reports',
  callsPerMinute: 2,
  permissions: ['DigitalTwin.read'],
  scopes: null,
};
const serve = (keys: PartOf<ApiKey>[], ...more: Answered[]) => answers(on(listOwnApiKeys, { data: keys }), ...more);
const show = (options: RenderOptions = {}) =>
  render(<OwnApiKeys />, { abilities: ['DigitalTwin.read', 'UserManagement.manage'], ...options });

const form = page.getByRole('dialog', { name: 'Create API key' });
const field = (name: string) => form.getByRole('textbox', { name });
const openForm = () => page.getByRole('button', { name: 'Create key' }).first().click();

it('are created with restrictions, and shown once', async () => {
  const server = serve([], on(createOwnApiKey, { data: { ...reports, key: 'sw_secret' } }));
  await show();
  await expect.element(page.getByText('No API keys yet')).toBeVisible();
  await openForm();
  await field('Title').fill('Reports');
  await field('Calls per minute').fill('101');
  await press(form, 'Create key');
  await expect.element(field('Calls per minute')).toHaveAttribute('aria-invalid', 'true');
  expect(server.calls(createOwnApiKey)).toEqual([]);
  await field('Calls per minute').fill('2');
  await form.getByRole('combobox', { name: 'Only these permissions' }).fill('DigitalTwin.read');
  await page.getByRole('option', { name: /^DigitalTwin\.read/ }).click();
  await userEvent.keyboard('{Escape}');
  expect(await accessibilityProblems()).toEqual([]);
  await press(form, 'Create key');
  const created = page.getByRole('dialog', { name: 'Key “Reports” created' });
  await expect.element(created.getByText('sw_secret')).toBeVisible();
  // Closing it takes a deliberate click.
  await userEvent.keyboard('{Escape}');
  await expect.element(created).toBeVisible();
  await press(created, 'The key is stored');
  await expect.element(page.getByText('sw_secret')).not.toBeInTheDocument();
  expect(server.calls(createOwnApiKey).map(({ body }) => body)).toMatchObject([
    { title: 'Reports', callsPerMinute: 2, permissions: ['DigitalTwin.read'], scopeIds: null, validUntil: null },
  ]);
});

it('are listed with what they are narrowed to', async () => {
  serve([reports, { id: 5, title: 'Old', permissions: null, scopes: null, validUntil: '2020-01-01T00:00:00.000Z' }]);
  await show();
  await expect.element(page.getByRole('row', { name: /Reports.*2 per minute.*1 permission/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Old.*Expired.*not narrowed/ })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('need a title', async () => {
  const server = serve([]);
  await show();
  await openForm();
  await press(form, 'Create key');
  await expect.element(field('Title')).toHaveFocus();
  expect(server.calls(createOwnApiKey)).toEqual([]);
});

it('are deleted after a question', async () => {
  const server = serve([reports], on(deleteApiKey));
  await show();
  await pick(page, 'Actions for Reports', 'Delete');
  expect(server.calls(deleteApiKey)).toEqual([]);
  await press(page.getByRole('alertdialog', { name: 'Delete the key “Reports”?' }), 'Delete');
  await reported('The key “Reports” has been deleted.');
  expect(server.calls(deleteApiKey)).toMatchObject([{ params: { id: 4 } }]);
});

it('say why one was not created', async () => {
  serve([], on(createOwnApiKey, refusal('AUTH_SESSION_REQUIRED', { message: 'Only with a session' })));
  await show();
  await openForm();
  await field('Title').fill('Reports');
  await press(form, 'Create key');
  await expect.element(form.getByText(/^Only with a session/)).toBeVisible();
});

it('cannot be created by somebody who acts as the user', async () => {
  serve([reports]);
  await show({ session: { impersonator: { id: 9, name: 'Ada' } }, size: phone });
  await expect.element(page.getByText('Reports')).toBeVisible();
  expect(page.getByRole('button', { name: 'Create key' }).elements()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});
