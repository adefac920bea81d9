import { listAccounts } from '@stellwerk/contract/account';
import { listConnectorConfigs } from '@stellwerk/contract/connector';
import {
  createFlow,
  dryRunFlow,
  type Flow,
  listDeadLetters,
  listFlowSamples,
  listFlows,
  readFlow,
  readFlowFigures,
  readShadow,
  resendDeadLetters,
  startShadow,
} from '@stellwerk/contract/flow';
import { listFilters } from '@stellwerk/contract/flow-filter';
import { listTransformers } from '@stellwerk/contract/flow-transformer';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on } from '../../testing/answers.ts';
import { press } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { FlowsPage } from './FlowsPage.tsx';

const flow: PartOf<Flow> = {
  ...{ id: 5, name: 'An die Stadt', active: true, trigger: 'after', tenantId: 1, tenantName: 'Stadtwerke' },
  steps: [
    { type: 'filter', filterId: 3 },
    { type: 'transformation', transformerId: 4 },
    { type: 'connector', targets: [{ connectorId: 6, message: {} }] },
  ],
  ...{ sent: 1_234, deadLetters: 2, isShadowed: false, lastFailure: null },
};
const filter = { id: 3, name: 'Temperaturen', inputType: 'generic', outputType: 'generic' } as const;
const toJson = { id: 4, name: 'Nach JSON', inputType: 'generic', outputType: 'application/json' } as const;
const letter = {
  id: 9,
  step: 2,
  connectorId: 6,
  failure: { code: 'X', message: 'HTTP 400' },
  event: { meta: {}, value: 1 },
};
const serve = (...more: Answered[]) =>
  answers(
    on(listFlows, { data: [flow], total: 1 }),
    on(readFlow, { data: flow }),
    on(listFilters, { data: [filter], total: 1 }),
    on(listTransformers, { data: [toJson], total: 1 }),
    on(listConnectorConfigs, { data: [{ id: 6, name: 'Stadtserver', capabilities: { deliveries: true } }] }),
    on(listAccounts),
    on(readFlowFigures, { data: { steps: [{ step: 0, connectorId: null, passed: 7, stopped: 3, failed: 0 }] } }),
    on(listFlowSamples, { data: [] }),
    on(listDeadLetters, { data: [letter], total: 1 }),
    on(readShadow, { data: null }),
    ...more,
  );
const path = '/connectors/consumers/list';
const show = (search = '', options: RenderOptions = {}) =>
  render(<FlowsPage />, {
    language: 'de',
    session: { primaryTenants: [{ id: 1, name: 'Stadtwerke' }] },
    route: path,
    path: `${path}${search}`,
    ...options,
  });

it('lists flows with what they sent, and opens one', async () => {
  serve();
  const { path: address } = await show();
  const row = page.getByRole('row', { name: /An die Stadt.*Nachrichten im Posteingang.*1\.234/ });
  await row.getByText('An die Stadt').click();
  await expect.poll(address).toBe(`${path}?flow=5`);
});

it('shows the content types on the wires, and where they do not fit; by keys', async () => {
  serve();
  await show('?flow=5');
  await expect.element(page.getByRole('group', { name: 'Schritt 1: Filter' })).toBeVisible();
  await expect.element(page.getByText('7 weitergegeben · 3 aufgehalten · 0 gescheitert')).toBeVisible();
  await expect.element(page.getByText('JSON', { exact: true })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Schritt 2 nach oben' }).click();
  await expect.element(page.getByText('JSON passt hier nicht')).toBeVisible();
});

it('is built on a phone, tried and saved', async () => {
  const server = serve(
    on(dryRunFlow, { data: { events: 100, sent: 40, messages: [{ content: '{"v":1}' }], failures: [], steps: [] } }),
    on(createFlow, { data: flow }),
  );
  const { path: address } = await show('?flow=new', { size: phone, theme: 'dark' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Neu');
  const step = page.getByRole('group', { name: 'Schritt 1: Transformation' });
  await step.getByRole('combobox').click();
  await page.getByRole('option', { name: /Nach JSON/ }).click();
  await page.getByRole('combobox', { name: 'Konnektor hinzufügen' }).click();
  await page.getByRole('option', { name: 'Stadtserver' }).click();
  await press(page, 'Probelauf starten');
  await expect.element(page.getByText('40 von 100 Ereignissen würden gesendet')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  expect(await accessibilityProblems()).toEqual([]);
  await press(page, 'Speichern');
  await expect.poll(address).toBe(`${path}?flow=5`);
  expect(server.calls(createFlow)[0]?.body).toMatchObject({
    name: 'Neu',
    steps: [
      { type: 'transformation', transformerId: 4 },
      { type: 'connector', targets: [{ connectorId: 6 }] },
    ],
  });
});

it('sends messages of the inbox again', async () => {
  const server = serve(on(resendDeadLetters, { data: { resent: 1 } }));
  await show('?flow=5&tab=inbox');
  await expect.element(page.getByText('HTTP 400')).toBeVisible();
  await page.getByRole('button', { name: 'Noch einmal senden', exact: true }).click();
  await expect.poll(() => server.calls(resendDeadLetters).map(({ body }) => body.letters)).toEqual([[9]]);
});

it('starts a shadow run with the steps of the editor', async () => {
  const server = serve(on(startShadow));
  await show('?flow=5&tab=shadow');
  await press(page, 'Schattenlauf starten');
  await expect.poll(() => server.calls(startShadow)[0]?.body.steps).toHaveLength(3);
});
