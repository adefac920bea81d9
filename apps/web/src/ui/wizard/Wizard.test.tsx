import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { render } from '../../testing/render.tsx';
import { Form } from '../form/Form.tsx';
import { TextInput } from '../form/TextInput.tsx';
import { Wizard } from './Wizard.tsx';

const schema = z.object({ title: z.string().min(1), place: z.string() });
const step = (number: number, title: string) => page.getByRole('heading', { name: `Step ${number} of 3: ${title}` });

async function show() {
  const onSubmit = vi.fn();
  await render(
    <Form schema={schema} defaultValues={{ title: '', place: '' }} onSubmit={onSubmit}>
      <Wizard
        finishLabel="Create"
        steps={[
          { id: 'name', title: 'Name', fields: ['title'], content: <TextInput name="title" label="Title" required /> },
          { id: 'place', title: 'Place', content: <TextInput name="place" label="Place" /> },
          { id: 'end', title: 'Summary', content: <p>All is ready.</p> },
        ]}
      />
    </Form>,
  );
  return onSubmit;
}

it('continues only with valid fields, and moves the focus to the new step', async () => {
  const onSubmit = await show();
  const title = page.getByRole('textbox', { name: 'Title' });
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(title).toHaveFocus();
  await expect.element(step(1, 'Name')).toBeVisible();
  await userEvent.keyboard('Lift');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(step(2, 'Place')).toHaveFocus();
  await userEvent.keyboard('{Tab}Hall');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => onSubmit).toHaveBeenCalledWith({ title: 'Lift', place: 'Hall' });
});

it('shows its steps and leads back without losing input', async () => {
  await show();
  await page.getByRole('textbox', { name: 'Title' }).fill('Lift');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(step(2, 'Place')).toBeVisible();
  const current = page.getByRole('list', { name: 'Steps' }).getByRole('listitem').nth(1);
  await expect.element(current).toHaveAttribute('aria-current', 'step');
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: 'Name' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Lift');
});
