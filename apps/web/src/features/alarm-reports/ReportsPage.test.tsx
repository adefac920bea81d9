import {
  deleteAlarmReport,
  listAlarmReportRuns,
  listAlarmReports,
  switchAlarmReport,
} from '@stellwerk/contract/alarm-report';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on } from '../../testing/answers.ts';
import { phone, render } from '../../testing/render.tsx';
import { ReportsPage } from './ReportsPage.tsx';

const counts = {
  newErrors: 2,
  newWarnings: 0,
  activeErrors: 0,
  activeWarnings: 0,
  resolvedErrors: 1,
  resolvedWarnings: 0,
};
const run = {
  id: 3,
  at: '2026-03-28T05:12:00.000Z',
  counts,
  state: 'failed' as const,
  actions: [{ to: ['kim@example.com'], state: 'failed' as const, message: 'The server refused the mail.' }],
};
const report = {
  id: 7,
  name: 'Morning',
  active: true,
  type: 'deviceAlarms' as const,
  timeFilter: { unit: 'monthDays' as const, weekDays: [], monthDays: [1, 15] },
  hour: 6,
  zone: 'Europe/Berlin',
  nextRuns: ['2026-04-01T04:12:00.000Z'],
  lastRun: run,
};
const list = on(listAlarmReports, { data: [report], total: 1 });
const ask = async (name: string) => {
  await page.getByRole('button', { name: 'Actions for “Morning”' }).click();
  await page.getByRole('menuitem', { name }).click();
};

describe('the page of alarm reports', () => {
  it('shows times and outcome, and switches a report', async () => {
    const server = answers(list, on(switchAlarmReport, { data: {} }));
    await render(<ReportsPage />);
    await expect.element(page.getByText('On days 1 and 15 of the month between 06:00 and 07:00')).toBeVisible();
    await expect.element(page.getByText('Not sent')).toBeVisible();
    await page.getByRole('switch', { name: '“Morning” is active' }).click();
    await expect.poll(() => server.calls(switchAlarmReport)[0]?.body).toEqual({ id: 7, active: false });
  });

  it('shows the last runs with their numbers and reasons', async () => {
    answers(list, on(listAlarmReportRuns, { data: [run], total: 1 }));
    await render(<ReportsPage />, { size: phone });
    await ask('Show runs');
    await expect.element(page.getByText('New errors: 2 · Resolved errors: 1')).toBeVisible();
    await expect.element(page.getByText('kim@example.com: The server refused the mail.')).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('deletes a report after a question', async () => {
    const server = answers(list, on(deleteAlarmReport, { data: { id: 7 } }));
    await render(<ReportsPage />);
    await ask('Delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => server.calls(deleteAlarmReport)[0]?.query).toMatchObject({ id: 7 });
  });
});
