import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alarms } from '../apps/server/src/features/alarms/index.ts';
import { states } from '../apps/server/src/features/states/index.ts';
import { createFactories } from '../apps/server/test/factories.ts';
import { accessibilityProblems, phone, type Visit, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase, type Person } from './people.ts';

const tiles = (page: Page) => page.getByRole('list', { name: 'Favoriten' });
const tile = (page: Page, title: string) =>
  tiles(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });
const order = (page: Page) => tiles(page).locator('h2 a').allTextContents();
const sizeOf = (found: Locator) => found.getAttribute('data-size');
const grip = (page: Page, title: string) => page.getByRole('button', { name: `„${title}“ verschieben` });
const corner = (page: Page, title: string) => page.getByRole('button', { name: `Größe von „${title}“` });
const block = (page: Page, name: string) => page.getByRole('region', { name });

/** The page loads its parts one after the other, which takes longer than a poll waits. */
async function settled(page: Page): Promise<void> {
  await tiles(page).waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

async function choose(page: Page, title: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Kachel „${title}“ anpassen` }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Through the API with the session of the page. */
async function send(visit: Visit, method: 'post' | 'put', path: string, data: object): Promise<void> {
  const headers = { origin: visit.baseUrl };
  const answer = await visit.page.request[method](`${visit.baseUrl}/api/v1/${path}`, { data, headers });
  expect([path, answer.ok()]).toEqual([path, true]);
}

const setValue = (visit: Visit, { id, twin }: { id: number; twin: { id: number } }, value: number) =>
  send(visit, 'put', `digitaltwin/states/dtwin/${twin.id}/state/${id}/value`, { value });

const middleOf = async (found: Locator) => {
  const box = await found.boundingBox();
  if (!box) throw new Error('nothing to take hold of');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** A user with a room, its temperature and a dashboard, but no favourites. */
async function furnish(permissions = ['DigitalTwin.manage', 'Dashboards.manage', 'VirtualDevice.manage']) {
  const db = openDatabase();
  const make = createFactories(db);
  const person = await makePerson(db, { firstName: 'Hanna', lastName: 'Heim', permissions });
  const { account } = person;
  const room = await make.twin({ account, title: 'Raum 2.15' });
  const state = await make.state({ twin: room, key: 'temperature' });
  await db.update(states).set({ title: 'Temperatur', unit: '°C' }).where(eq(states.id, state.id));
  const widgets = ['Pegel', 'Karte'].map((title) => ({ type: 'value', title, options: {} }));
  const dashboard = await make.dashboard({ account, name: 'Stadt im Blick', widgets });
  return { db, make, person, room, state, dashboard };
}

const openAlarm = (account: Person['account'], twinId: number, message: string) => ({
  accountId: account.id,
  twinId,
  origin: 'health',
  originId: twinId,
  identifier: message,
  category: 'device',
  severity: 'error' as const,
  message,
  openedAt: new Date(),
});

describe('favourites', () => {
  it('are added by stars everywhere, and update live', async () => {
    const { person, room, state, dashboard } = await furnish();
    const visit = await visitSignedIn(`/digitaltwin-mgmt/${room.id}?tab=states`, {}, person);
    const { page, open } = visit;
    // A star changes before the response, and the next one does not wait for the refetch.
    const isRead = Promise.withResolvers<void>();
    await page.route('**/favorites/marks', async (route) => {
      await isRead.promise;
      await route.continue();
    });
    const isStored = page.waitForResponse(
      (answer) => answer.request().postDataJSON()?.type === 'state' && answer.status() === 201,
    );
    await page.getByRole('button', { name: '„Raum 2.15“ zu den Favoriten hinzufügen' }).click();
    await page.getByRole('button', { name: '„Raum 2.15“ aus den Favoriten nehmen' }).waitFor();
    const menu = page
      .getByRole('row', { name: /Temperatur/ })
      .getByRole('button')
      .last();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Zu den Favoriten hinzufügen' }).click();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Aus den Favoriten nehmen' }).waitFor();
    await page.keyboard.press('Escape');
    await isStored;
    isRead.resolve();
    await send(visit, 'post', 'favorites', { type: 'dashboard', dashboardId: dashboard.id });

    await open('/home');
    await settled(page);
    await expect.poll(() => order(page)).toEqual(['Raum 2.15', 'Temperatur', 'Stadt im Blick']);
    await tile(page, 'Stadt im Blick').getByText('2 Widgets').waitFor();
    await tile(page, 'Temperatur').getByText('nie').waitFor();
    // The tile is subscribed by now, because it has refetched everything since.
    await expect
      .poll(async () => {
        await setValue(visit, state, 21.5);
        return tile(page, 'Temperatur').getByText('21,5°C', { exact: true }).count();
      })
      .toBe(1);
    await setValue(visit, state, 23);
    await tile(page, 'Temperatur').getByText('23°C', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await tile(page, 'Stadt im Blick').getByRole('link', { name: 'Stadt im Blick' }).click();
    await page.waitForURL(new RegExp(`#/dashboards/${dashboard.id}`));
  });

  it('are moved by keyboard and mouse, resized, and removed with an undo', async () => {
    const { person, room, state, dashboard } = await furnish();
    const visit = await visitSignedIn('/user-profile', {}, person);
    const { page, open } = visit;
    await send(visit, 'post', 'favorites', { type: 'twin', twinId: room.id, size: 'small' });
    await send(visit, 'post', 'favorites', { type: 'state', stateId: state.id, size: 'small' });
    await send(visit, 'post', 'favorites', { type: 'dashboard', dashboardId: dashboard.id, size: 'small' });
    await open('/home');
    await settled(page);
    await expect.poll(() => order(page)).toEqual(['Raum 2.15', 'Temperatur', 'Stadt im Blick']);

    await grip(page, 'Raum 2.15').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => order(page)).toEqual(['Temperatur', 'Raum 2.15', 'Stadt im Blick']);
    await page.getByText('„Raum 2.15“ steht jetzt an Stelle 2 von 3.').waitFor();

    const to = await middleOf(tile(page, 'Temperatur'));
    await grip(page, 'Stadt im Blick').hover();
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => order(page)).toEqual(['Stadt im Blick', 'Temperatur', 'Raum 2.15']);

    // The pointer is released with its last move, before anything can be rendered.
    const first = await middleOf(tile(page, 'Stadt im Blick'));
    await grip(page, 'Raum 2.15').hover();
    await page.mouse.down();
    await page.evaluate(({ x, y }) => {
      const mouse = { pointerId: 1, isPrimary: true, clientX: x, clientY: y, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new PointerEvent('pointermove', mouse));
      document.body.dispatchEvent(new PointerEvent('pointerup', mouse));
    }, first);
    await page.mouse.up();
    await expect.poll(() => order(page)).toEqual(['Raum 2.15', 'Stadt im Blick', 'Temperatur']);
    await grip(page, 'Raum 2.15').press('End');
    await expect.poll(() => order(page)).toEqual(['Stadt im Blick', 'Temperatur', 'Raum 2.15']);

    await corner(page, 'Temperatur').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => sizeOf(tile(page, 'Temperatur'))).toBe('medium');
    // The content of the wider tile loads later and makes the whole row higher, so that the corner moves.
    await corner(page, 'Stadt im Blick').hover();
    await page.mouse.down();
    const edge = await middleOf(corner(page, 'Stadt im Blick'));
    const { width } = (await tile(page, 'Stadt im Blick').boundingBox()) ?? { width: 0 };
    await page.mouse.move(edge.x + width, edge.y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => sizeOf(tile(page, 'Stadt im Blick'))).toBe('medium');
    await choose(page, 'Raum 2.15', 'Groß');
    await expect.poll(() => sizeOf(tile(page, 'Raum 2.15'))).toBe('large');
    await tile(page, 'Raum 2.15').getByRole('article', { name: 'Temperatur' }).waitFor();
    await corner(page, 'Raum 2.15').evaluate((element) => {
      for (const key of ['ArrowLeft', 'ArrowLeft'])
        element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    await expect.poll(() => sizeOf(tile(page, 'Raum 2.15'))).toBe('small');

    await choose(page, 'Temperatur', 'Aus den Favoriten nehmen');
    await expect.poll(() => order(page)).toEqual(['Stadt im Blick', 'Raum 2.15']);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    const back = ['Stadt im Blick', 'Temperatur', 'Raum 2.15'];
    await expect.poll(() => order(page)).toEqual(back);
    await page.reload();
    await settled(page);
    await expect.poll(() => order(page)).toEqual(back);
    expect(await sizeOf(tile(page, 'Stadt im Blick'))).toBe('medium');
  });

  it('have two columns on a phone and are moved by finger', async () => {
    const { db, person, room, state } = await furnish();
    await db.insert(alarms).values(openAlarm(person.account, room.id, 'Heizung aus'));
    const visit = await visitSignedIn('/user-profile', { ...phone, theme: 'dark' }, person);
    const { page, context, open } = visit;
    await send(visit, 'post', 'favorites', { type: 'twin', twinId: room.id, size: 'small' });
    await send(visit, 'post', 'favorites', { type: 'state', stateId: state.id, size: 'small' });
    await open('/home');
    await settled(page);
    await expect.poll(() => order(page)).toEqual(['Raum 2.15', 'Temperatur']);
    await block(page, 'Offene Alarme').getByRole('link', { name: 'Raum 2.15: Heizung aus' }).waitFor();
    const [from, to] = [await middleOf(grip(page, 'Temperatur')), await middleOf(tile(page, 'Raum 2.15'))];
    expect(Math.abs(from.y - to.y)).toBeLessThan(phone.width / 2);
    const fingers = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await touch('touchStart', from.x, from.y);
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await touch('touchMove', from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
    }
    await touch('touchEnd', to.x, to.y);
    await expect.poll(() => order(page)).toEqual(['Temperatur', 'Raum 2.15']);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  });
});
