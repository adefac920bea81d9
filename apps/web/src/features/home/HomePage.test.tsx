import { type AlarmRow, listAlarms, readAlarmStatistics } from '@stellwerk/contract/alarm';
import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { readDemo } from '@stellwerk/contract/demo';
import { listDevices } from '@stellwerk/contract/device';
import { listDrivers } from '@stellwerk/contract/driver';
import {
  createFavourite,
  deleteFavourite,
  type Favourite,
  listFavouriteMarks,
  listFavourites,
  updateFavourite,
} from '@stellwerk/contract/favourite';
import { discardHeldDeliveries, readHeldDeliveries } from '@stellwerk/contract/outbox';
import { readRuleFigures } from '@stellwerk/contract/rule-calls';
import { readGeoMeta } from '@stellwerk/contract/twin-map';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { pick, press, reported } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { HomePage } from './HomePage.tsx';

const room: PartOf<Favourite> = { id: 1, type: 'twin', size: 'small', object: { id: 5, title: 'Raum 2.15' } };
const temperature: PartOf<Favourite> = {
  id: 2,
  type: 'state',
  size: 'small',
  object: { id: 6, title: 'Temperatur', key: 'temperature', unit: '°C', value: 21.5, dtwin: { id: 5 } },
};
const town: PartOf<Favourite> = {
  id: 3,
  type: 'dashboard',
  size: 'small',
  object: { id: 7, title: 'Stadt im Blick', widgetCount: 2, widgets: [{ title: 'Pegel' }, { title: 'Karte' }] },
};
const alarm: PartOf<AlarmRow> = {
  id: 9,
  message: 'Batterie leer',
  severity: 'error',
  status: 'unresolved',
  origin: { id: 8, title: 'Zähler Nord', category: 'virtualDevice' },
};

/** The server with favourites that change as the user changes them. */
function serve(favourites: PartOf<Favourite>[], ...more: Answered[]) {
  let stored = [...favourites];
  return answers(
    on(listFavourites, () => ({ data: stored.map((each, position) => ({ ...each, position })) })),
    on(listFavouriteMarks, { data: [] }),
    on(updateFavourite, ({ params, body }) => {
      const found = stored.find(({ id }) => id === params.id);
      const others = stored.filter(({ id }) => id !== params.id);
      if (!found) return refusal('FAVOURITE_NOT_FOUND');
      const changed: PartOf<Favourite> = { ...found, ...(body.size ? { size: body.size } : {}) };
      stored = others.toSpliced(body.position ?? stored.indexOf(found), 0, changed);
      return { data: changed };
    }),
    on(deleteFavourite, ({ params }) => {
      stored = stored.filter(({ id }) => id !== params.id);
      return undefined;
    }),
    on(createFavourite, ({ body }) => {
      stored = stored.toSpliced(body.position ?? stored.length, 0, temperature);
      return { data: temperature };
    }),
    on(listAlarms, { data: [] }),
    on(readRuleFigures, { data: { waitingMails: 0 } }),
    on(readAlarmStatistics, { data: { unresolved: { error: 0, warning: 0 }, byCategory: [], byDay: [] } }),
    on(listDevices, { data: [] }),
    on(listConnectorConfigs, { data: [] }),
    on(listDrivers, { data: [] }),
    on(readGeoMeta, { data: { count: 0, bounds: null } }),
    on(readDemo, { data: null }),
    on(readHeldDeliveries, { data: { count: 0, oldestAt: null } }),
    ...more,
  );
}
const show = (options: RenderOptions = {}) =>
  render(<HomePage />, { language: 'de', path: '/home', session: { user: { firstName: 'Nora' } }, ...options });

const block = (name: string) => page.getByRole('region', { name });
const tiles = page.getByRole('list', { name: 'Favoriten' });
const tile = (title: string) =>
  tiles.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const order = () => [...tiles.element().querySelectorAll('h2 a')].map((link) => link.textContent);
const sizeOf = (title: string) => tile(title).element().getAttribute('data-size');
const grip = (title: string) => page.getByRole('button', { name: `„${title}“ verschieben` });
const corner = (title: string) => page.getByRole('button', { name: new RegExp(`^Größe von „${title}“`) });
const shown = async () => expect.element(tiles).toBeVisible();

