import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { states } from '../apps/server/src/features/states/index.ts';
import { mercatorOf, placeTwin, twins } from '../apps/server/src/features/twins/index.ts';
import { setNewest } from '../apps/server/src/ingest/newest/testing/newest.fixture.ts';
import { connect, type Database } from '../apps/server/src/platform/db/db.ts';
import { createFactories, type TestTwin } from '../apps/server/test/factories.ts';
import { accessibilityProblems, newContext } from './browser.ts';
import { launchChromium } from './chromium.ts';
import { makePerson } from './people.ts';
import { program } from './program.ts';

let database: Database;
let browser: Browser;
let page: Page;
let house: TestTwin;
let floor: TestTwin;
let van: TestTwin;
const errors: string[] = [];

/** A picture of one colour that occurs nowhere else on the page: magenta, 16 by 16. */
const magentaPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGP4z/CfJMQwqmFUw/DVAAAg0/4QF5nKuAAAAABJRU5ErkJggg==',
  'base64',
);

const at = (latitude: number, longitude: number) => ({ latitude, longitude, ...mercatorOf(latitude, longitude) });
const change = (twin: TestTwin, values: Partial<typeof twins.$inferInsert>) =>
  database.db.update(twins).set(values).where(eq(twins.id, twin.id));

/** A house with an area, sensors around it, three objects at one spot and a floor with a plan. */
async function build() {
  const permissions = ['DigitalTwin.manage', 'DigitalTwinStates.manage', 'VirtualDevice.read'];
  const person = await makePerson(database.db, { firstName: 'Mara', lastName: 'Karte', permissions });
  const make = createFactories(database.db);
  house = await make.twin({ account: person.account, title: 'Rathaus' });
  await change(house, { ...at(49.0069, 8.4037), type: 'building', status: 1 });
  for (const [index, title] of ['Sensor Nord', 'Sensor Süd'].entries()) {
    const sensor = await make.twin({ parent: house, title });
    await change(sensor, { ...at(49.0079 - index * 0.002, 8.4037), type: 'sensor', status: index === 0 ? 3 : 1 });
    const state = await make.state({ twin: sensor, key: 'temperature' });
    await database.db.update(states).set({ title: 'Temperatur', unit: '°C' }).where(eq(states.id, state.id));
    const value = { value: 21.5 + index, measuredAt: new Date() };
    await setNewest(database.db, state.id, value);
  }
  for (const title of ['Kiste A', 'Kiste B', 'Kiste C']) {
    const box = await make.twin({ parent: house, title });
    await change(box, at(49.0069, 8.4067));
  }
  floor = await make.twin({ parent: house, title: 'Erdgeschoss' });
  const overlayBounds = { north: 49.0072, south: 49.0066, east: 8.4043, west: 8.4031 };
  await change(floor, { type: 'floor', floorNumber: 0, overlayBounds });
  van = await make.device({ account: person.account });
  for (const [hoursAgo, latitude, longitude] of [
    [50, 48.99, 8.38],
    [49, 49.01, 8.4],
    [48, 48.99, 8.42],
  ] as const) {
    await placeTwin(database.db, van.id, {
      latitude,
      longitude,
      measuredAt: new Date(Date.now() - hoursAgo * 3_600_000),
    });
  }
  return person;
}

beforeAll(async () => {
  database = connect({ url: program().databaseUrl, maxConnections: 2 });
  const person = await build();
  browser = await launchChromium({ withMaps: true });
  const context = await newContext(browser);
  const baseUrl = program().baseUrl;
  const data = { username: person.email, password: person.password };
  expect((await context.request.post(`${baseUrl}/api/v1/auth/login`, { data })).ok()).toBe(true);
  const file = { name: 'plan.png', mimeType: 'image/png', buffer: magentaPng };
  const headers = { origin: baseUrl };
  const image = `${baseUrl}/api/v1/digitaltwin/${floor.id}/images/overlay`;
  expect((await context.request.put(image, { multipart: { file }, headers })).ok()).toBe(true);
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
});
afterEach(() => expect(errors.splice(0)).toEqual([]));
afterAll(async () => {
  await browser.close();
  await database.close();
});

