import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, signedIn, type Visit, visitSignedIn } from './browser.ts';

const unique = (word: string) => `${word} ${randomBytes(4).toString('hex')}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const node = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name} \\d`) });
/** With a hidden child; each level of the tree refetches after a move. */
const closed = (page: Page, name: string) => node(page, name).and(page.locator('[aria-expanded="false"]'));
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Meldungen' }).getByText(text);

interface NewTwin {
  title: string;
  type: string;
}

/** Fills in the open dialog; the parent is already chosen. */
async function fill(page: Page, { title, type }: NewTwin): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Titel').fill(title);
  await dialog.getByRole('combobox', { name: 'Typ' }).click();
  await page.getByRole('option', { name: type, exact: true }).click();
  await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** In the tree: below the selected twin. */
async function createBelow(page: Page, parent: string, twin: NewTwin): Promise<void> {
  await node(page, parent).click();
  await page.getByRole('region', { name: parent }).getByRole('button', { name: 'Darunter anlegen' }).click();
  await fill(page, twin);
  await node(page, twin.title).waitFor();
}

/** Through the API with the session of the page, for tests about something else. */
async function post(visit: Visit, path: string, data: object) {
  const headers = { origin: visit.baseUrl };
  const answer = await visit.page.request.post(`${visit.baseUrl}/api/v1/${path}`, { data, headers });
  expect([path, answer.status()]).toEqual([path, 201]);
  return (await answer.json()).data;
}

const makeTwin = (visit: Visit, title: string, parentId?: number): Promise<{ id: number }> =>
  post(visit, 'digitaltwin', { title, ...(parentId === undefined ? { tenantId: 1 } : { parentId }) });

async function openMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Weitere Aktionen' }).first().click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

const levelOf = async (item: Locator) => Number(await item.getAttribute('aria-level'));

