import { MenuItem } from '@mui/material';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { focus, render } from '../../testing/render.tsx';
import { ActionMenu } from './ActionMenu.tsx';
import { MenuButton } from './MenuButton.tsx';

const button = page.getByRole('button', { name: 'More actions' });

it('opens by keyboard, puts dangerous actions last and returns the focus', async () => {
  const onDelete = vi.fn();
  await render(
    <ActionMenu
      actions={[{ label: 'Delete', danger: true, onClick: onDelete }, { label: 'Copy' }, { label: 'Move' }]}
    />,
  );
  await focus(button);
  await userEvent.keyboard('{Enter}');
  const items = page.getByRole('menuitem');
  await expect.element(items.first()).toHaveFocus();
  expect(items.elements().map((item) => item.textContent)).toEqual(['Copy', 'Move', 'Delete']);
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard('{End}{Enter}');
  expect(onDelete).toHaveBeenCalledOnce();
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
});

it('shows why an action is disabled, and follows links inside the app', async () => {
  const { path } = await render(
    <ActionMenu
      actions={[
        { label: 'Delete', disabledReason: 'It is in use' },
        { label: 'Open', to: '/devices/7?tab=live' },
      ]}
    />,
  );
  await button.click();
  await expect
    .element(page.getByRole('menuitem', { name: 'Delete It is in use' }))
    .toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await expect.poll(path).toBe('/devices/7?tab=live');
});

it('has a variant with a label', async () => {
  await render(<MenuButton label="Add">{(close) => <MenuItem onClick={close}>Text</MenuItem>}</MenuButton>);
  const add = page.getByRole('button', { name: 'Add' });
  await expect.element(add).toHaveAttribute('aria-haspopup', 'menu');
  await add.click();
  await page.getByRole('menuitem', { name: 'Text' }).click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});
