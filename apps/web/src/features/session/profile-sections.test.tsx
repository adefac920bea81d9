import { listOwnSessions, revokeOtherSessions, revokeSession, verify } from '@stellwerk/contract/session';
import { disableTwoFactor, enableTwoFactor } from '@stellwerk/contract/two-factor';
import { acceptTerms, readOwnTerms } from '@stellwerk/contract/user';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { press, reported } from '../../testing/gestures.ts';
import { render } from '../../testing/render.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { TermsDialog } from './TermsDialog.tsx';
import { TwoFactorSection } from './TwoFactorSection.tsx';

const dialog = page.getByRole('dialog');
const question = page.getByRole('alertdialog');

describe('the second factor', () => {
  const codes = Array.from({ length: 10 }, (_, index) => `abcd${index}-12345`);
  const code = dialog.getByRole('textbox', { name: 'Code from your app' });

  it('is enabled with a code of the app; the recovery codes have to be saved', async () => {
    const server = answers(
      on(enableTwoFactor, ({ body }) =>
        body.token
          ? { data: { step: 'enabled' as const, recoveryCodes: codes } }
          : { data: { step: 'scan' as const, secret: 'ABCDEFGH', uri: 'otpauth://totp/x' } },
      ),
      on(verify, { data: { isAuthenticated: true, user: { id: 1, mfa: true } } }),
    );
    await render(<TwoFactorSection />, { session: { user: { mfa: false } } });
    await press(page, 'Set up');
    await expect.element(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await expect.element(dialog.getByText('ABCD EFGH')).toBeVisible();
    await code.fill('12');
    await press(dialog, 'Turn on');
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/it has six digits/);
    expect(server.calls(enableTwoFactor)).toHaveLength(1);
    await code.fill('123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByRole('list', { name: 'Recovery codes' })).toMatchTextContent(codes.join(''));
    await expect.element(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
    expect(await accessibilityProblems()).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'I have stored the codes safely' }).click();
    await press(dialog, 'Done');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('stays off with a wrong code, and the dialog says so', async () => {
    answers(
      on(enableTwoFactor, ({ body }) =>
        body.token
          ? refusal('2FA_TOKEN_FAILURE', { message: 'The code is wrong' })
          : { data: { step: 'scan' as const, secret: 'ABCDEFGH', uri: 'otpauth://totp/x' } },
      ),
    );
    await render(<TwoFactorSection />, { session: { user: { mfa: false } } });
    await press(page, 'Set up');
    await code.fill('123456');
    await press(dialog, 'Turn on');
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The code is wrong');
  });

  it('is disabled with a code or a recovery code', async () => {
    const server = answers(
      on(disableTwoFactor),
      on(verify, { data: { isAuthenticated: true, user: { id: 1, mfa: false } } }),
    );
    await render(<TwoFactorSection />, { session: { user: { mfa: true } } });
    await expect.element(page.getByText('On', { exact: true })).toBeVisible();
    await press(page, 'Turn off');
    await code.fill('12');
    await press(dialog, 'Turn off');
    await expect.element(code).toHaveAttribute('aria-invalid', 'true');
    await code.fill('ABCDE-12345');
    await press(dialog, 'Turn off');
    await reported('Two-factor authentication is off.');
    expect(server.calls(disableTwoFactor).map(({ body }) => body.token)).toEqual(['abcde-12345']);
  });

  it('cannot be changed by somebody who acts as the user', async () => {
    await render(<TwoFactorSection />, { session: { user: { mfa: false }, impersonator: { id: 9, name: 'Ada' } } });
    await expect.element(page.getByText('Only the user can change this.')).toBeVisible();
    expect(page.getByRole('button').elements()).toEqual([]);
  });
});

describe('the list of signed-in devices', () => {
  const here = { id: 1, current: true, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/130.0' };
  const other = {
    id: 2,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    impersonator: { id: 9, name: 'Ada' },
  };

  it('marks this device, and signs out another after a question', async () => {
    let all: object[] = [here, other];
    const server = answers(
      on(listOwnSessions, () => ({ data: [...all] })),
      on(revokeSession, () => {
        all = [here];
        return undefined;
      }),
    );
    await render(<OwnSessions />);
    await expect.element(page.getByText('This device')).toBeVisible();
    await expect.element(page.getByText('Ada is acting as you here')).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
    const revoke = page.getByRole('button', { name: 'Sign out Chrome on Windows' });
    await revoke.click();
    expect(server.calls(revokeSession)).toEqual([]);
    await press(question, 'Sign out');
    await reported('The device has been signed out.');
    await expect.element(revoke).not.toBeInTheDocument();
    expect(server.calls(revokeSession)).toMatchObject([{ params: { id: 2 } }]);
    await expect.element(page.getByRole('button', { name: 'Sign out all others' })).not.toBeInTheDocument();
  });

  it('signs out all others at once', async () => {
    const server = answers(on(listOwnSessions, { data: [here, other] }), on(revokeOtherSessions));
    await render(<OwnSessions />);
    await press(page, 'Sign out all others');
    await press(question, 'Sign out');
    await reported('All other devices have been signed out.');
    expect(server.calls(revokeOtherSessions)).toHaveLength(1);
  });

  it('says why it is missing, and tries again', async () => {
    const server = answers(on(listOwnSessions, refusal('INTERNAL_ERROR')));
    await render(<OwnSessions />);
    await expect.element(page.getByRole('alert')).toBeVisible();
    server.answer(on(listOwnSessions, { data: [here] }));
    await press(page, 'Try again');
    await expect.element(page.getByText('This device')).toBeVisible();
  });
});

describe('the terms of use', () => {
  it('stay open until they are accepted', async () => {
    const server = answers(
      on(readOwnTerms, { data: { title: 'Our terms', text: 'Be kind.\n\nBe safe.' } }),
      on(acceptTerms),
      on(verify, { data: { isAuthenticated: true, user: { id: 1 }, eulaAccepted: true } }),
    );
    await render(<TermsDialog />);
    await expect.element(page.getByRole('dialog', { name: 'Our terms' })).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).toBeVisible();
    await press(dialog, 'Accept');
    await expect.poll(() => server.calls(acceptTerms).length).toBe(1);
  });
});
