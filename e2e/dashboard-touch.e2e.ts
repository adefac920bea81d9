import { randomBytes } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeDashboard, makeTwin, send } from './api-fixtures.ts';
import { type Visit, visitSignedIn } from './browser.ts';

interface Point {
  x: number;
  y: number;
}

async function middleOf(page: Page, name: string): Promise<Point> {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox();
  if (!box) throw new Error(`${name} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses a finger, moves it in several steps and lifts it. */
async function swipe(finger: CDPSession, from: Point, to: Point): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  const steps = 8;
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps;
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
  }
  await touch('touchEnd', []);
}

const saved = (page: Page, ending: string) =>
  page.waitForResponse((answer) => answer.url().endsWith(ending) && answer.request().method() === 'POST');

const widgetsOf = async (visit: Visit, id: number) =>
  (await send<{ widgets: { title: string; size: number; minHeightPx: number }[] }>(visit, 'GET', `/dashboards/${id}`))
    .widgets;

it('a finger moves and resizes widgets', async () => {
  const visit = await visitSignedIn('/home');
  const { page, context } = visit;
  const { id: twinId } = await makeTwin(visit, `Raum ${randomBytes(4).toString('hex')}`);
  const options = { twinFilter: { dtwinIds: [String(twinId)] } };
  const id = await makeDashboard(
    visit,
    ['Eins', 'Zwei', 'Drei'].map((title) => ({ title, type: 'value', size: 4, minHeightPx: 200, options })),
  );
  await visit.open(`/dashboards/${id}`);
  await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
  const finger = await context.newCDPSession(page);
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });

  const target = await page.getByRole('region', { name: 'Drei', exact: true }).boundingBox();
  if (!target) throw new Error('the widget is not on the screen');
  const ordered = saved(page, '/widgets/order');
  await swipe(finger, await middleOf(page, 'Eins verschieben'), {
    x: target.x + target.width - 20,
    y: target.y + target.height / 2,
  });
  expect((await ordered).ok()).toBe(true);
  expect((await widgetsOf(visit, id)).map(({ title }) => title)).toEqual(['Zwei', 'Drei', 'Eins']);

  const corner = await middleOf(page, 'Größe von Zwei ändern');
  const sized = saved(page, '/config');
  // A little more than one of twelve columns, and eighty pixels down.
  const grid = await page.getByRole('group', { name: /^Widgets/ }).boundingBox();
  await swipe(finger, corner, { x: corner.x + ((grid?.width ?? 0) / 12) * 2, y: corner.y + 80 });
  expect((await sized).ok()).toBe(true);
  expect((await widgetsOf(visit, id))[0]).toMatchObject({ title: 'Zwei', size: 6, minHeightPx: 280 });
  // The page itself has not scrolled.
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await finger.detach();
});
