import { listAccounts } from '@stellwerk/contract/account';
import { listRules, type RuleRow, readRuleFigures, resumeRule } from '@stellwerk/contract/rule-calls';
import { listErroneousExecutions } from '@stellwerk/contract/rule-run';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { press, reported } from '../../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../../testing/render.tsx';
import type { PartOf } from '../../../testing/sample.ts';
import { RulesMonitorPage } from './RulesMonitorPage.tsx';

const evaluatedAt = '2026-03-01T12:00:00.000Z';
const warm: PartOf<RuleRow> = {
  id: 1,
  title: 'Warm',
  active: true,
  dtwinId: 5,
  dtwinTitle: 'Raum',
  category: 'digitalTwin',
  status: { lastResult: 'executed', lastEvaluatedAt: evaluatedAt, limited: 0 },
  openAlarm: { id: 3, severity: 'error' },
  abilities: { update: true },
};
const quiet: PartOf<RuleRow> = {
  ...warm,
  id: 2,
  title: 'Still',
  status: { lastResult: 'notMet', lastEvaluatedAt: evaluatedAt, limited: 0 },
  openAlarm: null,
};

const serve = (rules: PartOf<RuleRow>[], ...more: Answered[]) =>
  answers(
    on(listRules, ({ query }) => ({ data: rules.filter(({ openAlarm }) => !query.attention || openAlarm) })),
    on(readRuleFigures, { data: { rules: 2, active: 2, openAlarms: 1, errors24h: 0, paused: 0, limitedAccounts: [] } }),
    on(listAccounts),
    ...more,
  );
const show = (options: RenderOptions = {}) =>
  render(<RulesMonitorPage />, {
    language: 'de',
    route: '/digitaltwin/rules-monitor',
    path: '/digitaltwin/rules-monitor',
    ...options,
  });
const row = (name: RegExp) => page.getByRole('row', { name });

it('shows the work of rules, and filters for those that need attention', async () => {
  serve([warm, quiet]);
  const { path } = await show();
  await expect.element(row(/Warm.*Raum.*Alarm offen.*Ausgeführt/)).toBeVisible();
  await expect.element(row(/Still.*Aktiv.*Nicht erfüllt/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(page, /^Offene Regelalarme/);
  await expect.poll(path).toContain('attention=true');
  await expect.element(row(/Still/)).not.toBeInTheDocument();
  await expect.element(row(/Warm/)).toBeVisible();
});

it('lists failed executions, and opens their rule', async () => {
  const error = { code: 'SCRIPT_ERROR', message: 'nothing is not defined' };
  serve(
    [warm],
    on(listErroneousExecutions, {
      data: [
        {
          ruleId: 4,
          ruleTitle: 'Kaputt',
          dtwinId: 5,
          dtwinTitle: 'Raum',
          result: 'error',
          trigger: { kind: 'test' },
          error,
        },
      ],
    }),
  );
  const { path } = await show();
  await page.getByRole('tab', { name: 'Fehlgeschlagene Ausführungen' }).click();
  const failed = row(/Kaputt.*nothing is not defined/);
  await expect.element(failed).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await failed.getByText('Kaputt').click();
  await expect.poll(path).toContain('/digitaltwin-mgmt/5/rules/4');
});

it('resumes a suspended rule', async () => {
  const status = { ...quiet.status, pausedUntil: '2099-01-01T00:00:00.000Z' };
  const server = serve([{ ...quiet, status }], on(resumeRule));
  await show();
  await expect.element(row(/Still/).getByText('Angehalten')).toBeVisible();
  server.answer(on(listRules, { data: [quiet] }));
  await press(page, 'Still fortsetzen');
  await reported('Still läuft wieder.');
  await expect.element(row(/Still/).getByText('Angehalten')).not.toBeInTheDocument();
  expect(server.calls(resumeRule)).toMatchObject([{ params: { id: 5, ruleId: 2 } }]);
});

it('says that there are no rules, and why they did not load', async () => {
  const server = serve([], on(listRules, refusal('INTERNAL_ERROR')));
  await show();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  server.answer(on(listRules, { data: [] }));
  await page.getByRole('button', { name: 'Erneut versuchen' }).first().click();
  await expect.element(page.getByText('Noch keine Regeln')).toBeVisible();
});

it('fits a phone, also in the dark theme', async () => {
  serve([warm]);
  await show({ size: phone, theme: 'dark' });
  await expect.element(page.getByRole('listitem').filter({ hasText: /Warm/ }).first()).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(phone.width);
});
