import { readDevice } from '@stellwerk/contract/device';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { answers, on } from '../../../testing/answers.ts';
import { render } from '../../../testing/render.tsx';
import { HealthPanel } from './HealthPanel.tsx';

it.each([
  ['de', 'Ungültig', /^Eine Prüfung scheitert/],
  ['en', 'Invalid', /^A check fails/],
] as const)('says in %s that the health is invalid if a check fails', async (language, word, reason) => {
  answers(on(readDevice, { data: { id: 1, title: 'Pump', health: 'invalid', problems: [] } }));
  await render(<HealthPanel deviceId={1} title="Pump" onClose={() => undefined} />, { language });
  await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  await expect.element(page.getByText(reason)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});
