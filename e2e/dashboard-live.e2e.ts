import { randomBytes } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeDashboard, makeTwin, send } from './api-fixtures.ts';
import { type Visit, visitSignedIn } from './browser.ts';

/** A room with a temperature, and a dashboard that shows it as a number and in a table. */
async function makeRoom(visit: Visit) {
  const { id } = await makeTwin(visit, `Raum ${randomBytes(4).toString('hex')}`);
  const state = { config: { source: 'none' }, key: 'temperature', title: 'Temperatur', unit: '°C' };
  const made = await send<{ id: number }>(visit, 'POST', `/digitaltwin/states/dtwin/${id}/state/`, state);
  const set = (value: number) =>
    send(visit, 'PUT', `/digitaltwin/states/dtwin/${id}/state/${made.id}/value`, { value });
  await set(21.5);
  const twinFilter = { dtwinIds: [String(id)] };
  const dashboardId = await makeDashboard(visit, [
    { title: 'Zahl', type: 'value', size: 4, options: { twinFilter, state: 'temperature', showLine: false } },
    {
      title: 'Tabelle',
      type: 'twinTable',
      size: 8,
      options: { twinFilter, attributes: [{ field: 'title' }, { field: 'state', key: 'temperature' }] },
    },
  ]);
  return { dashboardId, set };
}

const shown = (page: Page, widget: string, text: string) =>
  page.getByRole('region', { name: widget, exact: true }).getByText(text).first();

const isData = (request: Request) => /\/widgets\/[^/]+\/data\?/.test(request.url());

/** Resolves with the next matching message of the live connection. */
const nextWord = (page: Page, says: (message: Record<string, unknown>) => boolean) =>
  new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (says(JSON.parse(String(payload)))) resolve();
      }),
    );
  });

describe('the values of a dashboard', () => {
  it('are fetched once on opening, and then updated live', async () => {
    const visit = await visitSignedIn('/home');
    const { page } = visit;
    const { dashboardId, set } = await makeRoom(visit);
    const asked: string[] = [];
    page.on('request', (request) => isData(request) && asked.push(request.url()));
    await page.clock.install();
    // The page is reloaded, so that it opens its own connection.
    const complete = nextWord(page, ({ subscribed, isComplete }) => subscribed !== undefined && isComplete === true);
    await page.goto(`${visit.baseUrl}/favicon.svg`);
    await visit.open(`/dashboards/${dashboardId}`);
    await shown(page, 'Tabelle', '21,5').waitFor();
    await complete;
    // Long enough for everything with a delay.
    await page.clock.runFor(20_000);
    expect(asked.length).toBe(1);
    await set(24.25);
    await page.clock.runFor(1_000);
    await shown(page, 'Zahl', '24,25').waitFor();
    await shown(page, 'Tabelle', '24,25').waitFor();
    expect(asked.length).toBe(1);
  });

  it('include values between the fetch and the connection', async () => {
    const visit = await visitSignedIn('/home');
    const { page } = visit;
    const { dashboardId, set } = await makeRoom(visit);
    // The value arrives after the response was computed and before the page receives it, so before any subscription.
    let isFirst = true;
    await page.route('**/widgets/__all__/data?*', async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      const answer = await route.fetch();
      await set(23.75);
      await route.fulfill({ response: answer });
    });
    await page.goto(`${visit.baseUrl}/favicon.svg`);
    await visit.open(`/dashboards/${dashboardId}`);
    await shown(page, 'Zahl', '23,75').waitFor();
    await shown(page, 'Tabelle', '23,75').waitFor();
  });

  it('recover once the network is back', async () => {
    const visit = await visitSignedIn('/home');
    const { page, context } = visit;
    const { dashboardId, set } = await makeRoom(visit);
    await visit.open(`/dashboards/${dashboardId}`);
    await shown(page, 'Zahl', '21,5').waitFor();
    await context.setOffline(true);
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await set(19.5);
    await context.setOffline(false);
    await shown(page, 'Zahl', '19,5').waitFor();
    await shown(page, 'Tabelle', '19,5').waitFor();
    // The connection receives values again.
    await set(18.25);
    await shown(page, 'Zahl', '18,25').waitFor();
  });
});
