import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { render } from '../../testing/render.tsx';
import { TimeRange } from './TimeRange.tsx';
import type { TimeRangeValue } from './time-range.ts';

const lastDay: TimeRangeValue = { kind: 'relative', amount: 24, unit: 'h' };
const dialog = page.getByRole('dialog', { name: 'Choose time range' });

async function show(value: TimeRangeValue = lastDay) {
  const onChange = vi.fn();
  await render(<TimeRange value={value} onChange={onChange} zone="Europe/Berlin" />);
  await page.getByRole('button').first().click();
  await expect.element(dialog).toBeVisible();
  return onChange;
}

it('chooses a preset range by keyboard and returns the focus', async () => {
  const onChange = await show();
  await expect.element(page.getByRole('menuitemradio', { name: 'Last 24 hours' })).toHaveFocus();
  await userEvent.keyboard('yes{Enter}');
  expect(onChange).toHaveBeenCalledWith({ kind: 'calendar', preset: 'yesterday' });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Last 24 hours' })).toHaveFocus();
});

it('shows the time zone, and applies begin and end together', async () => {
  const fromMs = Date.parse('2026-03-01T10:00:00+01:00');
  const toMs = Date.parse('2026-03-02T10:00:00+01:00');
  const onChange = await show({ kind: 'absolute', fromMs, toMs });
  await expect.element(page.getByText('Time zone: Europe/Berlin')).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'From' })).toBeVisible();
  await page.getByRole('button', { name: 'Apply range' }).click();
  expect(onChange).toHaveBeenCalledWith({ kind: 'absolute', fromMs, toMs });
});

it('has no accessibility problems', async () => {
  await show();
  await expect.element(page.getByRole('group', { name: 'To' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});
