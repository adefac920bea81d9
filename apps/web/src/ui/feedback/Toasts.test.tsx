import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { phone, render } from '../../testing/render.tsx';
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

it.each([
  ['below the bar of a phone, clear of the buttons of dialogs', phone, 64],
  ['at the bottom of wide screens', { width: 1000, height: 700 }, 600],
])('appears %s', async (_where, size, top) => {
  await render(null, { size });
  showToast({ message: 'Saved' });
  await expect.element(region.getByText('Saved')).toBeVisible();
  const box = region.element().getBoundingClientRect();
  expect(box.top).toBeGreaterThanOrEqual(top);
  expect(box.bottom).toBeLessThanOrEqual(size === phone ? 200 : size.height);
  await page.getByRole('button', { name: 'Dismiss message' }).click();
});
