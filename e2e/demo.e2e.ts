import { expect, it, onTestFinished } from 'vitest';
import { accessibilityProblems, phone, signIn, visit } from './browser.ts';
import { startProgram } from './server.setup.ts';

const patienceMs = 120_000;

it(
  'a newcomer watches the demo town grow, looks around in it, hides the notice and removes the town',
  async () => {
    const program = await startProgram({ DEMO: 'small' });
    onTestFinished(program.stop);
    const { page } = await visit();
    await page.goto(`${program.baseUrl}/#/login`);
    await signIn(page);

    await page.getByRole('region', { name: 'Eine Stadt entsteht' }).getByRole('progressbar').waitFor();
    const notice = page.getByRole('region', { name: 'Sehen Sie sich um' });
    await notice.waitFor({ timeout: patienceMs });
    // What was read while there was nothing is read again.
    await page.getByText(/^\d+ Orte$/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await notice.getByRole('link', { name: 'Überblick' }).click();
    await page.getByRole('heading', { name: 'Lindenau im Überblick' }).waitFor();
    await page.getByText('Freie Parkplätze').first().waitFor();
    expect(await page.getByText('Keine Daten').count()).toBe(0);
    await page.goBack();
    await notice.getByRole('link', { name: 'Ein Klassenraum' }).waitFor();

    await page.setViewportSize(phone);
    await notice.getByRole('button', { name: 'Nicht mehr anzeigen' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Offene Alarme' }).waitFor();
    expect(await notice.count()).toBe(0);

    await page.evaluate(() => localStorage.removeItem('stellwerk.demo-notice'));
    await page.reload();
    await notice.getByRole('button', { name: 'Demo-Welt entfernen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click();
    const read = async () => (await (await page.request.get(`${program.baseUrl}/api/v1/demo`)).json()).data;
    await expect.poll(read, { timeout: patienceMs }).toBeNull();
    await page.getByRole('region', { name: /Demo-Welt|Sehen Sie sich um/ }).waitFor({ state: 'detached' });
    await page.getByText(/^\d+ Orte$/).waitFor({ state: 'detached' });
  },
  2 * patienceMs,
);
