import {
  deleteState,
  listLinkedAggregations,
  type State,
  setStateValue,
  state as stateSchema,
} from '@stellwerk/contract/state';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { choose, press, reported } from '../../testing/gestures.ts';
import { render } from '../../testing/render.tsx';
import { type PartOf, sampleOf } from '../../testing/sample.ts';
import { DeleteStateDialog } from './DeleteStateDialog.tsx';
import { SetValueDialog } from './values/SetValueDialog.tsx';

const made = (part: PartOf<State> = {}) =>
  sampleOf(stateSchema, { id: 3, dtwinId: 5, title: 'Temperatur', key: 'temperature', unit: '°C', ...part });
const german = { language: 'de' } as const;

describe('setting a value by hand', () => {
  const dialog = page.getByRole('dialog');
  const show = (part: PartOf<State> = {}) =>
    render(<SetValueDialog state={made(part)} onClose={() => undefined} />, german);

  it('reads numbers in the format of the language', async () => {
    const server = answers(on(setStateValue, ({ body }) => ({ data: made({ value: body.value }) })));
    await show({ value: 20 });
    const value = dialog.getByRole('textbox', { name: 'Wert' });
    await expect.element(value).toHaveFocus();
    await value.fill('viel');
    await press(dialog, 'Setzen');
    await expect.element(value).toHaveAttribute('aria-invalid', 'true');
    await value.fill('21,5');
    expect(await accessibilityProblems()).toEqual([]);
    await press(dialog, 'Setzen');
    await reported(/21,5 °C/);
    expect(server.calls(setStateValue)).toMatchObject([{ params: { id: 5, stateId: 3 }, body: { value: 21.5 } }]);
  });

  it('offers yes and no, and sets nothing while neither is chosen', async () => {
    const server = answers(on(setStateValue, ({ body }) => ({ data: made({ value: body.value }) })));
    await show({ valueType: 'boolean', value: null, unit: '' });
    await press(dialog, 'Setzen');
    expect(server.calls(setStateValue)).toEqual([]);
    await choose(dialog.getByRole('combobox', { name: 'Wert' }), 'Nein');
    await press(dialog, 'Setzen');
    await expect.poll(() => server.calls(setStateValue).map(({ body }) => body.value)).toEqual([false]);
  });

  it('takes JSON only if it is valid', async () => {
    const server = answers(on(setStateValue, ({ body }) => ({ data: made({ value: body.value }) })));
    await show({ valueType: 'json', value: { open: true }, unit: '' });
    const value = dialog.getByRole('textbox', { name: 'Wert' });
    await value.fill('{');
    await press(dialog, 'Setzen');
    await expect.element(dialog.getByText('Das ist kein gültiger JSON-Text.')).toBeVisible();
    expect(server.calls(setStateValue)).toEqual([]);
    await value.fill('[1,2]');
    await press(dialog, 'Setzen');
    await expect.poll(() => server.calls(setStateValue).map(({ body }) => body.value)).toEqual([[1, 2]]);
  });

  it('says why the server refuses it, and stays open', async () => {
    answers(on(setStateValue, refusal('DTWINSTATE_TIME_OUT_OF_RANGE', { message: 'Zu lange her' })));
    await show({ value: 20 });
    await press(dialog, 'Setzen');
    await expect.element(dialog.getByText(/^Zu lange her/)).toBeVisible();
  });
});

describe('deleting a state', () => {
  async function show() {
    const onLineage = vi.fn();
    await render(<DeleteStateDialog state={made()} onLineage={onLineage} onClose={() => undefined} />, german);
    return onLineage;
  }

  it('is refused while others are computed from it, and names them', async () => {
    answers(
      on(listLinkedAggregations, {
        data: { states: [{ stateId: 9, title: 'Mittlere Temperatur', dtwinId: 6, dtwinTitle: 'Haus' }], hidden: 2 },
      }),
    );
    const onLineage = await show();
    const dialog = page.getByRole('dialog', { name: '„Temperatur“ löschen' });
    await expect.element(dialog.getByText(/Mittlere Temperatur/)).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: 'Haus' }))
      .toHaveAttribute('href', expect.stringContaining('/digitaltwin-mgmt/6'));
    expect(dialog.getByRole('button', { name: 'Löschen' }).elements()).toEqual([]);
    expect(await accessibilityProblems()).toEqual([]);
    await press(dialog, 'Herkunft und Verwendung');
    expect(onLineage).toHaveBeenCalledOnce();
  });

  it('asks first', async () => {
    const server = answers(on(listLinkedAggregations, { data: { states: [], hidden: 0 } }), on(deleteState));
    await show();
    const question = page.getByRole('alertdialog');
    await expect.element(question).toBeVisible();
    expect(server.calls(deleteState)).toEqual([]);
    await press(question, 'Löschen');
    await expect.poll(() => server.calls(deleteState).map(({ params }) => params)).toEqual([{ id: 5, stateId: 3 }]);
  });

  it('says why it is not known what is computed from it', async () => {
    const server = answers(on(listLinkedAggregations, refusal('INTERNAL_ERROR')));
    await show();
    await expect.element(page.getByRole('alert')).toBeVisible();
    server.answer(on(listLinkedAggregations, { data: { states: [], hidden: 0 } }));
    await press(page, 'Erneut versuchen');
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
  });
});
