import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openGuide } from './guide-page.ts';
import { setUpGuide } from './guide-setup.ts';

const openSection = (heading: string) => openGuide('en', 'dashboards', heading);

/** In addition to the common setup: a house with a temperature, and widgets. */
async function start() {
  const user = await setUpGuide('en');
  const { page, makeTwin, makeState, press, answer, region } = user;
  const houseId = await makeTwin('House', { latitude: 52.5, longitude: 13.4 });
  await makeState(houseId, 'Temperature', 21.5);
  return {
    ...user,
    houseId,
    /** In edit mode; `fillIn` enters what the preview has to show. */
    async addWidget(kind: string, preview: string, fillIn: (preview: Locator) => Promise<void>) {
      await press('Add widget');
      const kinds = page.getByRole('dialog', { name: 'Add widget', exact: true });
      await kinds.getByRole('button', { name: new RegExp(`^${kind} `) }).click();
      const editor = page.getByRole('dialog', { name: `New widget: ${kind}`, exact: true });
      await fillIn(editor.getByRole('region', { name: preview, exact: true }));
      await answer('Add');
      await editor.waitFor({ state: 'detached' });
      await region(kind).waitFor();
    },
  };
}

describe('the guide about dashboards, word for word,', () => {
  it('creates a ready-made dashboard and an empty one', async () => {
    const { label } = openSection('The quickest way');
    const { visit, press, fill, menu, answer, node, heading, page, open, houseId } = await start();
    await open(`/digitaltwin-mgmt/${houseId}`);
    await menu(label());
    await answer(label());
    await page.waitForURL(/#\/dashboards\/\d+/);
    await page.getByText('21.5').first().waitFor();

    await open('/dashboards');
    await press(label());
    await page.getByRole('textbox', { name: 'Device or building' }).click();
    await node('House').click();
    await answer('Choose');
    await fill('Name', 'House again');
    await answer('Create');
    await heading('House again');
    await page.getByText('21.5').first().waitFor();

    await visit(label());
    await press(label());
    await fill('Name', 'From nothing');
    await answer('Create');
    await heading('From nothing');
    await press(label());
    await press(label());
    await page.getByRole('dialog', { name: 'Add widget' }).waitFor();
    expect(label()).toContain('nothing more');
  });

  it('adds every kind of widget, moves and resizes one, and restores a version', async () => {
    const { label } = openSection('Widgets');
    const user = await start();
    const { press, tab, menu, answer, pick, region, page, main, open, makeDashboard, addWidget } = user;
    const [chart = '', value = '', rows = '', map = '', nested = '', preview = ''] = Array.from({ length: 6 }, label);
    await makeDashboard('Inside');
    await open(`/dashboards/${await makeDashboard('All kinds')}`);
    await press('Edit');
    await addWidget(chart, preview, async (shown) => {
      await tab('Data');
      await pick('Data states', 'Temperature');
      await shown
        .getByText(/Temperature.*21\.5/)
        .first()
        .waitFor({ state: 'attached' });
    });
    await addWidget(value, preview, async (shown) => {
      await page.getByRole('combobox', { name: 'Data state', exact: true }).fill('temperature');
      await shown.getByText('21.5').waitFor();
    });
    await addWidget(rows, preview, (shown) => shown.getByText('House', { exact: true }).waitFor());
    await addWidget(map, preview, (shown) => shown.getByRole('button', { name: /^House, status:/ }).waitFor());
    await addWidget(nested, preview, async (shown) => {
      await pick('Dashboard', 'Inside');
      await shown.getByText('Nothing here yet').waitFor();
    });

    async function push(handle: string, key: string, call: string) {
      const saved = page.waitForResponse((answered) => answered.url().endsWith(call));
      await page.getByRole('button', { name: `${handle} ${value}`, exact: true }).press(key);
      expect((await saved).ok()).toBe(true);
    }
    await push('Move', 'ArrowLeft', '/widgets/order');
    await push('Change the size of', 'ArrowRight', '/config');
    // The editor has no save button.
    await page.reload();
    await region(rows).getByText('House', { exact: true }).waitFor();
    await expect
      .poll(() => main.locator('[data-widget] h2').allTextContents())
      .toEqual([value, chart, rows, map, nested]);

    await menu(label());
    await answer('Look at version 1');
    await page.getByText(/^You see version 1 of /).waitFor();
    await press('Restore');
    await answer('Restore');
    await page.getByText('Version 1 restored.').waitFor();
    await page.getByText('No widgets yet').waitFor();
    expect(label()).toContain('nothing more');
  });

  it('renders a chart with the code of the guide', async () => {
    const { label, example } = openSection('Charts');
    const { press, tab, write, pick, region, open, call, makeDashboard, addWidget } = await start();
    const id = await makeDashboard('Own code');
    await open(`/dashboards/${id}`);
    await press('Edit');
    const code = example();
    await addWidget('Chart', 'Preview', async (shown) => {
      await pick(label(), label());
      await tab(label());
      await pick('Data states', 'Temperature');
      await tab(label());
      await write('Code', code);
      await shown.frameLocator('iframe').locator('canvas').waitFor();
    });
    await region('Chart').frameLocator('iframe').locator('canvas').waitFor();
    expect(await call('GET', `/dashboards/${id}`)).toMatchObject({ widgets: [{ options: { generator: code } }] });
    expect(label()).toContain('nothing more');
  });
});
