import { listAccounts } from '@stellwerk/contract/account';
import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { listDrivers } from '@stellwerk/contract/driver';
import { createSchedule, type ExportSchedule, previewSchedule } from '@stellwerk/contract/export-schedule';
import { readTwin } from '@stellwerk/contract/twin';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { answers, on } from '../../../testing/answers.ts';
import { phone, render } from '../../../testing/render.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { allDevices } from './schedule-values.ts';

const dialog = <ScheduleDialog onClose={() => {}} />;
const mailer = { id: 4, name: 'Our mails', type: 'mail-outgoing', capabilities: { deliveries: true } };
const hook = { id: 5, name: 'Our hook', type: 'webhook-outgoing', capabilities: { deliveries: true } };
const preview = {
  runs: [{ at: '2026-03-29T01:00:00.000Z', from: '2026-03-27T23:00:00.000Z', to: '2026-03-28T23:00:00.000Z' }],
  twins: 3,
  states: 12,
};
const frequency = { unit: 'daily' as const, month: 1, day: 1, weekDay: 1, hour: 2, minute: 0 };
const choices = [
  on(listConnectorConfigs, { data: [mailer, hook] }),
  on(listDrivers, { data: [], total: 0 }),
  on(listAccounts, { data: [], total: 0 }),
];
const next = () => page.getByRole('button', { name: /^(Next|Weiter)$/ });

describe('the wizard of export schedules', () => {
  it('leads from the objects to the effect, and creates the schedule', async () => {
    const server = answers(
      ...choices,
      on(previewSchedule, { data: preview }),
      on(createSchedule, { data: { id: 1, frequency } }),
    );
    await render(dialog, { session: { user: { email: 'kim@example.com' } } });
    await page.getByRole('textbox', { name: 'Name' }).fill('Daily report');
    await next().click();
    await expect.element(page.getByText('The next five runs (Europe/Berlin)')).toBeVisible();
    await page.getByRole('textbox', { name: 'Hour' }).fill('2');
    await next().click();
    await next().click();
    await page.getByRole('switch', { name: 'Send an e-mail when the file is done' }).click();
    await page.getByRole('combobox', { name: 'Mail connector' }).click();
    await page.getByRole('option', { name: 'Our mails' }).click();
    await page.getByRole('switch', { name: 'Forward to a connector' }).click();
    await next().click();
    await expect.element(page.getByText('Daily at 02:00')).toBeVisible();
    await expect.element(page.getByText('12', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await expect.poll(() => server.calls(createSchedule)).toHaveLength(1);
    expect(server.calls(createSchedule)[0]?.body).toMatchObject({
      tenantId: 1,
      name: 'Daily report',
      selection: { twins: null, devices: { search: '' } },
      timeRange: 'LAST_DAY',
      frequency: { unit: 'daily', hour: 2, minute: 0 },
      mail: { to: ['kim@example.com'], connectorId: 4 },
      forward: { connectorId: 5 },
    });
  });

  it('narrows the objects to a branch of the tree, and shows the branch of a stored schedule', async () => {
    answers(...choices, on(readTwin, { data: { id: 7, title: 'North hall' } }));
    const selection = { twins: null, devices: { ...allDevices, belowId: 7 } };
    const schedule = { id: 1, name: 'Report', tenantId: 1, selection, frequency, zone: 'Europe/Berlin' };
    await render(<ScheduleDialog schedule={schedule as unknown as ExportSchedule} onClose={() => {}} />);
    await expect.element(page.getByRole('textbox', { name: 'Below' })).toHaveValue('North hall');
    await page.getByRole('button', { name: 'Use the whole account' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Below' })).toHaveValue('');
  });

  it('stays at a step that is not valid, and says what is missing', async () => {
    answers(...choices);
    await render(dialog, { size: phone });
    await next().click();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('textbox', { name: 'Name' }).fill('Report');
    await page.getByRole('switch', { name: 'Virtual devices' }).click();
    await next().click();
    await expect.element(page.getByText('Choose twins or devices.')).toBeVisible();
  });

  it.each(['light', 'dark'] as const)('is accessible in the %s theme', async (theme) => {
    answers(...choices);
    await render(dialog, { theme, language: 'de' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Bericht');
    expect(await accessibilityProblems()).toEqual([]);
    await next().click();
    await expect.element(page.getByText('Die nächsten fünf Läufe (Europe/Berlin)')).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
  });
});
