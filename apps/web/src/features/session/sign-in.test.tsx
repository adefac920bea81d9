import { listSignInClients } from '@stellwerk/contract/federated';
import { login, verify } from '@stellwerk/contract/session';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { press } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import { LoginPage } from './LoginPage.tsx';

const username = page.getByRole('textbox', { name: 'E-mail or user name' });
const password = page.getByLabelText('Password');
const submit = page.getByRole('button', { name: 'Sign in' });

// The page is left for the start page, which the test does not render.
beforeEach(() => void window.history.replaceState(null, '', window.location.pathname + window.location.search));

const serve = (...more: Answered[]) =>
  answers(
    on(listSignInClients, { data: [] }),
    on(verify, { data: { isAuthenticated: true, user: { id: 4 } } }),
    ...more,
  );
const show = (options: RenderOptions = {}) => render(<LoginPage />, { route: '/login', path: '/login', ...options });

async function enter(name = 'kim@example.com', secret = 'Secret-1'): Promise<void> {
  await username.fill(name);
  await password.fill(secret);
  await submit.click();
}
const signedIn = { data: { mfaRequired: false as const, user: { id: 4 } } };

describe('the login page', () => {
  it('signs in by Enter, and opens the start page', async () => {
    const server = serve(on(login, signedIn));
    const { path } = await show();
    await expect.element(username).toHaveFocus();
    await userEvent.keyboard('kim@example.com{Tab}Secret-1{Enter}');
    await expect.poll(path).toBe('/home');
    expect(server.calls(login).map(({ body }) => body)).toEqual([
      { username: 'kim@example.com', password: 'Secret-1' },
    ]);
  });

  it('returns to the requested screen', async () => {
    serve(on(login, signedIn));
    const { path } = await show({ path: '/login?redirect=%2Fdashboards%2F7' });
    await enter();
    await expect.poll(path).toBe('/dashboards/7');
  });

  it.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'does not follow the redirect %s',
    async (redirect) => {
      serve(on(login, signedIn));
      const { path } = await show({ path: `/login?redirect=${encodeURIComponent(redirect)}` });
      await enter();
      await expect.poll(path).toBe('/home');
    },
  );

  it('needs both fields, and focuses the first missing one', async () => {
    const server = serve();
    await show();
    await submit.click();
    await expect.element(username).toHaveFocus();
    await expect.element(username).toHaveAccessibleDescription(/required/);
    await username.fill('kim');
    await submit.click();
    await expect.element(password).toHaveFocus();
    expect(server.calls(login)).toEqual([]);
  });

  it('reports wrong credentials, and selects the password', async () => {
    serve(on(login, refusal('AUTH_LOGIN_PASSWORD_MISMATCH', { message: 'User name or password is wrong' })));
    await show();
    await enter();
    await expect.element(page.getByRole('alert').getByText('User name or password is wrong')).toBeVisible();
    await expect.element(username).toHaveValue('kim@example.com');
    await expect.element(password).toHaveFocus();
  });

  it('says that the browser did not keep the session', async () => {
    serve(on(login, signedIn), on(verify, { data: { isAuthenticated: false, user: null } }));
    await show();
    await enter();
    await expect.element(page.getByText(/Please allow cookies for this address/)).toBeVisible();
  });

  it('says why the user was signed out', async () => {
    serve();
    await show({ path: '/login?notice=termsFailed' });
    await expect.element(page.getByText(/Error while accepting the agreement/)).toBeVisible();
  });

  it('shows the password on request', async () => {
    serve();
    await show();
    await password.fill('Secret-1');
    await press(page, 'Show password');
    await expect.element(page.getByRole('textbox', { name: 'Password' })).toHaveValue('Secret-1');
    await press(page, 'Hide password');
    await expect.element(password).toHaveAttribute('type', 'password');
  });

  it.each(['light', 'dark'] as const)('is accessible on a phone in %s', async (theme) => {
    serve();
    await show({ size: phone, theme });
    await expect.element(username).toBeVisible();
    // The page has its own main landmark inside the one of the test.
    const problems = await accessibilityProblems();
    expect(problems.filter((problem) => !problem.startsWith('landmark-'))).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  });
});

describe('the second factor', () => {
  const code = page.getByRole('textbox', { name: 'Code from your app' });
  const needed = on(login, ({ body }) => (body.token ? signedIn : { data: { mfaRequired: true } }));

  it('is asked for after the password, and sent with it', async () => {
    const server = serve(needed);
    const { path } = await show();
    await enter();
    await expect.element(code).toHaveFocus();
    await userEvent.keyboard('123 456{Enter}');
    await expect.poll(path).toBe('/home');
    expect(server.calls(login).at(-1)?.body).toEqual({
      username: 'kim@example.com',
      password: 'Secret-1',
      token: '123456',
    });
  });

  it('has six digits', async () => {
    const server = serve(needed);
    await show();
    await enter();
    await code.fill('12345');
    await submit.click();
    await expect.element(code).toHaveAccessibleDescription(/it has six digits/);
    expect(server.calls(login)).toHaveLength(1);
  });

  it('may be a recovery code', async () => {
    const server = serve(needed);
    const { path } = await show();
    await enter();
    await press(page, 'Use a recovery code');
    const recovery = page.getByRole('textbox', { name: 'Recovery code' });
    await recovery.fill('abcde');
    await submit.click();
    await expect.element(recovery).toHaveAccessibleDescription(/twice five characters/);
    await recovery.fill('ABCDE-12345');
    await submit.click();
    await expect.poll(path).toBe('/home');
    expect(server.calls(login).at(-1)?.body.token).toBe('abcde-12345');
  });

  it('that is wrong is reported, and leads back to the password', async () => {
    serve(
      on(login, ({ body }) =>
        body.token ? refusal('2FA_TOKEN_FAILURE', { message: 'The code is wrong' }) : { data: { mfaRequired: true } },
      ),
    );
    await show();
    await enter();
    await code.fill('123456');
    await submit.click();
    await expect.element(page.getByText('The code is wrong')).toBeVisible();
    await expect.element(code).toHaveFocus();
    await press(page, 'Back');
    await expect.element(password).toBeVisible();
    await expect.element(page.getByText('The code is wrong')).not.toBeInTheDocument();
  });
});
