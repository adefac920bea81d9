import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDashboard, makeTwin, type NewWidget, writeHistory } from './api-fixtures.ts';
import { accessibilityProblems, type Visit, visitSignedIn } from './browser.ts';

const hourMs = 3_600_000;
/** Formulas that spreadsheets would run and markup that browsers would render. */
const hostileTitle = '=cmd|<img src=x onerror="document.title=1">';

const chart = (title: string, twinId: number, options: object, size = 6): NewWidget => ({
  title,
  type: 'chart',
  size,
  minHeightPx: 260,
  options: { twinFilter: { parentDtwinId: String(twinId) }, ...options },
});

/** Two rooms with a day of values: CO₂ rises from 400 by 10 every hour, the temperature is constant. */
async function makeRooms(visit: Visit) {
  const building = await makeTwin(visit, `Schule ${randomBytes(4).toString('hex')}`);
  const untilMs = Date.now() - 60_000;
  for (const [title, least] of [
    ['Raum 1', 400],
    [hostileTitle, 900],
  ] as const) {
    const room = await makeTwin(visit, title, building.id);
    const states = [
      {
        title: 'CO₂',
        key: 'co2',
        unit: 'ppm',
        valueAt: (atMs: number) => least + 10 * (24 - Math.round((untilMs - atMs) / hourMs)),
      },
      { title: 'Temperatur', key: 'temperature', unit: '°C', valueAt: () => 21.5 },
    ];
    await writeHistory(visit, room.id, states, { days: 1, everyMs: hourMs, untilMs });
  }
  return building.id;
}

const widgetOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** The number of different colours on the canvas; an empty canvas has one. */
async function coloursIn(canvas: Locator): Promise<number> {
  await canvas.waitFor();
  return canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return 0;
    const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? [];
    const found = new Set<number>();
    for (let at = 0; at < pixels.length; at += 4) {
      found.add(((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0));
    }
    return found.size;
  });
}

