import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '../apps/server/src/platform/db/db.ts';
import { accessibilityProblems, newContext } from './browser.ts';
import { launchChromium } from './chromium.ts';
import { makePerson } from './people.ts';
import { program } from './program.ts';

const markup = '<b data-xss="1" onclick="window.xss=1">Pumpe 3</b>';
const violet = 'rgb(122, 63, 208)';
const errors: string[] = [];

interface Pump {
  id: number;
  title: string;
  stateId: number;
}

let database: Database;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let accountId = 0;
let pumps: Pump[] = [];
/** Ids by their purpose in the tests. */
const made = { main: 0, details: 0, second: 0, doomed: 0, around: 0 };

async function send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<T> {
  const baseUrl = program().baseUrl;
  const body = data ? { data } : {};
  const answer = await context.request.fetch(`${baseUrl}/api/v1/${path}`, {
    method,
    headers: { origin: baseUrl },
    ...body,
  });
  const answered = await answer.json();
  expect([path, answered.code, answered.issues ?? []]).toEqual([path, undefined, []]);
  return answered.data;
}

const setTemperature = ({ id, stateId }: Pump, value: number) =>
  send('PUT', `digitaltwin/states/dtwin/${id}/state/${stateId}/value`, { value });

async function makePump(parentId: number, index: number): Promise<Pump> {
  const title = index === 3 ? markup : `Pumpe ${index}`;
  // The first four are near each other, the fifth is far away, the others have no position.
  const near = { latitude: 49.0069 + index * 0.003, longitude: 8.4037 };
  const place = index <= 4 ? near : index === 5 ? { latitude: 53.55, longitude: 9.99 } : {};
  const twin = await send<{ id: number }>('POST', 'digitaltwin', { tenantId: accountId, parentId, title, ...place });
  const state = await send<{ id: number }>('POST', `digitaltwin/states/dtwin/${twin.id}/state/`, {
    title: 'Temperatur',
    key: 'temperature',
    unit: '°C',
    config: { source: 'none' },
  });
  // The popup also shows attributes that are not configured.
  if (index === 3) {
    const humidity = await send<{ id: number }>('POST', `digitaltwin/states/dtwin/${twin.id}/state/`, {
      title: 'Feuchte',
      key: 'humidity',
      unit: '%',
      config: { source: 'none' },
    });
    await setTemperature({ id: twin.id, title, stateId: humidity.id }, 55);
  }
  const pump = { id: twin.id, title, stateId: state.id };
  await setTemperature(pump, index + 0.5);
  return pump;
}

const temperature = { field: 'state', key: 'temperature', label: 'Temperatur' };
const makeDashboard = async (name: string, widgets: object[], customParameters: object[] = []) =>
  (await send<{ id: number }>('POST', 'dashboards', { tenantId: accountId, name, customParameters, widgets })).id;

async function build() {
  const plant = await send<{ id: number }>('POST', 'digitaltwin', { tenantId: accountId, title: 'Werk Nord' });
  for (let index = 1; index <= 12; index += 1) pumps.push(await makePump(plant.id, index));
  const twinFilter = { parentDtwinId: String(plant.id), onlyBelow: true };
  const chosen = { dtwinIds: ['{{param.twin}}'] };
  made.second = await makeDashboard(
    'Ebene zwei',
    [{ title: 'Ganz innen', type: 'twinTable', size: 12, options: { twinFilter: chosen } }],
    [{ name: 'twin' }],
  );
  const openSecond = {
    type: 'openDashboard',
    dashboardId: String(made.second),
    parameters: [{ name: 'twin', value: '{{twin.id}}' }],
  };
  made.details = await makeDashboard(
    'Einzelheiten',
    [{ title: 'Gewählt', type: 'twinTable', size: 12, options: { twinFilter: chosen, action: openSecond } }],
    [{ name: 'twin' }],
  );
  const openDetails = { ...openSecond, dashboardId: String(made.details), label: 'Einzelheiten' };
  made.main = await makeDashboard(
    'Pumpwerk',
    [
      {
        title: 'Pumpen',
        type: 'twinTable',
        size: 6,
        minHeightPx: 420,
        options: {
          twinFilter,
          rowsPerPage: 5,
          attributes: [{ field: 'title', width: 5 }, { field: 'status' }, temperature],
        },
      },
      {
        title: 'Orte',
        type: 'twinMap',
        size: 6,
        minHeightPx: 420,
        options: {
          twinFilter,
          popupTitle: 'Zu {{twin.title}}',
          attributes: [temperature, { field: 'status' }, { field: 'address' }],
          markerRules: [{ ...temperature, operator: 'gt', value: '30', color: '#7a3fd0' }],
          actions: [openDetails],
        },
      },
      {
        title: 'Darin',
        type: 'dashboard',
        size: 12,
        minHeightPx: 480,
        options: {
          dashboard: String(made.details),
          parameters: [{ name: 'twin', value: '{{param.chosen}}' }],
          navigation: 'replace',
        },
      },
    ],
    [{ name: 'chosen', defaultValue: String(pumps[1]?.id) }],
  );
  made.doomed = await makeDashboard('Vergänglich', []);
  made.around = await makeDashboard('Darum herum', [
    { title: 'Inneres', type: 'dashboard', size: 6, options: { dashboard: String(made.doomed) } },
  ]);
}

