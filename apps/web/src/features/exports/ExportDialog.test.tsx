import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { startExport } from '@stellwerk/contract/data-export';
import { readJob } from '@stellwerk/contract/job';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { phone, render } from '../../testing/render.tsx';
import { ExportDialog } from './ExportDialog.tsx';

const flow = { stateId: 11, key: 'flow', title: 'Flow', unit: 'l', dtwinId: 1, dtwinTitle: 'Boiler' };
const dialog = <ExportDialog name="Values of Boiler" states={[flow]} tenantId={1} onClose={() => {}} />;
const connectors = on(listConnectorConfigs, { data: [] });
const jobOf = (job: object) => on(readJob, { data: { id: 5, title: 'Values of Boiler', errors: [], ...job } });

describe('the export dialog', () => {
  it('sends the chosen form of the file and the mail, and follows the job until the file is done', async () => {
    const server = answers(
      connectors,
      on(startExport, { data: { id: 9, job: { id: 5 } } }),
      jobOf({ state: 'done', progress: { done: 100, total: 100 } }),
    );
    await render(dialog, { session: { user: { email: 'kim@example.com' } } });
    await page.getByRole('combobox', { name: 'Rows' }).click();
    await page.getByRole('option', { name: /^Values by interval/ }).click();
    await page.getByRole('combobox', { name: 'Calculation' }).click();
    await page.getByRole('option', { name: 'Maximum' }).click();
    await page.getByRole('switch', { name: 'Send an e-mail when the file is done' }).click();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect.element(page.getByText('The file is done.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible();
    const [sent] = server.calls(startExport).map(({ body }) => body);
    expect(sent).toMatchObject({
      name: 'Values of Boiler',
      stateIds: [11],
      format: 'csv',
      aggregation: 'INTERVAL',
      duration: '1h',
      method: 'max',
      delimiter: ',',
      decimal: '.',
      mail: { to: ['kim@example.com'], content: 'link', connectorId: null },
    });
    expect(Date.parse(sent?.endDate ?? '') - Date.parse(sent?.startDate ?? '')).toBe(30 * 86_400_000);
  });

  it('shows the decimal sign that would separate columns as an error at its field', async () => {
    answers(connectors);
    await render(dialog, { language: 'de' });
    await page.getByRole('combobox', { name: 'Trennzeichen' }).click();
    await page.getByRole('option', { name: 'Komma (,)' }).click();
    await page.getByRole('button', { name: 'Exportieren' }).click();
    await expect
      .element(page.getByRole('combobox', { name: 'Dezimalzeichen' }))
      .toHaveAttribute('aria-invalid', 'true');
  });

  it('keeps the input when the server refuses, and says why', async () => {
    answers(connectors, on(startExport, refusal('DTWIN_STATE_NOT_FOUND')));
    await render(dialog);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Values of Boiler');
  });

  it('says why an export failed', async () => {
    answers(
      connectors,
      on(startExport, { data: { id: 9, job: { id: 5 } } }),
      jobOf({
        state: 'error',
        errorCount: 1,
        errors: [{ code: 'DATA_EXPORT_DISK_FULL', message: 'The disk is full.', params: {} }],
      }),
    );
    await render(dialog, { size: phone });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect.element(page.getByText('The disk is full.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Download' })).not.toBeInTheDocument();
  });

  it.each(['light', 'dark'] as const)('is accessible in the %s theme', async (theme) => {
    answers(connectors);
    await render(dialog, { theme, language: 'de' });
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
  });
});
