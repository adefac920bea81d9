import { applyDriverHealth } from '@stellwerk/contract/device-health';
import { driver } from '@stellwerk/contract/driver';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { answers, on } from '../../../testing/answers.ts';
import { render } from '../../../testing/render.tsx';
import { sampleOf } from '../../../testing/sample.ts';
import { DraftContext } from '../draft/draft-context.ts';
import { ApplyToDevices } from './ApplyToDevices.tsx';

const button = page.getByRole('button', { name: 'Apply to all devices' });

function show(publishedVersion: number | null) {
  const draft = {
    driver: sampleOf(driver, { id: 7, publishedVersion, deviceCount: 3 }),
    content: { parser: { type: 'none' as const }, variables: [], health: [], downlinks: [], notes: '' },
    change: () => undefined,
    isDirty: false,
    save: undefined,
    mayEdit: true,
    issueAt: () => undefined,
    revert: () => undefined,
  };
  return render(
    <DraftContext value={draft}>
      <ApplyToDevices />
    </DraftContext>,
  );
}

it('gives the published checks to all devices after a question', async () => {
  const server = answers(on(applyDriverHealth, { data: { devices: 3 } }));
  await show(4);
  await button.click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText(/published version 4/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await question.getByRole('button', { name: 'Apply to all devices' }).click();
  await expect.element(page.getByText('3 devices now have the checks of the driver.')).toBeVisible();
  expect(server.calls(applyDriverHealth)).toMatchObject([{ params: { id: 7 }, body: { applyToAllVD: true } }]);
});

it('is not offered before a version is published', async () => {
  await show(null);
  await expect.element(button).not.toBeInTheDocument();
});
