import { listAccounts } from '@stellwerk/contract/account';
import { listFlowEvents } from '@stellwerk/contract/flow-event';
import {
  type FlowTransformer,
  readTransformer,
  testTransformer,
  updateTransformer,
} from '@stellwerk/contract/flow-transformer';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { press } from '../../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../../testing/render.tsx';
import type { PartOf } from '../../../testing/sample.ts';
import { EditTransformerPage } from './TransformerPage.tsx';

const transformer: PartOf<FlowTransformer> = {
  id: 4,
  name: 'Nach JSON',
  type: 'jsonata',
  inputType: 'generic',
  outputType: 'application/json',
  script: '{ "v": value }',
  testValue: '{"meta":{},"value":1}',
  tenantId: 1,
  tenantName: 'Stadtwerke',
  flows: ['An die Stadt'],
};
const event = { meta: { dtwin_title: 'Kessel', state_identifier: 'vorlauf' }, value: 71 };
const serve = (...more: Answered[]) =>
  answers(on(readTransformer, { data: transformer }), on(listFlowEvents, { data: [event] }), on(listAccounts), ...more);
const show = (options: RenderOptions = {}) =>
  render(<EditTransformerPage />, {
    language: 'de',
    route: '/connectors/consumers/transformers/{id}',
    path: '/connectors/consumers/transformers/4?tab=transformation',
    ...options,
  });

it('tests the script on a recorded event', async () => {
  const data = { result: '{"v":71}', logs: [], durationMs: 3, liveLimitMs: 200 };
  const server = serve(on(testTransformer, { data }));
  await show();
  await expect.element(page.getByText(/Wird verwendet von: An die Stadt/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Aufgezeichnetes Ereignis' }).click();
  await page.getByRole('option', { name: /Kessel · vorlauf 71/ }).click();
  await press(page, 'Testen');
  await expect.element(page.getByRole('status', { name: 'Ergebnis' }).getByText('{"v":71}')).toBeVisible();
  const [call] = server.calls(testTransformer);
  expect(call?.body).toMatchObject({ accountId: 1, type: 'jsonata', outputType: 'application/json' });
  expect(JSON.parse(call?.body.payload ?? '')).toEqual(event);
  expect(await accessibilityProblems()).toEqual([]);
});

it('says why a script failed; on a phone', async () => {
  const line = { path: 'script', code: 'line', message: 'Fehler in Zeile 1' };
  serve(
    on(testTransformer, refusal('DS_TRANSFORMER_EXEC_ERROR', { message: 'Unbekannte Funktion', issues: [line] })),
    on(updateTransformer, { data: transformer }),
  );
  await show({ size: phone, theme: 'dark' });
  await press(page, 'Testen');
  await expect.element(page.getByRole('status').getByText('Unbekannte Funktion')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  expect(await accessibilityProblems()).toEqual([]);
});
