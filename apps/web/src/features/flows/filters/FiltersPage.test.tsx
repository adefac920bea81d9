import { listAccounts } from '@stellwerk/contract/account';
import { createFilter, type FlowFilter, listFilters, readFilter, tryFilter } from '@stellwerk/contract/flow-filter';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { pick, press } from '../../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../../testing/render.tsx';
import type { PartOf } from '../../../testing/sample.ts';
import { FiltersPage } from './FiltersPage.tsx';

const filter: PartOf<FlowFilter> = {
  id: 3,
  name: 'Temperaturen',
  type: 'standard',
  match: 'all',
  conditions: [{ attribute: 'unit', operator: 'equals', value: '°C' }],
  inputType: 'generic',
  tenantId: 1,
  tenantName: 'Stadtwerke',
  flows: [],
};
const trial = {
  ...{ events: 1_000, passed: 412, failed: 0, problem: null },
  samples: { passed: [{ meta: { dtwin_title: 'Kessel', state_identifier: 'vorlauf' }, value: 71 }], stopped: [] },
};
const serve = (rows: PartOf<FlowFilter>[], ...more: Answered[]) =>
  answers(
    on(listFilters, { data: rows, total: rows.length }),
    on(listAccounts),
    on(tryFilter, { data: trial }),
    on(readFilter, { data: filter }),
    ...more,
  );
const path = '/connectors/consumers/filters';
const show = (options: RenderOptions = {}) =>
  render(<FiltersPage />, {
    language: 'de',
    session: { primaryTenants: [{ id: 1, name: 'Stadtwerke' }] },
    route: path,
    path,
    ...options,
  });

it('shows while a filter is edited how many recorded events would pass', async () => {
  const server = serve([filter]);
  await show();
  const row = page.getByRole('row', { name: /Temperaturen.*Einheit ist gleich „°C“/ });
  await row.getByText('Temperaturen').click();
  const dialog = page.getByRole('dialog', { name: 'Filter „Temperaturen“' });
  await expect.element(dialog.getByText('412 von 1.000 Ereignissen kommen durch')).toBeVisible();
  await expect.element(dialog.getByText(/Kessel · vorlauf/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Wert' }).fill('kWh');
  const tried = () => server.calls(tryFilter).at(-1)?.body.conditions[0]?.value;
  await expect.poll(tried).toBe('kWh');
});

it('creates a filter, and shows refused values at their field; on a phone', async () => {
  const server = serve([], on(createFilter, refusal('FLOW_FILTER_DUPLICATE_NAME', { params: { name: 'x' } })));
  await show({ size: phone, theme: 'dark' });
  await page.getByRole('button', { name: 'Filter anlegen' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Warm');
  await dialog.getByRole('textbox', { name: 'Wert' }).fill('temperature');
  await expect.element(dialog.getByText('412 von 1.000 Ereignissen kommen durch')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  expect(await accessibilityProblems()).toEqual([]);
  await press(dialog, 'Filter anlegen');
  await expect.element(dialog.getByText(/already has a filter/)).toBeVisible();
  expect(server.calls(createFilter)[0]?.body).toMatchObject({
    name: 'Warm',
    type: 'standard',
    conditions: [{ attribute: 'state_identifier', operator: 'equals', value: 'temperature' }],
  });
});

it('offers no deletion while flows use a filter', async () => {
  serve([{ ...filter, flows: ['An die Stadt'] }]);
  await show();
  await press(page, 'Aktionen für Temperaturen');
  await expect.element(page.getByRole('menuitem', { name: /Löschen/ })).toHaveAttribute('aria-disabled', 'true');
});

it('has a menu with which a filter is deleted after a question', async () => {
  serve([filter]);
  await show();
  await pick(page, 'Aktionen für Temperaturen', 'Löschen');
  await expect.element(page.getByRole('alertdialog', { name: '„Temperaturen“ löschen?' })).toBeVisible();
});
