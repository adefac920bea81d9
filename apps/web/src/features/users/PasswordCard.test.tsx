import { changePassword, validatePassword } from '@stellwerk/contract/password';
import { sessionUser } from '@stellwerk/contract/session';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on } from '../../testing/answers.ts';
import { render } from '../../testing/render.tsx';
import { sampleOf } from '../../testing/sample.ts';
import { PasswordCard } from './PasswordCard.tsx';

it('sends a new password only when it was entered twice alike', async () => {
  const server = answers(on(validatePassword), on(changePassword));
  await render(<PasswordCard user={sampleOf(sessionUser, { id: 4 })} />);
  await page.getByRole('textbox', { name: 'Current password' }).fill('Old-password-1');
  await page.getByRole('textbox', { name: 'New password' }).fill('New-password-1');
  const repeat = page.getByRole('textbox', { name: 'Repeat password' });
  await repeat.fill('New-passwort-1');
  const submit = page.getByRole('button', { name: 'Change password' });
  await submit.click();
  await expect.element(repeat).toHaveAccessibleDescription('The passwords do not match.');
  expect(server.calls(changePassword)).toEqual([]);
  expect(await accessibilityProblems()).toEqual([]);
  await repeat.fill('New-password-1');
  await submit.click();
  await expect
    .poll(() => server.calls(changePassword).map(({ body }) => body))
    .toEqual([{ oldPassword: 'Old-password-1', password: 'New-password-1' }]);
});
