import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeDashboard, makeTwin, send } from './api-fixtures.ts';
import { type Visit, visitSignedIn } from './browser.ts';

const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A building with a number of rooms. */
async function makeRooms(visit: Visit, count: number) {
  const { id } = await makeTwin(visit, `Schule ${randomBytes(4).toString('hex')}`);
  for (let room = 1; room <= count; room += 1) await makeTwin(visit, `Raum ${String(room).padStart(2, '0')}`, id);
  return { twinFilter: { parentDtwinId: String(id), onlyBelow: true } };
}

const table = (title: string, { twinFilter }: { twinFilter: object }, more: object = {}) => ({
  title,
  type: 'twinTable',
  size: 12,
  minHeightPx: 240,
  options: { twinFilter, rowsPerPage: 20, attributes: [{ field: 'title' }, { field: 'status' }] },
  ...more,
});

/** Triggers the print styles and events of the browser. */
async function beginPrint(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
}

async function endPrint(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
}

describe('a dashboard on paper', () => {
  it('contains all rows of a page of its tables, also below the fold, and no controls', async () => {
    const visit = await visitSignedIn('/home', { theme: 'dark' });
    const { page } = visit;
    const rooms = await makeRooms(visit, 22);
    const inner = await makeDashboard(visit, [table('Innen', rooms)]);
    const around = {
      title: 'Darum',
      type: 'dashboard',
      size: 12,
      minHeightPx: 200,
      options: { dashboard: `${inner}` },
    };
    const far = { ...table('Weit unten', rooms), minHeightPx: 200 };
    const empty = { title: 'Höhe', type: 'value', size: 12, minHeightPx: 1900, options: {} };
    await visit.open(`/dashboards/${await makeDashboard(visit, [table('Räume', rooms), around, empty, far])}`);
    await widget(page, 'Räume').getByText('1–20 von 22').waitFor();
    await widget(page, 'Innen').getByText('Raum 01').waitFor();
    // On the screen the table scrolls.
    const last = (name: string) => widget(page, name).locator('tbody tr').last();
    const isInside = async (name: string) => {
      const [row, frame] = await Promise.all([last(name).boundingBox(), widget(page, name).boundingBox()]);
      return row !== null && frame !== null && row.y + row.height <= frame.y + frame.height;
    };
    expect(await isInside('Räume')).toBe(false);

    await beginPrint(page);
    await last('Weit unten').waitFor();
    for (const name of ['Räume', 'Weit unten']) {
      expect([name, await widget(page, name).locator('tbody tr').count()]).toEqual([name, 20]);
      // Tables grow by CSS, in the next frame at the latest.
      await expect.poll(() => isInside(name)).toBe(true);
    }
    expect(await isInside('Innen')).toBe(true);
    const [inside, outside] = await Promise.all(['Innen', 'Darum'].map((name) => widget(page, name).boundingBox()));
    expect((inside?.y ?? 0) + (inside?.height ?? 0)).toBeLessThanOrEqual((outside?.y ?? 0) + (outside?.height ?? 0));
    expect(await page.getByRole('button', { name: /Aktionen|Bearbeiten|aktualisieren|Seite/ }).count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('searchbox').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    await endPrint(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    expect(await isInside('Räume')).toBe(false);
  });
});

describe('a dashboard in full screen', () => {
  it('opens as a whole and as one widget, and closes again', async () => {
    const visit = await visitSignedIn('/home');
    const { page } = visit;
    const rooms = await makeRooms(visit, 3);
    const id = await makeDashboard(visit, [table('Räume', rooms), table('Mehr', rooms)]);
    await visit.open(`/dashboards/${id}`);
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Vollbild', exact: true }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML');
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Vollbild verlassen', exact: true }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null);

    await page.getByRole('button', { name: 'Aktionen für Räume', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Groß anzeigen' }).click();
    const large = page.getByRole('dialog', { name: 'Räume' });
    await large.getByText('Raum 03').waitFor();
    expect((await large.getByRole('table').boundingBox())?.width).toBeGreaterThan(1300);
    await page.goBack();
    await large.waitFor({ state: 'detached' });
    await widget(page, 'Mehr').waitFor();
  });

  it('shows no tools on a wall until the pointer moves', async () => {
    const visit = await visitSignedIn('/home');
    const { page } = visit;
    const rooms = await makeRooms(visit, 2);
    const id = await makeDashboard(visit, [table('Räume', rooms)]);
    await visit.open(`/dashboards/${id}`);
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Wandanzeige', exact: true }).click();
    const exit = page.getByRole('button', { name: 'Wandanzeige verlassen' });
    const opacity = () => exit.evaluate((element) => getComputedStyle(element).opacity);
    await widget(page, 'Räume').getByText('Raum 02').waitFor();
    await page.mouse.move(300, 300);
    await expect.poll(opacity).toBe('1');
    await expect.poll(opacity).toBe('0');
    expect(page.url()).toContain('view=wall');
    await page.mouse.move(310, 310);
    await expect.poll(opacity).toBe('1');
    await exit.click();
    await page.waitForURL((url) => !url.hash.includes('view=wall'));
  });
});

describe('a dashboard inside another one', () => {
  it('has one column in a narrow widget, and twelve in a wide one', async () => {
    const visit = await visitSignedIn('/home');
    const { page } = visit;
    const rooms = await makeRooms(visit, 1);
    const inner = await makeDashboard(
      visit,
      ['Links', 'Rechts'].map((title) => table(title, rooms, { size: 6 })),
    );
    const nested = { type: 'dashboard', minHeightPx: 560, options: { dashboard: String(inner) } };
    const id = await makeDashboard(visit, [{ ...nested, title: 'Schmal', size: 4 }]);
    await visit.open(`/dashboards/${id}`);
    await widget(page, 'Rechts').getByText('Raum 01').waitFor();
    const lefts = async () =>
      (await Promise.all(['Links', 'Rechts'].map((name) => widget(page, name).boundingBox()))).map((box) => box?.x);
    const narrow = await lefts();
    expect(narrow[0]).toBe(narrow[1]);
    const { widgets } = await send<{ widgets: { id: number }[] }>(visit, 'GET', `/dashboards/${id}`);
    await send(visit, 'POST', `/dashboards/${id}/widgets/${widgets[0]?.id}/config`, { size: 12 });
    await page.reload();
    await widget(page, 'Rechts').getByText('Raum 01').waitFor();
    const [left = 0, right = 0] = await lefts();
    expect(right).toBeGreaterThan(left + 300);
  });
});
