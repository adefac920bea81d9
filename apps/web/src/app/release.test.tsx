import { readBranding } from '@stellwerk/contract/setting';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answers, on } from '../testing/answers.ts';
import { render } from '../testing/render.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { loadOrReload, UnreachableError } from './release.ts';

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
afterEach(() => vi.unstubAllGlobals());

describe('a part of the app that cannot be loaded', () => {
  it('does not reload the page while the server is down', async () => {
    vi.stubGlobal('fetch', lost);
    // A reload would end this test, and the promise would stay pending.
    await expect(loadOrReload(lost)).rejects.toThrow(UnreachableError);
  });

  it('shows the reason, and keeps the page until the server responds', async () => {
    answers(on(readBranding));
    await render(<ErrorPage error={new UnreachableError(undefined)} isWholePage={false} />);
    await expect.element(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible();
    vi.stubGlobal('fetch', lost);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('The server does not respond yet.')).toBeVisible();
  });
});
