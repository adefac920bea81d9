import {
  defaultPasswordPolicy,
  readPasswordPolicy,
  requestPasswordReset,
  updatePassword,
} from '@stellwerk/contract/password';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { press } from '../../testing/gestures.ts';
import { phone, render } from '../../testing/render.tsx';
import { ChangePasswordPage } from './ChangePasswordPage.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';

/** The page has its own main landmark inside the one of the test. */
const problems = async () => (await accessibilityProblems()).filter((problem) => !problem.startsWith('landmark-'));

describe('the page behind a one-time link', () => {
  const known = on(readPasswordPolicy, { data: { policy: defaultPasswordPolicy, username: 'lina@example.com' } });
  const show = (...served: Answered[]) => {
    const server = answers(known, ...served);
    const route = '/change-password';
    const shown = render(<ChangePasswordPage />, { language: 'de', size: phone, route, path: `${route}?token=abc-1` });
    return shown.then(({ path }) => ({ server, path }));
  };
  const password = page.getByRole('textbox', { name: 'Neues Passwort' });
  const repeat = page.getByRole('textbox', { name: 'Passwort wiederholen' });

  it('names the user and what is missing, and stores a password that was entered twice alike', async () => {
    const { server, path } = await show(on(updatePassword));
    await expect.element(page.getByText('lina@example.com')).toBeVisible();
    await password.fill('short');
    await repeat.fill('shirt');
    await expect
      .element(
        page
          .getByRole('listitem')
          .filter({ hasText: /noch nicht erfüllt/ })
          .first(),
      )
      .toBeVisible();
    expect(await problems()).toEqual([]);
    await press(page, 'Passwort speichern');
    await expect.element(page.getByText('Die Passwörter stimmen nicht überein.')).toBeVisible();
    expect(server.calls(updatePassword)).toEqual([]);
    await password.fill('Chosen-by-hand-1');
    await repeat.fill('Chosen-by-hand-1');
    await press(page, 'Passwort speichern');
    await expect.element(page.getByText(/Ihr Passwort ist gespeichert/)).toBeVisible();
    expect(server.calls(updatePassword).map(({ body }) => body)).toEqual([
      { token: 'abc-1', password: 'Chosen-by-hand-1' },
    ]);
    await press(page, 'Zur Anmeldung');
    await expect.poll(path).toBe('/login');
  });

  it('shows at the field what the server misses', async () => {
    const issue = { path: 'password', code: 'password_length', message: 'Mindestens 20 Zeichen' };
    await show(on(updatePassword, refusal('VALIDATION_ERROR', { issues: [issue] })));
    await password.fill('Chosen-by-hand-1');
    await repeat.fill('Chosen-by-hand-1');
    await press(page, 'Passwort speichern');
    await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  });

  it('says that a link has expired, and leads to another one', async () => {
    const { path } = await show(on(readPasswordPolicy, refusal('USER_PASSWORD_TOKEN_INVALID')));
    await expect.element(page.getByText('Dieser Link ist abgelaufen oder wurde schon verwendet.')).toBeVisible();
    expect(await problems()).toEqual([]);
    await press(page, 'Neuen Link anfordern');
    await expect.poll(path).toBe('/reset-password');
  });

  it('tries again when the server failed', async () => {
    const { server } = await show(on(readPasswordPolicy, refusal('INTERNAL_ERROR')));
    await expect.element(page.getByRole('alert')).toBeVisible();
    server.answer(known);
    await press(page, 'Erneut versuchen');
    await expect.element(password).toBeVisible();
  });
});

describe('a forgotten password', () => {
  const show = () =>
    render(<ResetPasswordPage />, { language: 'de', route: '/reset-password', path: '/reset-password' });
  const email = page.getByRole('textbox', { name: 'E-Mail-Adresse' });

  it('sends a link, and reveals nothing about the address', async () => {
    const server = answers(on(requestPasswordReset));
    await show();
    await email.fill('nobody@example.com');
    await press(page, 'Link senden');
    await expect
      .element(page.getByText(/Wenn es einen Benutzer mit der Adresse nobody@example\.com gibt/))
      .toBeVisible();
    expect(await problems()).toEqual([]);
    expect(server.calls(requestPasswordReset).map(({ body }) => body)).toEqual([{ email: 'nobody@example.com' }]);
    await press(page, 'Andere Adresse');
    await expect.element(email).toHaveValue('');
  });

  it('needs an address', async () => {
    const server = answers();
    await show();
    await email.fill('nobody');
    await press(page, 'Link senden');
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    expect(server.calls(requestPasswordReset)).toEqual([]);
  });

  it('is refused after too many attempts, which the page says', async () => {
    answers(on(requestPasswordReset, refusal('RATE_LIMITED', { message: 'Zu viele Versuche' })));
    await show();
    await email.fill('nobody@example.com');
    await press(page, 'Link senden');
    await expect.element(page.getByText(/^Zu viele Versuche/)).toBeVisible();
  });
});

describe('the link for a new user', () => {
  const user = { name: 'Lina Link', email: 'lina@example.com' };
  const show = (link: { mailed: boolean; link: string | null }) =>
    render(<LinkDialog link={link} user={user} onClose={() => undefined} />, { language: 'de' });

  it.each([
    [{ mailed: true, link: null }, 'E-Mail ist unterwegs'],
    [{ mailed: false, link: 'https://example.com/#/change-password?token=x' }, 'Link für Lina Link'],
    [{ mailed: false, link: null }, 'Lina Link ist angelegt'],
  ])('is mailed, shown once, or neither: %j', async (link, title) => {
    await show(link);
    const dialog = page.getByRole('dialog', { name: title });
    await expect.element(dialog).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Link kopieren' }).elements()).toHaveLength(link.link ? 1 : 0);
    expect(await accessibilityProblems()).toEqual([]);
  });
});