it('leads a new user to the first device, and explains how favourites get here', async () => {
  serve([]);
  const { path } = await show();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Guten Tag, Nora' })).toBeVisible();
  const steps = block('Ihr erstes Gerät anbinden');
  await expect.element(steps.getByRole('heading', { level: 3 }).nth(3)).toHaveTextContent('Virtuelles Gerät anlegen');
  await expect.element(page.getByText(/Jede Seite mit einem Stern lässt sich hierher legen/)).toBeVisible();
  await expect.element(block('Offene Alarme').getByText(/Alles ruhig/)).toBeVisible();
  await expect.element(block('Karte').getByText(/Noch nichts auf der Karte/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(steps, 'Konnektor anlegen');
  await expect.poll(path).toBe('/connectors/create');
});

it('ticks off the first steps that are done, and leaves others to colleagues', async () => {
  serve([], on(listConnectorConfigs, { data: [{ capabilities: { devices: true } }] }), on(listDrivers, { data: [{}] }));
  await show({ abilities: ['VirtualDevice.read', 'VirtualDevice.manage', 'DeviceDriver.read'] });
  const steps = block('Ihr erstes Gerät anbinden');
  await expect.element(steps.getByText('3 von 4 Schritten erledigt')).toBeVisible();
  await expect.element(steps.getByRole('button', { name: 'Gerät anlegen' })).toBeVisible();
  await expect.element(steps.getByRole('button', { name: 'Konnektor anlegen' })).not.toBeInTheDocument();
});

it('shows open alarms and the last devices with their stars, and nothing without permission', async () => {
  const server = serve(
    [],
    on(listDevices, { data: [{ id: 8, title: 'Zähler Nord' }] }),
    on(listAlarms, { data: [alarm] }),
    on(readAlarmStatistics, { data: { unresolved: { error: 1, warning: 0 }, byCategory: [], byDay: [] } }),
  );
  await show({ abilities: ['VirtualDevice.read'] });
  await expect.element(block('Offene Alarme').getByRole('link', { name: 'Batterie leer' })).toBeVisible();
  await expect.element(block('Offene Alarme').getByRole('link', { name: '1 Fehler' })).toBeVisible();
  const last = block('Geräte mit den neuesten Daten');
  await expect.element(last.getByRole('link', { name: 'Zähler Nord' })).toBeVisible();
  expect(block('Karte').elements()).toEqual([]);
  expect(block('Ihr erstes Gerät anbinden').elements()).toEqual([]);
  await press(last, '„Zähler Nord“ zu den Favoriten hinzufügen');
  await expect.poll(() => server.calls(createFavourite).map(({ body }) => body)).toEqual([{ type: 'twin', twinId: 8 }]);
});

it('warns of open errors above the favourites', async () => {
  serve(
    [room],
    on(listAlarms, { data: [alarm] }),
    on(readAlarmStatistics, { data: { unresolved: { error: 1, warning: 0 }, byCategory: [], byDay: [] } }),
  );
  await show({ size: phone, theme: 'dark' });
  await shown();
  const strip = block('Offene Alarme');
  await expect.element(strip.getByRole('link', { name: 'Zähler Nord: Batterie leer' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});

it('says why favourites are missing, and tries again', async () => {
  const server = serve([room], on(listFavourites, refusal('INTERNAL_ERROR')));
  await show();
  await expect.element(page.getByRole('alert')).toBeVisible();
  server.answer(on(listFavourites, { data: [room] }));
  await press(page, 'Erneut versuchen');
  await shown();
});

it('moves a tile by the keyboard, and announces its place', async () => {
  const server = serve([room, temperature, town]);
  await show();
  await shown();
  grip('Raum 2.15').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(order).toEqual(['Temperatur', 'Raum 2.15', 'Stadt im Blick']);
  await expect.element(page.getByText(/„Raum 2\.15“ steht jetzt an Stelle 2 von 3\./)).toBeInTheDocument();
  expect(server.calls(updateFavourite)).toMatchObject([{ params: { id: 1 }, body: { position: 1 } }]);
  await userEvent.keyboard('{End}');
  await expect.poll(order).toEqual(['Temperatur', 'Stadt im Blick', 'Raum 2.15']);
});

it('moves a tile by its menu', async () => {
  serve([room, town]);
  await show();
  await pick(page, 'Kachel „Raum 2.15“ anpassen', 'Nach hinten');
  await expect.poll(order).toEqual(['Stadt im Blick', 'Raum 2.15']);
});

it('resizes a tile by the keyboard, and never jumps back during several changes in a row', async () => {
  const arrived = Promise.withResolvers<void>();
  const server = serve(
    [room, town],
    on(updateFavourite, async ({ body }) => {
      await arrived.promise;
      return { data: { ...town, ...(body.size ? { size: body.size } : {}) } };
    }),
  );
  await show();
  await shown();
  const sizes: (string | null)[] = [];
  const note = () => sizes.push(sizeOf('Stadt im Blick'));
  new MutationObserver(note).observe(tile('Stadt im Blick').element(), { attributeFilter: ['data-size'] });
  corner('Stadt im Blick').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => sizeOf('Stadt im Blick')).toBe('medium');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => sizeOf('Stadt im Blick')).toBe('large');
  const reads = server.calls(listFavourites).length;
  server.answer(on(listFavourites, { data: [room, { ...town, size: 'large' }] }));
  arrived.resolve();
  await expect.poll(() => server.calls(listFavourites).length).toBeGreaterThan(reads);
  expect(sizes).toEqual(['medium', 'large']);
  expect(server.calls(updateFavourite).map(({ body }) => body.size)).toEqual(['medium', 'large']);
});

it('keeps a moved tile in place while values arrive', async () => {
  const isTold = Promise.withResolvers<void>();
  const server = serve(
    [room, temperature],
    on(updateFavourite, async () => {
      await isTold.promise;
      return { data: room };
    }),
  );
  await show();
  await shown();
  const orders: string[] = [];
  const note = () => orders.push(order().join());
  new MutationObserver(note).observe(tiles.element(), { childList: true });
  grip('Raum 2.15').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(order).toEqual(['Temperatur', 'Raum 2.15']);
  const now = new Date().toISOString();
  await server.push('twin/5/values', [
    { stateId: 6, key: 'temperature', value: 23, timestamp: now, receivedAt: now, origin: 'live', status: 'ok' },
  ]);
  await expect.element(tile('Temperatur').getByText('23°C', { exact: true })).toBeVisible();
  server.answer(on(listFavourites, { data: [temperature, room] }));
  isTold.resolve();
  await expect.poll(() => orders).toEqual(['Temperatur,Raum 2.15']);
});

it('removes a tile, and restores it with its size and place', async () => {
  const server = serve([room, temperature, town]);
  await show();
  await pick(page, 'Kachel „Temperatur“ anpassen', 'Aus den Favoriten nehmen');
  await expect.poll(order).toEqual(['Raum 2.15', 'Stadt im Blick']);
  await press(page, 'Rückgängig');
  await expect.poll(order).toEqual(['Raum 2.15', 'Temperatur', 'Stadt im Blick']);
  expect(server.calls(createFavourite).map(({ body }) => body)).toEqual([
    { type: 'state', stateId: 6, size: 'small', position: 1 },
  ]);
});

it('shows what a tile of each kind is about', async () => {
  const driver: PartOf<Favourite> = {
    id: 4,
    type: 'driver',
    size: 'small',
    object: { id: 2, title: 'Treiber', publishedVersion: 3, deviceCount: 2 },
  };
  const rule: PartOf<Favourite> = {
    id: 5,
    type: 'rule',
    size: 'small',
    object: { id: 3, title: 'Zu warm', active: false, dtwin: { id: 5, title: 'Raum 2.15' } },
  };
  serve([temperature, town, driver, rule]);
  const { path } = await show();
  await expect.element(tile('Temperatur').getByText('21,5°C', { exact: true })).toBeVisible();
  await expect.element(tile('Stadt im Blick').getByText(/2 Widgets/)).toBeVisible();
  await expect.element(tile('Treiber').getByText(/2 Geräte/)).toBeVisible();
  await expect.element(tile('Zu warm').getByText(/Ausgeschaltet/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await tile('Stadt im Blick').getByRole('link', { name: 'Stadt im Blick' }).click();
  await expect.poll(path).toBe('/dashboards/7');
});

it('asks what to do with unsent messages of a restored copy', async () => {
  let count = 2;
  const server = serve(
    [room],
    on(readHeldDeliveries, () => ({ data: { count, oldestAt: count > 0 ? '2026-03-01T12:00:00.000Z' : null } })),
    on(discardHeldDeliveries, () => {
      count = 0;
      return { data: { count: 2 } };
    }),
  );
  await show();
  const notice = block('Nachrichten aus der Zeit vor der Wiederherstellung');
  await expect.element(notice.getByText(/2 Nachrichten/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(notice, 'Verwerfen');
  expect(server.calls(discardHeldDeliveries)).toEqual([]);
  await press(page.getByRole('alertdialog', { name: '2 Nachrichten verwerfen?' }), 'Verwerfen');
  await reported('2 Nachrichten verworfen');
  await expect.element(notice).not.toBeInTheDocument();
});

it('says that mails of rules are waiting for a mail server', async () => {
  serve([], on(readRuleFigures, { data: { waitingMails: 2 } }));
  await show();
  await expect.element(page.getByText(/2 (mails of rules are waiting|E-Mails von Regeln warten)/)).toBeVisible();
});
