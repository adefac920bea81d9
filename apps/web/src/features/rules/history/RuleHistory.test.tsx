import { type RuleExecution, readExecutionHistory } from '@stellwerk/contract/rule-run';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { answers, on, refusal } from '../../../testing/answers.ts';
import { choose, press } from '../../../testing/gestures.ts';
import { render } from '../../../testing/render.tsx';
import type { PartOf } from '../../../testing/sample.ts';
import { RuleHistory } from './RuleHistory.tsx';

const fired: PartOf<RuleExecution> = {
  id: 1,
  count: 1,
  result: 'executed',
  trigger: { kind: 'value', aliases: ['temperature'] },
  metrics: [{ alias: 'temperature', value: 31.5, count: 1 }],
  conditions: { op: 'when', metric: 'temperature', cmp: 'gt', value: 28, isMet: true, left: 31.5, right: 28 },
  isMet: true,
  commands: [
    { type: 'mail', state: 'failed', attempts: 3, problem: { code: 'X', message: 'Kein Server' }, target: 'a@b' },
  ],
  alarmId: 9,
};
const notMet: PartOf<RuleExecution> = { ...fired, id: 2, count: 2, result: 'notMet', commands: [], alarmId: null };

const show = () =>
  render(<RuleHistory twinId={5} ruleId={9} />, { language: 'de', route: '/rule', path: '/rule?tab=history' });
const row = (name: RegExp) => page.getByRole('row', { name });

it('shows values, result and commands of each evaluation, and the alarm it raised', async () => {
  answers(on(readExecutionHistory, { data: [fired, notMet] }));
  await show();
  const history = page.getByRole('region', { name: 'Ausführungen' });
  await expect.element(row(/Nicht erfüllt 2 ×/)).toBeVisible();
  await row(/Ausgeführt/).click();
  await expect
    .element(history.getByRole('region', { name: 'Bedingungen' }).getByText('erfüllt', { exact: true }))
    .toBeVisible();
  await expect
    .element(history.getByRole('region', { name: 'Metriken mit ihren Werten' }).getByText('31,5').first())
    .toBeVisible();
  await expect.element(history.getByText(/Kein Server/).first()).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await expect
    .element(history.getByRole('link', { name: 'Alarm öffnen' }))
    .toHaveAttribute('href', expect.stringContaining('alarm=9'));
});

it('is filtered by a result in the address', async () => {
  const server = answers(
    on(readExecutionHistory, ({ body }) => ({
      data: body.requestParameters.results.includes('notMet') ? [notMet] : [fired, notMet],
    })),
  );
  const { path } = await show();
  await expect.element(row(/Ausgeführt/)).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Ergebnis' }), 'Nicht erfüllt');
  await expect.element(row(/Ausgeführt/)).not.toBeInTheDocument();
  await expect.poll(path).toContain('result=notMet');
  expect(server.calls(readExecutionHistory).at(-1)?.body.requestParameters.results).toEqual(['notMet']);
});

it('loads older executions on demand', async () => {
  const server = answers(
    on(readExecutionHistory, ({ body }) => ({ data: [body.offset === 0 ? fired : notMet], total: 2 })),
  );
  await show();
  await expect.element(row(/Ausgeführt/)).toBeVisible();
  await page.getByRole('button').last().click();
  await expect.element(row(/Nicht erfüllt/)).toBeVisible();
  expect(server.calls(readExecutionHistory).map(({ body }) => body.offset)).toContain(1);
});

it('says that nothing was evaluated, and why it is not known', async () => {
  const server = answers(on(readExecutionHistory, refusal('INTERNAL_ERROR')));
  await show();
  await expect.element(page.getByRole('alert')).toBeVisible();
  server.answer(on(readExecutionHistory, { data: [] }));
  await press(page, 'Erneut versuchen');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
