import { synchroniseDevice, updateDevice } from '@stellwerk/contract/device';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { answers, on, refusal } from '../../../testing/answers.ts';
import { render } from '../../../testing/render.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { ExistingDevice } from './ExistingDevice.tsx';
import { emptyDevice, wizardForm } from './wizard-form.ts';

const entered = {
  ...emptyDevice,
  title: 'New name',
  externalId: 'A1',
  tags: ['roof'],
  connectorId: 1,
  driverId: 7,
  place: 'top' as const,
  tenantId: 3,
};
const button = page.getByRole('button', { name: 'Re-import' });
const question = page.getByRole('alertdialog', { name: 'Re-import “Old name”?' });

const show = () =>
  render(
    <Form schema={wizardForm} defaultValues={entered} onSubmit={() => undefined}>
      <ExistingDevice device={{ id: 8, title: 'Old name' }} />
    </Form>,
  );

it('leads to the device, or takes over what was entered and what the other system knows', async () => {
  const server = answers(on(updateDevice), on(synchroniseDevice));
  const { path } = await show();
  await expect
    .element(page.getByRole('link', { name: 'Go to the existing device' }))
    .toHaveAttribute('href', expect.stringContaining('/virtual-devices/8'));
  await button.click();
  expect(await accessibilityProblems()).toEqual([]);
  await question.getByRole('button', { name: 'Re-import' }).click();
  await expect.poll(path).toBe('/virtual-devices/8');
  expect(server.calls(updateDevice)).toMatchObject([
    { params: { id: 8 }, body: { title: 'New name', driverId: 7, tags: ['roof'] } },
  ]);
  expect(server.calls(synchroniseDevice)).toHaveLength(1);
});

it('stays and says why where it fails', async () => {
  answers(on(updateDevice, refusal('DTWIN_DELETE_STATES_AGGREGATED')));
  await show();
  await button.click();
  await question.getByRole('button', { name: 'Re-import' }).click();
  await expect.element(question.getByRole('alert')).toBeVisible();
});