async function saved(page: Page, start: () => Promise<void>) {
  const waiting = page.waitForEvent('download');
  await start();
  const download = await waiting;
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

async function choose(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Aktionen für ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe('charts on a dashboard', () => {
  it('render measured values, describe them for screen readers, and export them', async () => {
    const visit = await visitSignedIn('/home', { height: 1600 });
    const { page } = visit;
    const twinId = await makeRooms(visit);
    const co2 = { states: ['co2'] };
    const gauge = { min: 0, max: 1200, valueDetermination: 'max', thresholds: [{ value: 1000, color: 'error' }] };
    const id = await makeDashboard(
      visit,
      [
        chart('Linien', twinId, { data: co2, toolbox: { dataView: true, saveAsImage: true, dataZoom: true } }),
        chart('Balken', twinId, {
          chartType: 'bar',
          data: { ...co2, aggregate: true, interval: '6h', function: 'max' },
        }),
        chart('Anzeige', twinId, { chartType: 'gauge', data: co2, gauge }),
        chart('Wärme', twinId, { chartType: 'heatmap', data: co2 }),
        chart('Leer', twinId, {}),
        {
          title: 'Wert',
          type: 'value',
          size: 3,
          options: { twinFilter: { parentDtwinId: String(twinId) }, state: 'co2', combination: 'max' },
        },
      ],
      2,
    );
    await visit.open(`/dashboards/${id}`);

    const lines = widgetOf(page, 'Linien').locator('figcaption');
    await lines.getByText(/Raum 1 · CO₂: zuletzt 630 ppm/).waitFor();
    await lines.getByText(`${hostileTitle} · CO₂: zuletzt 1.130 ppm`).waitFor();
    await widgetOf(page, 'Anzeige').getByText('Raum 1 · CO₂: 630 ppm.').waitFor();
    await widgetOf(page, 'Leer').getByText('Noch kein Datenpunkt gewählt').waitFor();
    await widgetOf(page, 'Wert').getByText('1.130').first().waitFor();
    for (const title of ['Linien', 'Balken', 'Anzeige', 'Wärme']) {
      expect([title, (await coloursIn(widgetOf(page, title).locator('canvas').first())) > 10]).toEqual([title, true]);
    }
    // No part of a name has become an element of the page.
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    await widgetOf(page, 'Linien').getByRole('button', { name: 'Daten als Tabelle' }).click();
    const table = page.getByRole('dialog', { name: 'Daten: Linien' });
    await table.getByRole('cell', { name: '630 ppm' }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await table.getByRole('button', { name: 'Schließen' }).click();

    const csv = await saved(page, () => choose(page, 'Linien', 'Als CSV speichern'));
    const rows = csv.content.toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n');
    expect(csv.name).toBe('Linien.csv');
    expect(rows[0]).toBe('Zeit,Beschriftung,Einheit,Wert');
    expect(rows.filter((row) => /^\d{4}-\d\d-\d\dT[\d:.]+Z,Raum 1 · CO₂,ppm,\d+$/.test(row)).length).toBe(25);
    // Spreadsheets run cells that begin with an equals sign.
    expect(rows.filter((row) => row.includes(`"'=cmd|`)).length).toBe(25);

    const png = await saved(page, () =>
      widgetOf(page, 'Linien').getByRole('button', { name: 'Bild speichern' }).click(),
    );
    expect(png.name).toBe('Linien.png');
    expect(png.content.subarray(1, 4).toString()).toBe('PNG');
    // An empty picture of this size has a few hundred bytes.
    expect(png.content.length).toBeGreaterThan(5_000);
  });
});

describe("a chart by a user's own code", () => {
  const codes = {
    Gut: 'return { xAxis: { type: "category", data: data.map((line) => line.dtwinTitle) }, yAxis: {}, tooltip: { trigger: "item", renderMode: "html", formatter: "<b>{b}</b>" }, series: [{ type: "bar", data: data.map((line) => line.points.length) }] };',
    Fehler: 'const one = 1;\n\nreturn missing.thing;',
    Schreibfehler: 'const a = 1;\nreturn { series: [ };',
    Schleife: 'for (;;) {}',
    Riese: 'return { title: { text: "x".repeat(4000000) }, series: [] };',
    Nichts: 'return 5;',
    /** Each way to the network must be closed; the error lists those that are open. */
    Feindlich: `
      const reached = [];
      for (const name of ['window', 'document', 'parent', 'top', 'opener', 'localStorage', 'frames']) {
        try { if (self[name] !== undefined) reached.push(name); } catch { }
      }
      const shut = (name, attempt) => { try { attempt(); reached.push(name); } catch { } };
      shut('eval', () => eval('1'));
      shut('Function', () => new Function('return 1')());
      shut('importScripts', () => importScripts('data:text/javascript,1'));
      shut('request', () => { const request = new XMLHttpRequest(); request.open('GET', '/api/v1/users/me', false); request.send(); });
      shut('database', () => indexedDB.open('x').result);
      if (reached.length > 0) throw new Error('reached ' + reached.join(' '));
      return { title: { text: 'locked in', link: 'https://example.com' }, series: [] };`,
  };

  it('renders in a frame without any access, and affects nothing else', async () => {
    const visit = await visitSignedIn('/home', { height: 1600 });
    const { page } = visit;
    const twinId = await makeRooms(visit);
    const widgets = Object.entries(codes).map(([title, generator]) =>
      chart(title, twinId, { chartType: 'custom', data: { states: ['co2'] }, generator }, 4),
    );
    await visit.open(`/dashboards/${await makeDashboard(visit, widgets, 2)}`);

    const frameOf = (title: string) => widgetOf(page, title).frameLocator('iframe');
    for (const title of ['Gut', 'Feindlich']) {
      expect([title, (await coloursIn(frameOf(title).locator('canvas'))) > 10]).toEqual([title, true]);
    }
    await widgetOf(page, 'Fehler').getByText('Zeile 3: ReferenceError: missing is not defined').waitFor();
    await widgetOf(page, 'Schreibfehler')
      .getByText(/Zeile 2: SyntaxError/)
      .waitFor();
    await widgetOf(page, 'Schleife').getByText('Der Code hat länger als 2 Sekunden gebraucht').waitFor();
    await widgetOf(page, 'Riese').getByText('Das Diagramm ist zu groß').waitFor();
    await widgetOf(page, 'Nichts').getByText('Der Code gibt kein Diagramm zurück').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const sandbox = await widgetOf(page, 'Gut').locator('iframe').getAttribute('sandbox');
    expect(sandbox).toBe('allow-scripts');
    // The page still works, and the failed widget offers a retry.
    await widgetOf(page, 'Fehler').getByRole('button', { name: 'Noch einmal ausführen' }).click();
    await widgetOf(page, 'Fehler')
      .getByText(/Zeile 3: ReferenceError/)
      .waitFor();

    const png = await saved(page, () => choose(page, 'Gut', 'Als PNG speichern'));
    expect(png.content.subarray(1, 4).toString()).toBe('PNG');
    expect(png.content.length).toBeGreaterThan(2_000);
  });

  it('reaches no server by fetch, import or WebSocket, even after a delay', async () => {
    const visit = await visitSignedIn('/home');
    const { page } = visit;
    const reached: string[] = [];
    const peer = createServer((request, response) => {
      reached.push(request.url ?? '');
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('content-type', 'text/javascript').end('export const here = 1;');
    });
    peer.on('upgrade', (request, socket) => {
      reached.push(request.url ?? '');
      socket.destroy();
    });
    peer.listen(0, '127.0.0.1');
    await once(peer, 'listening');
    onTestFinished(() => void peer.close());
    const address = `127.0.0.1:${(peer.address() as AddressInfo).port}`;
    // The code escapes its function, intercepts the request and responds once every attempt has ended.
    const generator = `
      };
      const attempts = [
        async () => fetch('http://${address}/fetch', { mode: 'no-cors' }),
        async () => import('http://${address}/import.js'),
        async () => import('data:text/javascript,export default 1'),
        () => new Promise((resolve, reject) => {
          const socket = new WebSocket('ws://${address}/socket');
          socket.onopen = resolve;
          socket.onerror = reject;
        }),
        async () => navigator.sendBeacon ? navigator.sendBeacon('http://${address}/beacon') || Promise.reject() : Promise.reject(),
      ];
      const soon = () => new Promise((_, reject) => setTimeout(reject, 500));
      self.addEventListener('message', async (event) => {
        event.stopImmediatePropagation();
        const ends = await Promise.allSettled(attempts.map((attempt) => Promise.race([attempt(), soon()])));
        const open = ends.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
        if (open.length > 0) setTimeout(() => { throw new Error('reached by ' + open); });
        else self.postMessage(JSON.stringify({ title: { text: 'locked in' }, series: [] }));
      });
      self.unused = function () {`;
    const custom = chart('Fernweh', await makeRooms(visit), {
      chartType: 'custom',
      data: { states: ['co2'] },
      generator,
    });
    await visit.open(`/dashboards/${await makeDashboard(visit, [custom], 2)}`);
    const canvas = widgetOf(page, 'Fernweh').frameLocator('iframe').locator('canvas');
    expect(await coloursIn(canvas)).toBeGreaterThan(10);
    expect(reached).toEqual([]);
    // The server would have received them.
    await fetch(`http://${address}/here`);
    expect(reached).toEqual(['/here']);
  });
});