/** A map reads its address only at the start, so the page is left first. The app itself loads once. */
async function open(path: string) {
  const map = page.getByRole('region', { name: /Karte: / });
  await page.goto(`${program().baseUrl}/#/user-profile`);
  await map.waitFor({ state: 'detached' });
  await page.goto(`${program().baseUrl}/#${path}`);
  await map.waitFor();
}

const marker = (name: RegExp) => page.getByRole('button', { name });
const toolbar = () => page.getByRole('toolbar', { name: 'Darstellung der Karte' });

/** The number of pixels of the rendered map with a colour, from a screenshot. */
async function pointsOf(colour: [number, number, number]): Promise<number> {
  const picture = (await page.getByRole('region', { name: /Karte: / }).screenshot()).toString('base64');
  return page.evaluate(
    async ([text, [red, green, blue]]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${text}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (!context) return 0;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let found = 0;
      for (let index = 0; index < data.length; index += 4) {
        const near = (part: number, wanted: number) => Math.abs((data[index + part] ?? 0) - wanted) < 8;
        if (near(0, red) && near(1, green) && near(2, blue)) found += 1;
      }
      return found;
    },
    [picture, colour] as const,
  );
}

describe('the map of a twin', () => {
  it('begins with a cluster for a small area, and opens it', async () => {
    await open(`/digitaltwin-mgmt/map/twin/${house.id}?zoom=10&pitch=0&values=temperature`);
    const cluster = marker(/^6 Objekte, schlechtester Zustand: Fehler$/);
    await cluster.click();
    await marker(/^Sensor Nord, Zustand: Fehler, Temperatur 21,5 °C$/).waitFor();
    await marker(/^Sensor Süd, Zustand: OK, Temperatur 22,5 °C$/).waitFor();
    await marker(/^3 Objekte/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('lists the objects at one spot, and opens one of them with its tiles', async () => {
    await marker(/^3 Objekte/).click();
    const together = page.getByRole('region', { name: '3 Zwillinge beieinander' });
    await together.getByRole('button', { name: /Kiste B/ }).click();
    const box = page.getByRole('region', { name: 'Kiste B' });
    await box.getByRole('link', { name: 'Zum Zwilling' }).waitFor();
    await box.getByRole('button', { name: 'Schließen' }).click();
    await marker(/^Sensor Nord/).click();
    const sensor = page.getByRole('region', { name: 'Sensor Nord' });
    await sensor.getByText('21,5').waitFor();
    await page.keyboard.press('Escape');
    await sensor.waitFor({ state: 'detached' });
  });

  it('has a list with the same content, for users without a map', async () => {
    await toolbar().getByRole('button', { name: 'Liste' }).click();
    const list = page.getByRole('region', { name: 'Was auf der Karte liegt' });
    await list.getByRole('button', { name: /Sensor Nord.*Fehler/ }).waitFor();
    await list.getByRole('button', { name: /3 Zwillinge beieinander/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('applies the parameters of its address', async () => {
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return (
        pathname.includes('/geo-clusters') &&
        searchParams.get('zoom') === '17' &&
        searchParams.get('clusterDistance') === '30'
      );
    });
    const parameters = 'zoom=17&clusterdistance=30&markerstyle=2&hidebar=true&zoomlock=true&pitch=40&bearing=90';
    await open(`/digitaltwin-mgmt/map/twin/${house.id}?${parameters}`);
    await asked;
    const plate = marker(/^Sensor Nord/);
    await plate.getByText('Sensor Nord').waitFor();
    expect(await toolbar().count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Vergrößern' }).count()).toBe(0);
    // Rotated by a quarter, east is up: southern objects are right of northern ones.
    const north = await plate.boundingBox();
    const south = await marker(/^Sensor Süd/).boundingBox();
    expect(south?.x ?? 0).toBeGreaterThan((north?.x ?? 0) + 100);
  });

  it('shows a floor plan, and another view', async () => {
    await open(`/digitaltwin-mgmt/map/twin/${floor.id}?indoor=true&pitch=0`);
    const choice = toolbar().getByRole('combobox', { name: 'Etage' });
    await choice.filter({ hasText: 'Erdgeschoss' }).waitFor();
    await expect.poll(() => pointsOf([255, 0, 255])).toBeGreaterThan(10_000);
    await choice.click();
    await page.getByRole('option', { name: 'Keine Etage' }).click();
    await expect.poll(() => pointsOf([255, 0, 255])).toBe(0);
    expect(page.url()).not.toContain('indoor');
  });
});

describe('the track of a device', () => {
  it('is rendered for the chosen time range, or reported as absent', async () => {
    await open(`/virtual-devices/${van.id}?tab=track`);
    // In the colour of the chosen object.
    const text = await page
      .getByRole('tab', { name: 'Standort', selected: true })
      .evaluate((tab) => getComputedStyle(tab).color);
    const [red = 0, green = 0, blue = 0] = (text.match(/\d+/g) ?? []).map(Number);
    const way = () => pointsOf([red, green, blue]);
    await marker(new RegExp(`^${van.title}`)).waitFor();
    await expect.poll(way).toBeGreaterThan(300);
    await open(`/virtual-devices/${van.id}?tab=track&range=24h`);
    await page.getByText('In diesem Zeitraum wurde kein Weg aufgezeichnet.').waitFor();
    await expect.poll(way).toBeLessThan(100);
  });
});

describe('the area of a twin', () => {
  it('is drawn as a rectangle and saved', async () => {
    await open(`/digitaltwin-mgmt/${house.id}/edit`);
    const map = page.getByRole('region', { name: /Karte: / });
    await page.getByRole('button', { name: 'Rechteck' }).click();
    await page.getByText('Klicken Sie auf zwei gegenüberliegende Ecken.').waitFor();
    const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
    await map.click({ position: { x: width / 2 - 80, y: height / 2 - 60 } });
    await page.getByRole('button', { name: 'Ecke 1' }).waitFor();
    await map.click({ position: { x: width / 2 + 80, y: height / 2 + 60 } });
    // The corners can also be read and typed.
    const corners = page.getByRole('textbox', { name: 'Ecken der Fläche' });
    await expect.poll(async () => (await corners.inputValue()).split('\n').length).toBe(4);
    // They can also be moved by keys.
    const before = await corners.inputValue();
    await page.getByRole('button', { name: 'Ecke 3' }).press('ArrowRight');
    await expect.poll(() => corners.inputValue()).not.toBe(before);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Speichern' }).click();
    // Saving opens the page of the twin.
    await page.waitForURL(new RegExp(`/digitaltwin-mgmt/${house.id}$`));
    const stored = async () => {
      const [row] = await database.db.select({ area: twins.geoPolygon }).from(twins).where(eq(twins.id, house.id));
      return row?.area;
    };
    await expect.poll(stored).toMatchObject({ kind: 'polygon' });
    const area = await stored();
    expect(area?.kind === 'polygon' && area.points).toHaveLength(4);
  });

  it('is on the map in the colour of its status', async () => {
    await change(house, { status: 3 });
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('zoom=17')),
      open(`/digitaltwin-mgmt/map/twin/${house.id}?zoom=17&pitch=0`),
    ]);
    const { data } = await answer.json();
    expect(data.areas).toMatchObject([{ twinId: house.id, status: 'error' }]);
    // A press inside the area, beside the tip of the marker in its middle, opens the twin.
    const pin = await marker(/^Rathaus/).boundingBox();
    if (!pin) throw new Error('no marker');
    await expect
      .poll(async () => {
        await page.mouse.click(pin.x + pin.width / 2 + 45, pin.y + pin.height + 25);
        return page.getByRole('region', { name: 'Rathaus', exact: true }).count();
      })
      .toBe(1);
  });
});
