import { logout, sessionUser } from '@stellwerk/contract/session';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { i18n } from '../../lib/i18n.ts';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { press, reported } from '../../testing/gestures.ts';
import { type RenderOptions, render } from '../../testing/render.tsx';
import { sampleOf } from '../../testing/sample.ts';
import { UserMenu } from './UserMenu.tsx';

const user = sampleOf(sessionUser, { firstName: 'Kim', lastName: 'Berger', email: 'kim@example.com' });
const button = page.getByRole('button', { name: /^User menu of Kim Berger/ });
const menu = page.getByRole('dialog', { name: /^User menu of Kim Berger/ });

async function show(options: RenderOptions = {}) {
  await i18n.loadNamespaces('app');
  return render(<UserMenu user={user} />, options);
}

it('opens by keyboard; Escape closes it and returns the focus', async () => {
  await show();
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menu.getByText('kim@example.com')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard('{Tab}{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

it('leads to the own profile, and closes', async () => {
  await show();
  await button.click();
  await expect
    .element(menu.getByRole('menuitem', { name: 'My profile' }))
    .toHaveAttribute('href', expect.stringContaining('/user-profile'));
});

it('changes the colours and stays open, so that the change is visible', async () => {
  await show();
  await button.click();
  await press(menu, 'Dark');
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
  await expect.element(menu).toBeVisible();
});

it('offers a choice of accounts only to users with several', async () => {
  const accounts = [
    { id: 1, name: 'Town' },
    { id: 2, name: 'Harbour' },
  ];
  const first = await show({ session: { primaryTenants: accounts.slice(0, 1) } });
  await button.click();
  await expect.element(menu.getByText('My profile')).toBeVisible();
  expect(menu.getByText('Harbour').elements()).toEqual([]);
  first.unmount();
  await show({ session: { primaryTenants: accounts } });
  await button.click();
  await expect.element(menu.getByText('Account', { exact: true }).first()).toBeVisible();
});

it('signs out, and says so if that fails', async () => {
  const server = answers(on(logout, refusal('INTERNAL_ERROR', { message: 'Not now' })));
  await show();
  await button.click();
  await menu.getByRole('menuitem', { name: 'Sign out' }).click();
  await reported('Not now');
  server.answer(on(logout));
  await button.click();
  await menu.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect.poll(() => server.calls(logout).length).toBe(2);
});
