import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readGuideFile } from '../apps/server/test/guides.ts';
import { openGuide } from './guide-page.ts';
import { setUpGuide } from './guide-setup.ts';

const { prose } = readGuideFile('en', 'dashboards');
const openSection = (heading: string) => openGuide('en', 'dashboards', heading);

const table = (title: string, options: object) => ({
  type: 'twinTable',
  title,
  size: 12,
  options: { attributes: [{ field: 'title' }], ...options },
});

describe('the guide about dashboards, in its later sections,', () => {
  it('saves a default range, and opens a dashboard with a parameter by a click', async () => {
    const { label } = openSection('Period and parameters');
    const { press, fill, menu, answer, heading, region, page, open, makeDashboard, makeTwin } = await setUpGuide('en');
    const [, name = '', value = ''] = /`(\w+) = (\{\{.+?\}\})`/.exec(prose) ?? [];
    const [, placeholder = ''] = /`(\{\{param\.<name>\}\})`/.exec(prose) ?? [];
    const parameter = placeholder.replace('<name>', name);
    const houseId = await makeTwin('House');
    const detailsId = await makeDashboard('Details', [
      table(`Only ${parameter}`, { twinFilter: { dtwinIds: [parameter] } }),
    ]);
    const action = { type: 'openDashboard', dashboardId: `${detailsId}`, parameters: [{ name, value }] };
    const allId = await makeDashboard('All', [table('Buildings', { action })]);
    // A later twin is included, too.
    await makeTwin('Annex');
    await open(`/dashboards/${detailsId}`);
    await press('Last 24 hours');
    await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click();
    await page.waitForURL(/range=7d/);
    await press(label());
    await answer('Save');
    await page.getByText('Default time range saved.').waitFor();
    await menu(label());
    await answer('Add parameter');
    await fill('Name', name);
    await answer('Save');
    await page.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name }).waitFor();

    await open(`/dashboards/${allId}`);
    await region('Buildings').getByText('Annex', { exact: true }).waitFor();
    await region('Buildings').getByRole('link', { name: 'House' }).click();
    await heading('Details');
    expect(page.url()).toContain(`parameter_${name}=${houseId}`);
    await page.getByRole('button', { name: 'Last 7 days' }).waitFor();
    await region(`Only ${houseId}`).getByText('House', { exact: true }).waitFor();
    await expect.poll(() => region(`Only ${houseId}`).locator('tbody tr').count()).toBe(1);
    expect(label()).toContain('nothing more');
  });

  it('shows a dashboard on the wall, on paper and in files', async () => {
    const { label } = openSection('On the wall and on paper');
    const { press, menu, answer, region, page, open, makeDashboard, makeTwin, ...user } = await setUpGuide('en');
    const houseId = await makeTwin('House');
    const stateId = await user.makeState(houseId, 'Temperature', 21.5);
    const warmth = { type: 'value', title: 'Warmth', size: 6, options: { state: 'temperature' } };
    await open(`/dashboards/${await makeDashboard('Weather', [warmth])}`);
    await menu(label());
    const wall = page.getByRole('dialog', { name: 'Weather' });
    await wall.getByRole('region', { name: 'Warmth' }).getByText('21.5').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.keyboard.press('Escape');
    await wall.waitFor({ state: 'detached' });
    await user.setValue(houseId, stateId, 24);
    await region('Warmth').getByText(/^24/).waitFor();
    await press(label());
    await page.getByRole('menuitemradio', { name: 'Every 30 s' }).click();
    await page.waitForURL(/refresh=30/);
    const printed = page.evaluate(
      () =>
        new Promise((resolve) => {
          window.print = () => resolve('printed');
        }),
    );
    await menu(label());
    expect(await printed).toBe('printed');

    const saved = async (entry: string, button?: string) => {
      const waiting = page.waitForEvent('download');
      await menu(entry, button);
      const file = await waiting;
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
    };
    const picture = await saved(label(), 'Actions for Warmth');
    expect([picture.name, picture.content.subarray(1, 4).toString()]).toEqual(['Warmth.png', 'PNG']);
    const data = await saved(label(), 'Actions for Warmth');
    expect([data.name, `${data.content}`]).toEqual(['Warmth.csv', expect.stringMatching(/House.*24/)]);
    const { content: buffer } = await saved(label());
    await open('/dashboards');
    await menu(label());
    const file = { name: 'weather.json', mimeType: 'application/json', buffer };
    await page.getByLabel('File of a dashboard').setInputFiles(file);
    await page.getByText('The file holds 1 widget.').waitFor();
    await answer('Import');
    await region('Warmth').getByText(/^24/).waitFor();
    expect(label()).toContain('nothing more');
  });
});
