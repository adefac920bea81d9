import { Star, Wind } from 'lucide-react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { focus, type RenderOptions, render } from '../../testing/render.tsx';
import { Form } from './Form.tsx';
import { FormActions } from './FormActions.tsx';
import { IconInput } from './IconInput.tsx';
import { JsonInput } from './JsonInput.tsx';
import { NumberInput } from './NumberInput.tsx';
import { SchemaInput } from './SchemaInput.tsx';
import { SecretInput } from './SecretInput.tsx';
import { SelectInput } from './SelectInput.tsx';
import { SliderInput } from './SliderInput.tsx';
import { SuggestInput } from './SuggestField.tsx';
import { SwitchInput } from './SwitchInput.tsx';
import { TagsInput } from './TagsInput.tsx';
import { TemplateInput } from './TemplateInput.tsx';
import { TextInput } from './TextInput.tsx';
import { WithPlaceholders } from './WithPlaceholders.tsx';

/** A form with one field; `saved` submits it and returns the value. */
async function show(field: ReactNode, value: unknown, options?: RenderOptions) {
  const onSubmit = vi.fn();
  await render(
    <Form schema={z.object({ it: z.unknown() })} defaultValues={{ it: value }} onSubmit={onSubmit}>
      {field}
      <FormActions />
    </Form>,
    options,
  );
  return async () => {
    await page.getByRole('button', { name: /Save|Speichern/ }).click();
    await expect.poll(() => onSubmit).toHaveBeenCalled();
    const [values] = onSubmit.mock.lastCall ?? [];
    return values.it;
  };
}

describe('a text', () => {
  it('has a name, a description and an info sign that is no part of its name', async () => {
    await show(<TextInput name="it" label="Title" help="Short" info="Long" required />, 'Lift');
    const field = page.getByRole('textbox', { name: 'Title', exact: true });
    await expect.element(field).toHaveAccessibleDescription('Short');
    await expect.element(field).toBeRequired();
    await focus(field);
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'About Title' })).toHaveFocus();
    await expect.element(page.getByRole('tooltip', { name: 'Long' })).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('submits with Enter, and null when emptied', async () => {
    const saved = await show(<TextInput name="it" label="Title" emptyAs="null" />, 'Lift');
    await page.getByRole('textbox', { name: 'Title' }).clear();
    expect(await saved()).toBeNull();
  });
});

describe('a number', () => {
  it('is read in the format of the language', async () => {
    const saved = await show(<NumberInput name="it" label="Grenze" unit="°C" />, 1.5, { language: 'de' });
    const field = page.getByRole('textbox', { name: 'Grenze' });
    await expect.element(field).toHaveValue('1,5');
    await field.fill('2,25');
    expect(await saved()).toBe(2.25);
  });

  it('stays in the field as it was typed, also if it is none', async () => {
    await render(
      <Form schema={z.object({ it: z.number() })} defaultValues={{ it: 1.5 }} onSubmit={() => undefined}>
        <NumberInput name="it" label="Grenze" unit="°C" />
      </Form>,
      { language: 'de' },
    );
    const field = page.getByRole('textbox', { name: 'Grenze' });
    await field.fill('22,7x');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveValue('22,7x');
    await field.fill('22,');
    await expect.element(field).toHaveValue('22,');
    await expect.element(field).toHaveAttribute('aria-invalid', 'false');
  });
});

describe('a choice', () => {
  const options = ['North', 'South', 'West'].map((label) => ({ value: label.toLowerCase(), label }));

  it('is made with arrow keys, and returns the focus', async () => {
    const saved = await show(<SelectInput name="it" label="Side" options={options} emptyAs="null" />, null);
    const field = page.getByRole('combobox', { name: 'Side' });
    await focus(field);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('option', { name: 'None' })).toHaveFocus();
    expect(await accessibilityProblems()).toEqual([]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.element(field).toHaveFocus();
    await expect.element(field).toMatchTextContent('South');
    expect(await saved()).toBe('south');
  });

  it('of several stays open', async () => {
    const saved = await show(<SelectInput name="it" label="Sides" options={options} multiple />, ['west']);
    await focus(page.getByRole('combobox', { name: 'Sides' }));
    await userEvent.keyboard('{Enter}{Home}{Enter}{Escape}');
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
    expect(await saved()).toEqual(['west', 'north']);
  });

  it('of an icon is cleared by a second press', async () => {
    const icons = { star: Star, wind: Wind };
    const saved = await show(<IconInput name="it" label="Icon" icons={icons} labelOf={(name) => name} />, 'star');
    const group = page.getByRole('group', { name: 'Icon' });
    await expect.element(group.getByRole('button', { name: 'star' })).toHaveAttribute('aria-pressed', 'true');
    await focus(group.getByRole('button', { name: 'star' }));
    await userEvent.keyboard(' ');
    expect(await saved()).toBe('');
  });
});

