import type { HealthEntry } from '@stellwerk/contract/health';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { render } from '../../../testing/render.tsx';
import { HealthEntryDialog } from './HealthEntryDialog.tsx';

const dialog = page.getByRole('dialog');
const expert = dialog.getByRole('switch', { name: 'Expert mode' });

async function show(entry?: HealthEntry) {
  const onSave = vi.fn(async (_: HealthEntry) => undefined);
  await render(
    <HealthEntryDialog
      deviceId={5}
      keys={['battery', 'temperature']}
      entry={entry}
      onSave={onSave}
      onClose={() => undefined}
    />,
  );
  return onSave;
}

it('makes a check without code, and shows its script in expert mode', async () => {
  const onSave = await show();
  await dialog.getByRole('textbox', { name: 'Identifier' }).fill('too-hot');
  await dialog.getByRole('textbox', { name: 'Text of the problem' }).fill('Too hot');
  await dialog.getByRole('combobox', { name: 'Condition' }).click();
  await page.getByRole('option', { name: 'a value is above a limit' }).click();
  await dialog.getByRole('combobox', { name: 'State', exact: true }).fill('temperature');
  await dialog.getByRole('textbox', { name: 'Limit' }).fill('40');
  expect(await accessibilityProblems()).toEqual([]);
  await expert.click();
  await expect.element(dialog.getByText(/value > 40/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => onSave.mock.calls[0]?.[0])
    .toMatchObject({
      identifier: 'too-hot',
      message: 'Too hot',
      stateKeys: ['temperature'],
      check: "const value = states.temperature;\nreturn typeof value === 'number' && value > 40;",
    });
});

it('shows the script of a check that no form can express', async () => {
  await show({
    identifier: 'odd',
    category: 'device',
    severity: 'error',
    stateKeys: [],
    check: 'return states.a + states.b > 7;',
    durationMinutes: 0,
    message: 'Odd',
  });
  await expect.element(dialog.getByText('return states.a + states.b > 7;')).toBeVisible();
  await expect.element(dialog.getByRole('combobox', { name: 'Condition' })).not.toBeInTheDocument();
});