describe('the tree of twins', () => {
  it('is built by hand: a building, its floors and rooms', async () => {
    const { page } = await visitSignedIn('/digitaltwin-mgmt');
    // First in the tree, before the twins of other tests.
    const building = unique('00 Schule');
    await page.getByRole('button', { name: 'Zwilling anlegen' }).click();
    await fill(page, { title: building, type: 'Gebäude' });
    await createBelow(page, building, { title: 'Erdgeschoss', type: 'Etage' });
    await createBelow(page, building, { title: 'Obergeschoss', type: 'Etage' });
    await createBelow(page, 'Obergeschoss', { title: 'Raum 1.01', type: 'Raum' });
    expect(await levelOf(node(page, 'Raum 1.01'))).toBe(3);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('region', { name: 'Raum 1.01' }).getByRole('button', { name: 'Öffnen' }).click();
    await heading(page, 'Raum 1.01');
    await page.getByRole('main').getByRole('link', { name: 'Obergeschoss' }).waitFor();
  });

  it('shows twins that were moved below a twin while its children were loading', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const [target, moved] = [unique('00 Ziel'), unique('00 Raum')] as const;
    const { id } = await makeTwin(visit, target);
    await makeTwin(visit, moved);
    await open('/digitaltwin-mgmt');
    // The first response was computed before the move, and arrives after it.
    const isMoved = Promise.withResolvers<void>();
    const isAsked = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === `/api/v1/digitaltwin/${id}`,
      async (route) => {
        const response = await route.fetch();
        isAsked.resolve();
        await isMoved.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await node(page, moved).click();
    await page.getByRole('tree').press('Control+x');
    await node(page, target).click();
    await isAsked.promise;
    const sent = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await page.getByRole('tree').press('Control+v');
    await sent;
    isMoved.resolve();
    await page.getByRole('region', { name: target }).getByRole('link', { name: moved }).waitFor();
  });

  it('moves a subtree by keyboard and by drag, and undoes it', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const word = `zz${randomBytes(4).toString('hex')}`;
    const room = `Raum ${word}`;
    const [school, annex, lower, upper] = [
      `00 Schule ${word}`,
      `00 Anbau ${word}`,
      `Unten ${word}`,
      `Oben ${word}`,
    ] as const;
    await makeTwin(visit, annex);
    const building = await makeTwin(visit, school);
    await makeTwin(visit, lower, building.id);
    const floor = await makeTwin(visit, upper, building.id);
    await makeTwin(visit, room, floor.id);
    await open(`/digitaltwin-mgmt?twin=${floor.id}`);
    const tree = page.getByRole('tree');
    await node(page, upper).click();
    await tree.press('Control+x');
    await page.getByText(`„${upper}“ wird verschoben`).waitFor();
    await node(page, annex).click();
    await tree.press('Control+v');
    await toast(page, `„${upper}“ verschoben nach: ${annex}`).waitFor();
    await node(page, upper).waitFor({ state: 'detached' });
    await closed(page, annex).waitFor();
    await tree.press('ArrowRight');
    await node(page, upper).waitFor();
    await page.getByRole('region', { name: annex }).getByRole('link', { name: upper }).waitFor();

    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByRole('region', { name: annex }).getByRole('link', { name: upper }).waitFor({ state: 'detached' });
    // Waits until it is back beside the other floor: before, it would move away from the pointer.
    await node(page, upper).and(page.locator('[aria-setsize="2"]')).waitFor();
    await node(page, upper).dragTo(node(page, lower));
    await toast(page, `„${upper}“ verschoben nach: ${lower}`).waitFor();
    await closed(page, lower).click();
    await tree.press('ArrowRight');
    await expect.poll(() => levelOf(node(page, upper))).toBe(3);
    await node(page, upper).click();
    await tree.press('ArrowRight');
    expect(await levelOf(node(page, room))).toBe(4);
  });

  it('moves a twin by a finger that rests on it first', async () => {
    const visit = await signedIn();
    const { page, context, open } = visit;
    const [house, room] = [unique('00 Haus'), unique('00 Raum')];
    await makeTwin(visit, house);
    const { id } = await makeTwin(visit, room);
    await open(`/digitaltwin-mgmt?twin=${id}`);
    const [from, to] = [await node(page, room).boundingBox(), await node(page, house).boundingBox()];
    if (!from || !to) throw new Error('the twins are not on the screen');
    const finger = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    const x = from.x + 60;
    await touch('touchStart', [{ x, y: from.y + from.height / 2 }]);
    await page.getByText(`„${room}“ wird verschoben`).waitFor();
    for (const share of [0.5, 1]) {
      await touch('touchMove', [{ x, y: from.y + (to.y - from.y) * share + to.height / 2 }]);
    }
    await touch('touchEnd', []);
    await finger.detach();
    await toast(page, `„${room}“ verschoben nach: ${house}`).waitFor();
  });

  it('opens the ancestors of matches, and keeps the search in the address', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const word = `zz${randomBytes(4).toString('hex')}`;
    const building = await makeTwin(visit, unique('Haus'));
    const floor = await makeTwin(visit, 'Etage', building.id);
    await makeTwin(visit, `Pumpe ${word}`, floor.id);
    await open('/digitaltwin-mgmt');
    await page.getByRole('searchbox').fill(word);
    await node(page, `Pumpe ${word}`).waitFor();
    expect(await levelOf(node(page, `Pumpe ${word}`))).toBe(3);
    await page.getByText('1 Treffer').waitFor();
    expect(page.url()).toContain(`q=${word}`);
    await page.getByRole('button', { name: 'Liste' }).click();
    await page.getByRole('row', { name: new RegExp(`Pumpe ${word}.*Etage`) }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(word);
  });
});

