import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { focus, phone, render } from '../../testing/render.tsx';
import { Page } from './Page.tsx';

const actions = {
  primary: { label: 'Create', disabledReason: 'The account is full' },
  secondary: [{ label: 'Export', prominent: true }, { label: 'Archive' }],
};

it('is named by its heading; reasons of disabled actions take the focus', async () => {
  await render(<Page id="lifts" title="Lifts" {...actions} />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Lifts' })).toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(page.getByRole('note', { name: 'Create: The account is full' })).toHaveFocus();
  await expect.element(page.getByRole('tooltip', { name: 'The account is full' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('puts prominent actions into the menu of a phone', async () => {
  await render(<Page id="lifts" title="Lifts" {...actions} />, { size: phone });
  await expect.element(page.getByRole('button', { name: 'More actions' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Export' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Export' })).toBeVisible();
});

it('hides its description and shows it again', async () => {
  await render(<Page id="lifts" title="Lifts" description="All lifts of the house." />);
  await focus(page.getByRole('button', { name: 'Hide description' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('All lifts of the house.')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show description' }).click();
  await expect.element(page.getByText('All lifts of the house.')).toBeVisible();
});

it('keeps its tab in the address and changes it by arrow keys', async () => {
  const tabs = ['Overview', 'Values', 'Rules'].map((label) => ({
    id: label.toLowerCase(),
    label,
    content: <p>About {label}</p>,
  }));
  const { path } = await render(<Page id="lift" title="Lift" tabs={tabs} />, { path: '/lift?tab=values' });
  await expect.element(page.getByRole('tabpanel', { name: 'Values' })).toMatchTextContent('About Values');
  await focus(page.getByRole('tab', { name: 'Values' }));
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(page.getByRole('tabpanel', { name: 'Rules' })).toMatchTextContent('About Rules');
  expect(path()).toBe('/lift?tab=rules');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect.poll(path).toBe('/lift');
  expect(await accessibilityProblems()).toEqual([]);
});

it('runs its primary action', async () => {
  const onClick = vi.fn();
  await render(<Page id="lifts" title="Lifts" primary={{ label: 'Create', onClick }} />);
  await page.getByRole('button', { name: 'Create' }).click();
  expect(onClick).toHaveBeenCalledOnce();
});
