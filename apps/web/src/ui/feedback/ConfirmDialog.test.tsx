import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { render } from '../../testing/render.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';

const dialog = page.getByRole('alertdialog', { name: 'Delete “Lift 4”?' });
const confirm = page.getByRole('button', { name: 'Delete' });

async function show(props: Partial<ConfirmDialogProps> = {}) {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  await render(
    <ConfirmDialog
      open
      title="Delete “Lift 4”?"
      confirmLabel="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
      {...props}
    />,
  );
  await expect.element(dialog).toBeVisible();
  return { onConfirm, onClose };
}

it.each(['light', 'dark'] as const)('is named by its question and legible in the %s theme', async (theme) => {
  const props = { title: 'Delete “Lift 4”?', confirmLabel: 'Delete', onConfirm: vi.fn(), onClose: vi.fn() };
  await render(<ConfirmDialog open description="It can’t be restored." consequences={['3 states']} {...props} />, {
    theme,
  });
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByRole('listitem')).toMatchTextContent('3 states');
  expect(await accessibilityProblems()).toEqual([]);
});

it('focuses the safe button first and closes on Escape', async () => {
  const { onConfirm, onClose } = await show();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('confirms only after the name has been typed', async () => {
  const { onConfirm, onClose } = await show({ typeToConfirm: 'Lift 4' });
  const name = page.getByRole('textbox', { name: 'Type “Lift 4” to confirm' });
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('Lift{Enter}');
  await expect.element(confirm).toBeDisabled();
  expect(onConfirm).not.toHaveBeenCalled();
  await userEvent.keyboard(' 4{Enter}');
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('stays open and shows why the action failed', async () => {
  const { onClose } = await show({ onConfirm: () => Promise.reject(new Error('broken')) });
  await confirm.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('An unexpected error occurred');
  expect(onClose).not.toHaveBeenCalled();
});
