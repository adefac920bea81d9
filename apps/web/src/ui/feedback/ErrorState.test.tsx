import { Button } from '@mui/material';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../lib/api.ts';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { expectProblem } from '../../testing/network.ts';
import { Kept, render } from '../../testing/render.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorState } from './ErrorState.tsx';

let isBroken = false;

function Part() {
  if (isBroken) throw new ApiError(500, { code: 'INTERNAL_ERROR', message: 'Broken' });
  return <p>whole again</p>;
}

it('is an alert with text, code and request id, and retries', async () => {
  const onRetry = vi.fn();
  const error = new ApiError(409, { code: 'CONFLICT', message: 'Somebody else was faster', requestId: 'r-7' });
  await render(<ErrorState error={error} onRetry={onRetry} />);
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent('Somebody else was faster');
  await expect.element(alert).toMatchTextContent('Code CONFLICT');
  await expect.element(page.getByRole('button', { name: 'Copy the number of the request' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});

it('limits an error to its part of the page until it is retried', async () => {
  isBroken = true;
  expectProblem(/Broken/);
  await render(
    <>
      <p>The rest</p>
      <ErrorBoundary>
        <Part />
      </ErrorBoundary>
    </>,
  );
  await expect.element(page.getByRole('alert')).toMatchTextContent('Broken');
  await expect.element(page.getByText('The rest')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('whole again')).toBeVisible();
});

it.each([
  ['nothing', 'Nothing here yet'],
  ['no-results', 'No results'],
  ['no-permission', 'No permission'],
] as const)('has a text for %s', async (variant, title) => {
  await render(
    <Kept initial={0}>
      {(count, change) => (
        <EmptyState variant={variant} action={<Button onClick={() => change(count + 1)}>Create {count}</Button>} />
      )}
    </Kept>,
  );
  await expect.element(page.getByText(title)).toBeVisible();
  await page.getByRole('button', { name: 'Create 0' }).click();
  await expect.element(page.getByRole('button', { name: 'Create 1' })).toBeVisible();
});
