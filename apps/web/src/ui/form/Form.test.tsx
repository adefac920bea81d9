import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { ApiError } from '../../lib/api.ts';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { phone, render } from '../../testing/render.tsx';
import { InternalLink } from '../navigation/InternalLink.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { Form } from './Form.tsx';
import { FormActions } from './FormActions.tsx';
import { FormDialog } from './FormDialog.tsx';
import { NumberInput } from './NumberInput.tsx';
import { TextInput } from './TextInput.tsx';

const schema = z.object({ title: z.string().trim().min(1), floor: z.number().max(100).optional() });
const fields = (
  <>
    <TextInput name="title" label="Title" required />
    <NumberInput name="floor" label="Floor" />
  </>
);
const title = page.getByRole('textbox', { name: 'Title' });
const floor = page.getByRole('textbox', { name: 'Floor' });
const save = page.getByRole('button', { name: 'Save' });

async function showForm(onSubmit: (values: z.output<typeof schema>) => unknown, readOnly = false) {
  return render(
    <Form schema={schema} defaultValues={{ title: '' }} onSubmit={onSubmit} readOnly={readOnly}>
      {fields}
      <FormActions />
      <InternalLink to="/elsewhere">Elsewhere</InternalLink>
    </Form>,
  );
}

async function showDialog(onSubmit: (values: z.output<typeof schema>) => unknown, size = { width: 1000, height: 700 }) {
  const onClose = vi.fn();
  const props = { schema, defaultValues: { title: '' }, onSubmit, onClose };
  await render(
    <FormDialog open title="New lift" {...props}>
      {fields}
    </FormDialog>,
    { size },
  );
  return onClose;
}

it('shows errors at the fields, focuses the first one and sends nothing', async () => {
  const onSubmit = vi.fn();
  await showForm(onSubmit);
  await floor.fill('200');
  await save.click();
  await expect.element(title).toHaveFocus();
  await expect.element(title).toBeInvalid();
  await expect.element(title).toHaveAccessibleDescription(/.+/);
  await expect.element(floor).toHaveAccessibleDescription(/100/);
  expect(await accessibilityProblems()).toEqual([]);
  expect(onSubmit).not.toHaveBeenCalled();
});

it('is submitted by Enter with parsed values', async () => {
  const onSubmit = vi.fn();
  await showForm(onSubmit);
  await title.fill('  Lift ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onSubmit).toHaveBeenCalledWith({ title: 'Lift' });
});

it('shows the issues of the server at their fields, and others above the form', async () => {
  const issues = [
    { path: 'title', code: 'unique', message: 'This title exists' },
    { path: 'owner', code: 'required', message: 'Owner is missing' },
  ];
  await showForm(() => Promise.reject(new ApiError(400, { code: 'VALIDATION_ERROR', message: 'Check it', issues })));
  await title.fill('Lift');
  await save.click();
  await expect.element(title).toHaveAccessibleDescription('This title exists');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Owner is missing');
});

it('keeps the help of a field below its error', async () => {
  const key = z.object({ title: z.string().regex(/^\w+$/) });
  await render(
    <Form schema={key} defaultValues={{ title: 'a b' }} onSubmit={vi.fn()}>
      <TextInput name="title" label="Title" help="Letters and digits" />
      <FormActions />
    </Form>,
  );
  await save.click();
  await expect.element(title).toBeInvalid();
  await expect.element(title).toHaveAccessibleDescription(/format.*Letters and digits/s);
  expect(await accessibilityProblems()).toEqual([]);
});

it('brings the failure of a long form into view', async () => {
  await render(
    <Form
      schema={schema}
      defaultValues={{ title: 'Lift' }}
      onSubmit={() => Promise.reject(new ApiError(409, { code: 'LOST', message: 'Lost' }))}
    >
      <div style={{ height: '200vh' }} />
      {fields}
      <FormActions />
    </Form>,
    { size: phone },
  );
  await floor.fill('1');
  await save.click();
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveFocus();
  await expect.element(alert).toBeInViewport();
});

it('is readable when it may not be changed', async () => {
  await showForm(vi.fn(), true);
  await expect.element(title).toBeDisabled();
});

it('asks before unsaved input is lost', async () => {
  const { path } = await showForm(vi.fn());
  await title.fill('Lift');
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  expect(path()).toBe('/');
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(path).toBe('/elsewhere');
});

it('in a dialog saves by Enter and closes after success', async () => {
  const onSubmit = vi.fn();
  const onClose = await showDialog(onSubmit);
  await expect.element(page.getByRole('dialog', { name: 'New lift' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await title.fill('Lift');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(onSubmit).toHaveBeenCalledWith({ title: 'Lift' });
});

it('in a dialog asks when Escape would lose input', async () => {
  const onClose = await showDialog(vi.fn());
  await title.fill('Lift');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

it('in a dialog without input closes by Escape at once', async () => {
  const onClose = await showDialog(vi.fn());
  await expect.element(title).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('in a dialog fills the screen of a phone', async () => {
  await showDialog(vi.fn(), phone);
  const { width, height } = page.getByRole('dialog').element().getBoundingClientRect();
  expect({ width, height }).toEqual(phone);
});

it.each([
  ['Cancel', 'cancel'],
  ['Reload', 'reload'],
  ['Overwrite', 'overwrite'],
])('%s resolves a conflict; Escape cancels', async (button, answer) => {
  const onAnswer = vi.fn();
  await render(<ConflictDialog open title="Changed elsewhere" text="Kim saved it." onAnswer={onAnswer} />);
  await expect.element(page.getByRole('alertdialog', { name: 'Changed elsewhere' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onAnswer).toHaveBeenLastCalledWith('cancel');
  await page.getByRole('button', { name: button }).click();
  expect(onAnswer).toHaveBeenLastCalledWith(answer);
});
