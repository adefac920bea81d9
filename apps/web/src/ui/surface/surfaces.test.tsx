import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { focus, Kept, render } from '../../testing/render.tsx';
import { ChoiceRow } from '../input/ChoiceRow.tsx';
import { CopyButton } from '../input/CopyButton.tsx';
import { StatusChip } from '../status/StatusChip.tsx';
import { Card } from './Card.tsx';
import { Collapsible } from './Collapsible.tsx';
import { Facts } from './Facts.tsx';
import { SidePanel } from './SidePanel.tsx';

it('a line unfolds and folds by keyboard', async () => {
  await render(<Collapsible head="Lift 4">The rest</Collapsible>);
  const line = page.getByRole('button', { name: 'Lift 4' });
  await focus(line);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The rest')).toBeVisible();
  await expect.element(line).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('The rest')).not.toBeInTheDocument();
});

it('a side panel is a named dialog that Escape closes', async () => {
  const onClose = vi.fn();
  await render(
    <SidePanel title="Lift 4" closeLabel="Close" onClose={onClose}>
      Content
    </SidePanel>,
  );
  await expect.element(page.getByRole('dialog', { name: 'Lift 4' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('a card is named by its title; unknown facts are a dash', async () => {
  await render(
    <Card title="Master data">
      <Facts
        facts={[
          { label: 'Maker', value: 'Otto' },
          { label: 'Year', value: null },
        ]}
      />
    </Card>,
  );
  await expect.element(page.getByRole('region', { name: 'Master data' })).toBeVisible();
  expect(
    page
      .getByRole('definition')
      .elements()
      .map((value) => value.textContent),
  ).toEqual(['Otto', '—']);
  expect(await accessibilityProblems()).toEqual([]);
});

it('a row of choices marks the chosen one', async () => {
  const options = ['near', 'far'].map((value) => ({ value, label: value }));
  await render(
    <Kept initial="near">
      {(value, change) => <ChoiceRow label="Distance" options={options} value={value} onChoose={change} />}
    </Kept>,
  );
  const group = page.getByRole('group', { name: 'Distance' });
  await focus(group.getByRole('button', { name: 'far' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(group.getByRole('button', { name: 'far' })).toHaveAttribute('aria-pressed', 'true');
  await expect.element(group.getByRole('button', { name: 'near' })).toHaveAttribute('aria-pressed', 'false');
});

it('a button copies and confirms it', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await render(<CopyButton text="key-1" label="Copy the key" />);
  await page.getByRole('button', { name: 'Copy the key' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(writeText).toHaveBeenCalledWith('key-1');
});

it.each(['light', 'dark'] as const)(
  'a status is a word whose reason keyboards can reach, in the %s theme',
  async (theme) => {
    await render(<StatusChip status="error" reason="No packet for a day" />, { theme });
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('tooltip', { name: 'No packet for a day' })).toBeVisible();
    await expect.element(page.getByText('Error')).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
  },
);
