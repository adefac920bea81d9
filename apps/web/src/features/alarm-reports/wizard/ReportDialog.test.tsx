import { listAccounts } from '@stellwerk/contract/account';
import { createAlarmReport, previewAlarmReport, testAlarmReport } from '@stellwerk/contract/alarm-report';
import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { listSmartGroups } from '@stellwerk/contract/smart-group';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { answers, on } from '../../../testing/answers.ts';
import { phone, render } from '../../../testing/render.tsx';
import { ReportDialog } from './ReportDialog.tsx';

const dialog = <ReportDialog onClose={() => {}} />;
const mailer = { id: 4, name: 'Our mails', type: 'mail-outgoing', capabilities: { deliveries: true } };
const hook = { id: 5, name: 'Our hook', type: 'webhook-outgoing', capabilities: { deliveries: true } };
const choices = [
  on(listConnectorConfigs, { data: [mailer, hook] }),
  on(listAccounts, { data: [], total: 0 }),
  on(listSmartGroups, { data: [{ id: 6, title: 'Pumps' }], total: 1 }),
];
const preview = {
  since: '2026-03-28T05:12:00.000Z',
  isSent: false,
  mail: { subject: 'Morning: no alarms', text: 'none', html: '<!doctype html><p>Nothing happened</p>' },
  windows: ['2026-03-30T04:00:00.000Z'],
};
const session = { session: { user: { email: 'kim@example.com' } } };
const next = () => page.getByRole('button', { name: /^(Next|Weiter)$/ }).click();
const choose = async (field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
};

describe('the wizard of alarm reports', () => {
  it('leads from the name to the mail, tests it, and creates the report', async () => {
    const server = answers(
      ...choices,
      on(previewAlarmReport, { data: preview }),
      on(testAlarmReport, { data: { to: 'kim@example.com', problem: null } }),
      on(createAlarmReport, { data: { id: 1 } }),
    );
    await render(dialog, session);
    await page.getByRole('textbox', { name: 'Name' }).fill('Morning');
    await choose('Smart group', 'Pumps');
    await next();
    await choose('Send', 'Always, even without alarms');
    await next();
    await choose('Days', 'Days of the week');
    await next();
    await expect.element(page.getByRole('button', { name: 'Monday' })).toBeVisible();
    await page.getByRole('button', { name: 'Monday' }).click();
    await expect.element(page.getByText('The next runs begin within an hour from (Europe/Berlin):')).toBeVisible();
    await next();
    await choose('Mail connector', 'Our mails');
    await expect.element(page.getByText('Our hook')).not.toBeInTheDocument();
    await next();
    await expect.element(page.getByText('Morning: no alarms')).toBeVisible();
    await expect.element(page.getByText(/this mail would not be sent/)).toBeVisible();
    await expect.element(page.getByText('Monday between 06:00 and 07:00')).toBeVisible();
    await page.getByRole('button', { name: 'Send test mail to me' }).click();
    await expect.element(page.getByText('The test mail was sent to kim@example.com.')).toBeVisible();
    await page.getByRole('button', { name: 'Create report' }).click();
    await expect.poll(() => server.calls(createAlarmReport)).toHaveLength(1);
    const report = {
      tenantId: 1,
      name: 'Morning',
      smartGroupId: 6,
      condition: 'always',
      timeFilter: { unit: 'weekDays', weekDays: [1] },
      hour: 6,
      zone: 'Europe/Berlin',
      actions: [{ type: 'mail', connectorId: 4, to: ['kim@example.com'] }],
    };
    expect(server.calls(createAlarmReport)[0]?.body).toMatchObject(report);
    expect(server.calls(testAlarmReport)[0]?.body).toMatchObject({ report, actionIndex: 0 });
  });

  it('stays at a step that is not valid, and says what is missing', async () => {
    answers(...choices);
    await render(dialog, { ...session, size: phone });
    await next();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('textbox', { name: 'Name' }).fill('Morning');
    await next();
    await page.getByRole('textbox', { name: 'Subject' }).fill('{{unknown}}');
    await next();
    await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveAttribute('aria-invalid', 'true');
  });

  it.each(['light', 'dark'] as const)('is accessible in the %s theme', async (theme) => {
    answers(...choices, on(previewAlarmReport, { data: preview }));
    await render(dialog, { ...session, theme, language: 'de' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Bericht');
    for (const field of ['Tabellen', 'Tage']) {
      await next();
      await expect.element(page.getByRole('combobox', { name: field })).toBeVisible();
      expect(await accessibilityProblems()).toEqual([]);
    }
    await next();
    await choose('Mail-Konnektor', 'Our mails');
    await next();
    await expect.element(page.getByText('Vorschau der E-Mail').or(page.getByText('Morning: no alarms'))).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
  });
});