describe('a twin', () => {
  it('is changed: place, properties, contacts; invalid coordinates are marked on their field', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const title = unique('Halle');
    const { id } = await makeTwin(visit, title);
    await open(`/digitaltwin-mgmt/${id}/edit`);
    // Nothing follows the address where no service is set up.
    await page.getByText('kein Dienst für Adressen eingerichtet').waitFor();
    expect(await page.getByText('Die Koordinaten folgen der Adresse.').count()).toBe(0);
    await page.getByLabel('Breitengrad').fill('95');
    await page.getByText('von Hand gesetzt').waitFor();
    await page.getByLabel('Längengrad').fill('13,4');
    // By keyboard: the error text of the wrong coordinate moves the button away from a pointer.
    await page.getByRole('button', { name: 'Eigenschaft hinzufügen' }).press('Enter');
    await page.getByRole('group', { name: 'Eigenschaften' }).getByLabel('Name').fill('Baujahr');
    await page.getByRole('group', { name: 'Eigenschaften' }).getByLabel('Wert').fill('1974');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Höchstens 90').waitFor();
    await page.getByLabel('Breitengrad').fill('52,5');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await heading(page, title);
    await page.getByRole('region', { name: 'Eigenschaften' }).getByText('1974').waitFor();
    await page.getByText('52,50000 / 13,40000').waitFor();
  });

  it('is copied once for every valid line of a list, as a job', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const parent = unique('Stockwerk');
    const floor = await makeTwin(visit, parent);
    const room = await makeTwin(visit, 'Muster', floor.id);
    await open(`/digitaltwin-mgmt/${room.id}`);
    await openMenu(page, 'Aus CSV duplizieren');
    const lines = ['title;tags;latitude;longitude', 'Raum 2;"a,b";52.5;13.4', ';a;;', 'Raum 3;;;', 'Raum 4;;120;13'];
    const buffer = Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`);
    await page.locator('input[type=file]').setInputFiles({ name: 'rooms.csv', mimeType: 'text/csv', buffer });
    await page.getByText('rooms.csv').waitFor();
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByText('2 Zeilen in Ordnung').waitFor();
    await page.getByRole('region', { name: 'Zeilen mit Fehlern' }).getByRole('row', { name: /^5 / }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: '2 Kopien anlegen' }).click();
    await page.getByText('2 Kopien sind angelegt.').waitFor();
    await page.getByRole('button', { name: 'Kopien anzeigen' }).click();
    await heading(page, parent);
    await page.getByRole('link', { name: 'Raum 3' }).waitFor();
    expect(await page.getByRole('link', { name: 'Raum 4' }).count()).toBe(0);
  });
});

describe('favourites', () => {
  it('are on the start page, where they are moved, resized and removed; a phone shows it all', async () => {
    const visit = await signedIn(phone);
    const { page, open } = visit;
    const [first, second] = [unique('Erster'), unique('Zweiter')];
    for (const title of [first, second]) {
      const { id } = await makeTwin(visit, title);
      await post(visit, 'favorites', { type: 'twin', twinId: id });
    }
    await open('/digitaltwin-mgmt?favourites=true');
    await node(page, second).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await node(page, second).click();
    await heading(page, second);
    // The second of two quick clicks counts, however slow the first request is.
    const isStarredAgain = Promise.withResolvers<void>();
    await page.route('**/api/v1/favorites/*', async (route) => {
      if (route.request().method() === 'DELETE') await isStarredAgain.promise;
      await route.continue();
    });
    const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('button', { name: `„${second}“ aus den Favoriten nehmen` }).click();
    await page.getByRole('button', { name: `„${second}“ zu den Favoriten hinzufügen` }).click();
    await page.getByRole('button', { name: `„${second}“ aus den Favoriten nehmen` }).waitFor();
    isStarredAgain.resolve();
    await removed;

    await open('/home');
    const tiles = page.getByRole('list', { name: 'Favoriten' }).getByRole('heading');
    const order = async () => (await tiles.allTextContents()).filter((text) => text === first || text === second);
    await expect.poll(order).toEqual([first, second]);
    const change = async (title: string, entry: string) => {
      await page.getByRole('button', { name: `Kachel „${title}“ anpassen` }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await change(second, 'Nach vorn');
    await expect.poll(order).toEqual([second, first]);
    await change(first, 'Klein');
    await page.getByRole('listitem').filter({ hasText: first }).getByText('Adresse').waitFor({ state: 'detached' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await change(first, 'Aus den Favoriten nehmen');
    await expect.poll(order).toEqual([second]);
  });
});