it('a switch has its name and changes with the space key', async () => {
  const saved = await show(<SwitchInput name="it" label="Active" help="Counts at once" />, false);
  const field = page.getByRole('switch', { name: 'Active' });
  await expect.element(field).toHaveAccessibleDescription('Counts at once');
  await focus(field);
  await userEvent.keyboard(' ');
  await expect.element(field).toBeChecked();
  expect(await saved()).toBe(true);
});

describe('tags', () => {
  it('are finished by Enter and comma, without duplicates, and removed by Backspace', async () => {
    const saved = await show(<TagsInput name="it" label="Tags" />, []);
    await focus(page.getByRole('combobox', { name: 'Tags' }));
    await userEvent.keyboard('hall{Enter}roof,hall,cellar{Enter}{Backspace}');
    expect(await saved()).toEqual(['hall', 'roof']);
  });

  it('count when the field is left', async () => {
    const saved = await show(<TagsInput name="it" label="Tags" suggestions={['hall']} />, []);
    await focus(page.getByRole('combobox', { name: 'Tags' }));
    await userEvent.keyboard('attic{Tab}');
    expect(await saved()).toEqual(['attic']);
  });
});

it('a suggestion is accepted by arrow keys, and any other text can be typed', async () => {
  const saved = await show(<SuggestInput name="it" label="Unit" suggestions={['°C', 'kWh', 'kW']} />, '');
  await focus(page.getByRole('combobox', { name: 'Unit' }));
  await userEvent.keyboard('kw{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(page.getByRole('combobox', { name: 'Unit' })).toHaveValue('kW');
  expect(await saved()).toBe('kW');
});

describe('a secret', () => {
  it('that is stored is kept, or replaced without being shown', async () => {
    const saved = await show(<SecretInput name="it" label="Password" isStored />, undefined);
    const field = page.getByLabelText('Password', { exact: true });
    await expect.element(field).toBeDisabled();
    await page.getByRole('button', { name: 'Replace' }).click();
    await field.fill('secret');
    await expect.element(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show input' }).click();
    await expect.element(field).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Keep' }).click();
    await expect.element(field).toHaveValue('');
    expect(await saved()).toBeUndefined();
  });
});

it('a slider moves with arrow keys and reports its value in words', async () => {
  const field = (
    <SliderInput name="it" label="Opacity" min={0} max={100} step={10} textOf={(value) => `${value} percent`} />
  );
  const saved = await show(field, 50);
  const slider = page.getByRole('slider', { name: 'Opacity' });
  await focus(slider);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '70 percent');
  expect(await accessibilityProblems()).toEqual([]);
  expect(await saved()).toBe(70);
});

it('JSON shows an error while it is not valid', async () => {
  const saved = await show(<JsonInput name="it" label="Settings" />, { a: 1 });
  const editor = page.getByRole('textbox', { name: 'Settings' });
  await editor.fill('{"a": ');
  await expect.element(editor).toHaveAccessibleDescription('This is not valid JSON.');
  await editor.fill('{"a": 2}');
  await expect.element(editor).not.toHaveAccessibleDescription('This is not valid JSON.');
  expect(await saved()).toEqual({ a: 2 });
});

it('the properties of a JSON schema become fields of their kinds', async () => {
  const schema = {
    type: 'object',
    required: ['unit'],
    properties: {
      unit: { type: 'string', title: 'Unit', description: 'As on the meter' },
      factor: { type: 'number', title: 'Factor' },
      isOn: { type: 'boolean', title: 'Active', default: true },
      side: { enum: ['left', 'right'], title: 'Side' },
    },
  };
  await show(<SchemaInput schema={schema} name="it" />, {});
  await expect.element(page.getByRole('textbox', { name: 'Unit' })).toHaveAccessibleDescription('As on the meter');
  await expect.element(page.getByRole('textbox', { name: 'Factor' })).toHaveAttribute('inputmode', 'decimal');
  await expect.element(page.getByRole('switch', { name: 'Active' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Side' })).toBeVisible();
});

describe('a placeholder', () => {
  const groups = [{ title: 'Twin', names: ['twin.title', 'twin.id'] }];

  it('is inserted at the cursor of a line', async () => {
    const saved = await show(<TemplateInput name="it" label="Subject" groups={groups} />, 'About ');
    await page.getByRole('button', { name: 'Insert placeholder into “Subject”' }).click();
    await expect.element(page.getByRole('menuitem').first()).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('About {{twin.id}}');
    expect(await saved()).toBe('About {{twin.id}}');
  });

  it('is inserted into the field that was used last', async () => {
    const field = (
      <WithPlaceholders groups={groups}>
        <TextInput name="other" label="Subject" />
        <TextInput name="it" label="Text" rows={3} />
      </WithPlaceholders>
    );
    await show(field, '');
    await page.getByRole('textbox', { name: 'Text' }).fill('Hot: ');
    await page.getByRole('button', { name: 'Insert placeholder' }).click();
    await page.getByRole('menuitem', { name: '{{twin.title}}' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Hot: {{twin.title}}');
  });
});