beforeAll(async () => {
  database = connect({ url: program().databaseUrl, maxConnections: 2 });
  const permissions = ['Dashboards.manage', 'DigitalTwin.manage', 'DigitalTwinStates.manage'];
  const person = await makePerson(database.db, { firstName: 'Paula', lastName: 'Pumpe', permissions });
  accountId = person.account.id;
  browser = await launchChromium({ withMaps: true });
  context = await newContext(browser);
  const data = { username: person.email, password: person.password };
  expect((await context.request.post(`${program().baseUrl}/api/v1/auth/login`, { data })).ok()).toBe(true);
  pumps = [];
  await build();
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

async function open(dashboardId: number, name: string) {
  await page.goto(`${program().baseUrl}/#/dashboards/${dashboardId}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

const pump = (index: number): Pump => {
  const found = pumps[index - 1];
  if (!found) throw new Error(`There is no pump ${index}`);
  return found;
};
const widget = (title: string) =>
  page.locator('[data-widget]').filter({ has: page.getByRole('heading', { name: title }) });
const rows = () => widget('Pumpen').locator('tbody tr');
const marker = (name: RegExp) => widget('Orte').getByRole('button', { name });
/** The content of a picture file: its size, and the number of pixels per colour. */
async function savedPicture(title: string) {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: `Aktionen für ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Als PNG speichern' }).click();
  const download = await waiting;
  const content = await readFile(await download.path());
  const seen = await page.evaluate(
    async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const pen = canvas.getContext('2d');
      pen?.drawImage(image, 0, 0);
      const pixels = pen?.getImageData(0, 0, image.width, image.height).data ?? [];
      const colours = new Map<string, number>();
      for (let at = 0; at < pixels.length; at += 4) {
        const name = `rgb(${pixels[at]}, ${pixels[at + 1]}, ${pixels[at + 2]})`;
        colours.set(name, (colours.get(name) ?? 0) + 1);
      }
      return { width: image.width, height: image.height, colours: [...colours] };
    },
    `data:image/png;base64,${content.toString('base64')}`,
  );
  return { name: download.suggestedFilename(), ...seen, colours: new Map(seen.colours) };
}

const isText = async () => expect(await page.locator('[data-xss]').count()).toBe(0);

describe('a table of twins', () => {
  it('shows live values, a page at a time', async () => {
    await open(made.main, 'Pumpwerk');
    await widget('Pumpen').getByText('1–5 von 12').waitFor();
    await expect.poll(() => rows().count()).toBe(5);
    const changed = rows().filter({ hasText: 'Pumpe 1' }).first();
    await changed.getByText('1,5').waitFor();
    await setTemperature(pump(1), 18.25);
    await changed.getByText('18,25').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('sorts by a column, numbers by their value', async () => {
    const head = widget('Pumpen').getByRole('button', { name: 'Temperatur' });
    await head.click();
    await rows().first().getByText('2,5').waitFor();
    await head.click();
    await rows().first().getByText('18,25').waitFor();
    await expect.poll(() => rows().nth(1).textContent()).toContain('Pumpe 12');
    await widget('Pumpen').getByRole('button', { name: 'Nächste Seite' }).click();
    await widget('Pumpen').getByText('6–10 von 12').waitFor();
  });

  it('finds rows, and shows names unchanged', async () => {
    const search = widget('Pumpen').getByRole('searchbox');
    await search.fill('pumpe 3');
    await widget('Pumpen').getByText('1–1 von 1').waitFor();
    await expect.poll(() => rows().first().textContent()).toContain(markup);
    await isText();
    await search.fill('gibt es nicht');
    await widget('Pumpen').getByText('Keine Treffer').waitFor();
  });

  it('is saved as a picture of the visible rows', async () => {
    await widget('Pumpen').getByRole('searchbox').fill('');
    await widget('Pumpen').getByText('1–5 von 12').waitFor();
    const five = await savedPicture('Pumpen');
    expect(five.name).toBe('Pumpen.png');
    // Many shades, because text has soft edges.
    expect(five.colours.size).toBeGreaterThan(20);
    await widget('Pumpen').getByRole('searchbox').fill('Pumpe 12');
    await widget('Pumpen').getByText('1–1 von 1').waitFor();
    const one = await savedPicture('Pumpen');
    expect(one.width).toBe(five.width);
    expect(five.height - one.height).toBe(4 * 36);
  });

  it('opens a twin by a click on its row, which is also a link', async () => {
    await widget('Pumpen').getByRole('searchbox').fill('Pumpe 12');
    const link = rows().first().getByRole('link', { name: 'Pumpe 12' });
    await expect.poll(() => link.getAttribute('href')).toContain(`#/digitaltwin-mgmt/${pump(12).id}`);
    await rows().first().getByText('12,5').click();
    await page.getByRole('heading', { level: 1, name: 'Pumpe 12' }).waitFor();
  });
});

describe('a map of twins', () => {
  it('joins near points, and zooms in on a cluster', async () => {
    await open(made.main, 'Pumpwerk');
    await marker(/^Pumpe 5, Zustand:/).waitFor();
    await marker(/^4 Objekte, schlechtester Zustand:/).click();
    await marker(/^Pumpe 1, Zustand:/).waitFor();
    await marker(/Pumpe 3<\/b>, Zustand:/).waitFor();
    await isText();
  });

  it('colours a marker by the first matching rule, also for live values', async () => {
    const pin = marker(/^Pumpe 2, Zustand:/).locator('.map-pin');
    const colour = () => pin.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colour()).not.toBe(violet);
    await setTemperature(pump(2), 31);
    await expect.poll(colour).toBe(violet);
  });

  it('shows details of a twin, and returns the focus', async () => {
    const button = marker(/Pumpe 3<\/b>, Zustand:/);
    await button.click();
    const popup = page.getByRole('dialog', { name: `Zu ${markup}` });
    await popup.getByText('3,5').waitFor();
    // Attributes without a value are absent.
    await expect.poll(() => popup.locator('dt').allTextContents()).toEqual(['Temperatur', 'Status', 'Feuchte']);
    await popup.getByText('55').waitFor();
    await isText();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('shows how many twins have no position', async () => {
    await widget('Orte').getByText('7 digitale Zwillinge ohne Ort').waitFor();
  });

  it('is saved as a picture with its markers', async () => {
    const { name, width, height, colours } = await savedPicture('Orte');
    expect(name).toBe('Orte.png');
    const canvas = await widget('Orte').locator('canvas').first().boundingBox();
    expect([width, height]).toEqual([(canvas?.width ?? 0) + 32, (canvas?.height ?? 0) + 64]);
    // The one marker with a rule's colour is as large as a fingertip, and the base map is rendered.
    expect(colours.get(violet)).toBeGreaterThan(200);
    expect(Math.max(...colours.values())).toBeLessThan(width * height * 0.9);
    expect(colours.size).toBeGreaterThan(20);
  });

  it('is available as a list', async () => {
    await widget('Orte').getByRole('button', { name: 'Orte als Liste' }).click();
    const list = page.getByRole('dialog', { name: 'Orte' });
    await list.getByText('5 digitale Zwillinge').waitFor();
    await list.getByText(markup).waitFor();
    await isText();
    await list.getByRole('button', { name: 'Liste schließen' }).click();
    await list.waitFor({ state: 'detached' });
  });

  it('opens a dashboard about the twin', async () => {
    await marker(/^Pumpe 1, Zustand:/).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Einzelheiten' }).click();
    await page.getByRole('heading', { level: 1, name: 'Einzelheiten' }).waitFor();
    expect(new URL(page.url()).hash).toBe(`#/dashboards/${made.details}?parameter_twin=${pump(1).id}`);
    await widget('Gewählt').getByText('Pumpe 1').waitFor();
    await expect.poll(() => widget('Gewählt').locator('tbody tr').count()).toBe(1);
  });
});

describe('a dashboard inside a dashboard', () => {
  it('shows its widgets with the parameters of the surrounding dashboard', async () => {
    await open(made.main, 'Pumpwerk');
    const inner = widget('Darin').locator('[data-widget]').filter({ hasText: 'Gewählt' });
    await inner.getByText('Pumpe 2').waitFor();
    await expect.poll(() => inner.locator('tbody tr').count()).toBe(1);
  });

  it('is saved as a picture of its widgets', async () => {
    const room = widget('Darin').getByRole('group', { name: 'Darin' });
    const { width, height } = await room.evaluate(({ clientWidth, clientHeight }) => ({
      width: clientWidth,
      height: clientHeight,
    }));
    const { name, colours, ...picture } = await savedPicture('Darin');
    expect(name).toBe('Darin.png');
    expect(picture.width).toBeGreaterThanOrEqual(width);
    expect(picture.height).toBeGreaterThan(height);
    // Text has soft edges: the table inside is rendered, not only its frame.
    expect(colours.size).toBeGreaterThan(20);
  });

  it('shows the target of its links, and returns', async () => {
    await widget('Darin').getByRole('link', { name: 'Pumpe 2' }).click();
    await widget('Darin').getByText('Ganz innen').waitFor();
    await widget('Darin').getByText('Pumpe 2').waitFor();
    expect(page.url()).toContain(`#/dashboards/${made.main}`);
    await widget('Darin').getByRole('button', { name: 'Zurück' }).click();
    await widget('Darin').getByText('Gewählt').waitFor();
  });

  it('says that it was deleted', async () => {
    await send('DELETE', `dashboards/${made.doomed}`);
    await open(made.around, 'Darum herum');
    await widget('Inneres').getByText('Dashboard nicht gefunden').waitFor();
  });

  it('shows names as text, whatever they contain', async () => {
    await isText();
    expect(await page.evaluate(() => 'xss' in window)).toBe(false);
  });
});
