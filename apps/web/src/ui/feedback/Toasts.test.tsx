import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { render } from '../../testing/render.tsx';
import { showToast } from './toast-store.ts';

const region = page.getByRole('region', { name: 'Messages' });

it('reports in a live region and is dismissed by keyboard', async () => {
  await render(null);
  showToast({ message: 'Saved' });
  await expect.element(region.getByText('Saved')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Dismiss message' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(region.getByText('Saved')).not.toBeInTheDocument();
});

it('offers to undo once', async () => {
  const undo = vi.fn();
  await render(null);
  showToast({ message: 'Deleted', undo });
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(undo).toHaveBeenCalledOnce();
  await expect.element(region.getByText('Deleted')).not.toBeInTheDocument();
});
