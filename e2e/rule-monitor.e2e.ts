import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, signedIn, type Visit } from './browser.ts';

const word = () => randomBytes(4).toString('hex');
const hourMs = 3_600_000;

/** Through the API with the session of the page, for setup. */
async function send(visit: Visit, method: 'GET' | 'POST' | 'PUT', path: string, data?: object) {
  const answer = await visit.context.request.fetch(`${visit.baseUrl}/api/v1/${path}`, {
    method,
    headers: { origin: visit.baseUrl },
    ...(data ? { data } : {}),
  });
  expect([path, answer.ok(), answer.ok() ? '' : await answer.text()]).toEqual([path, true, '']);
  return (await answer.json()).data;
}

const makeTwin = (visit: Visit, title: string, parentId?: number): Promise<{ id: number }> =>
  send(visit, 'POST', 'digitaltwin', { title, ...(parentId === undefined ? { tenantId: 1 } : { parentId }) });

const makeRule = (visit: Visit, twinId: number, body: object): Promise<{ id: number }> =>
  send(visit, 'POST', `digitaltwin/rules/dtwin/${twinId}/rule/`, {
    alarm: { severity: 'error', message: 'Zu warm: {{temperature}}' },
    ...body,
  });

interface Room {
  id: number;
  state: { id: number };
  /** A metric for the temperature. */
  metrics: object[];
  set: (value: number, hoursAgo?: number) => Promise<unknown>;
}

/** A twin with a temperature. */
async function makeRoom(visit: Visit, title: string, parentId?: number): Promise<Room> {
  const { id } = await makeTwin(visit, title, parentId);
  const state: { id: number } = await send(visit, 'POST', `digitaltwin/states/dtwin/${id}/state/`, {
    title: 'Temperatur',
    key: 'temperature',
    unit: '°C',
    valueType: 'number',
    config: { source: 'none' },
  });
  return {
    id,
    state,
    metrics: [{ alias: 'temperature', stateId: state.id }],
    set: (value, hoursAgo) =>
      send(visit, 'PUT', `digitaltwin/states/dtwin/${id}/state/${state.id}/value`, {
        value,
        ...(hoursAgo === undefined ? {} : { timestamp: new Date(Date.now() - hoursAgo * hourMs).toISOString() }),
      }),
  };
}

const above = (value: number) => ({
  mode: 'tree',
  tree: { op: 'when', metric: 'temperature', cmp: 'gt', value },
});

const row = (page: Page, name: RegExp) => page.getByRole('row', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const rulePath = (twinId: number, ruleId: number) => `/digitaltwin-mgmt/${twinId}/rules/${ruleId}`;

/** One rule that fires, one that fails, one that does nothing. */
async function makeRules(visit: Visit) {
  const name = word();
  const room = await makeRoom(visit, `Raum ${name}`);
  const { metrics } = room;
  const warm = await makeRule(visit, room.id, { title: `Warm ${name}`, metrics, conditions: above(28) });
  await makeRule(visit, room.id, {
    title: `Kaputt ${name}`,
    metrics,
    conditions: { mode: 'script', script: 'return nothing.here > 1;' },
  });
  await makeRule(visit, room.id, { title: `Still ${name}`, metrics, conditions: above(50) });
  await room.set(31.5);
  return { name, room, warm };
}

describe('the rules monitor', () => {
  it('shows the work of rules, filters for those that need attention and opens a failed one', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { name } = await makeRules(visit);
    await open(`/digitaltwin/rules-monitor?q=${name}`);
    await row(page, new RegExp(`Warm ${name}.*Raum ${name}.*Alarm offen.*Ausgeführt`)).waitFor();
    await row(page, new RegExp(`Still ${name}.*Aktiv.*Nicht erfüllt`)).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('button', { name: /^Offene Regelalarme/ }).click();
    await page.waitForURL(/attention=true/);
    await row(page, new RegExp(`Still ${name}`)).waitFor({ state: 'detached' });
    await row(page, new RegExp(`Warm ${name}`)).waitFor();

    await page.getByRole('tab', { name: 'Fehlgeschlagene Ausführungen' }).click();
    const failed = row(page, new RegExp(`Kaputt ${name}.*nothing is not defined`));
    await failed.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await failed.getByText(`Kaputt ${name}`).click();
    await heading(page, `Kaputt ${name}`);
  });

  it('is also available for a twin and its subtree', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const name = word();
    const building = await makeTwin(visit, `Haus ${name}`);
    const room = await makeRoom(visit, `Raum ${name}`, building.id);
    await makeRule(visit, room.id, { title: `Warm ${name}`, metrics: room.metrics, conditions: above(28) });
    const { connector } = await send(visit, 'POST', 'bridge', { tenantId: 1, type: 'webhook-incoming', name });
    const device: { id: number } = await send(visit, 'POST', 'virtualdevice/', {
      tenantId: 1,
      bridgeId: connector.id,
      parentId: building.id,
      title: `Gerät ${name}`,
      deviceId: name,
    });
    await makeRule(visit, device.id, { title: `Still ${name}`, metrics: room.metrics, conditions: above(50) });
    await open(`/digitaltwin-mgmt/${building.id}?tab=rules`);
    const below = page.getByRole('region', { name: 'Regeln darunter' });
    await row(page, new RegExp(`Warm ${name}`)).waitFor();
    expect(await below.getByText(`Still ${name}`).count()).toBe(0);
    await below.getByRole('switch', { name: 'Auch Regeln virtueller Geräte' }).click();
    await row(page, new RegExp(`Still ${name}`)).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('the history of a rule', () => {
  it('shows the values and the result of each evaluation, and the alarm it raised', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { room, warm, name } = await makeRules(visit);
    await room.set(20);
    await room.set(21);
    // Evaluations without a match are counted for some seconds before they are written, and the page refetches every
    // ten. Saving the rule may have added one of its own.
    const executions = `digitaltwin/rules/execution-history/dtwin/${room.id}/rule/${warm.id}`;
    const newest = async (): Promise<unknown> => (await send(visit, 'POST', executions, {}))[0];
    await expect.poll(newest).toMatchObject({ count: 2, result: 'notMet' });
    await open(`${rulePath(room.id, warm.id)}?tab=history`);
    const history = page.getByRole('region', { name: 'Ausführungen' });
    await history.getByRole('row', { name: /Nicht erfüllt 2 ×/ }).waitFor();
    await history.getByRole('row', { name: /Ausgeführt/ }).click();
    await history.getByRole('region', { name: 'Bedingungen' }).getByText('erfüllt', { exact: true }).waitFor();
    await history.getByRole('region', { name: 'Metriken mit ihren Werten' }).getByText('31,5').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await history.getByRole('link', { name: 'Alarm öffnen' }).click();
    await page
      .getByRole('dialog', { name: /^Zu warm: 31,5/ })
      .getByText(`Warm ${name}`)
      .first()
      .waitFor();
  });
});

describe('time travel', () => {
  const figures = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

  /** Three days of values: 20 °C, and one hour of 24, 28 and 32 °C each day. */
  async function makePast(visit: Visit) {
    const room = await makeRoom(visit, `Raum ${word()}`);
    for (const day of [3, 2, 1]) {
      for (const [hour, value] of [20, 24, 28, 32, 20].entries()) await room.set(value, day * 24 - hour);
    }
    const rule = await makeRule(visit, room.id, { title: 'Warm', metrics: room.metrics, conditions: above(30) });
    return { room, rule };
  }

  it('counts how often the rule would have fired, and a moved limit changes the count and the rule', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const { room, rule } = await makePast(visit);
    await open(rulePath(room.id, rule.id));
    const past = page.getByRole('region', { name: 'Zeitreise' });
    await figures(page, 'Letzte 7 Tage: hätte 3-mal ausgelöst').waitFor();
    const limit = past.getByRole('slider', { name: 'Grenze von temperature' });
    await expect.poll(() => limit.getAttribute('aria-valuetext')).toBe('> 30 °C');
    expect(await accessibilityProblems(page)).toEqual([]);

    // Three of 28 °C are added when the limit is below them.
    await limit.focus();
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('PageDown');
    expect(Number(await limit.getAttribute('aria-valuenow'))).toBeLessThan(28);
    await figures(page, 'hätte 6-mal ausgelöst').waitFor();

    const box = await limit.boundingBox();
    if (!box) throw new Error('the limit is not on the screen');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x, middle.y - 30, { steps: 5 });
    await page.mouse.move(middle.x, middle.y - 300, { steps: 5 });
    await page.mouse.up();
    await figures(page, 'hätte nie ausgelöst').waitFor();
    const moved = Number(await limit.getAttribute('aria-valuenow'));
    expect(moved).toBeGreaterThanOrEqual(32);

    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.waitForURL(/tab=rules/);
    const [saved] = await send(visit, 'GET', `digitaltwin/rules/dtwin/${room.id}/`);
    expect(saved.conditions).toEqual(above(moved));
  });
});

it('a state lists the rules that use it', async () => {
  const visit = await signedIn();
  const { page, open } = visit;
  const { room, name } = await makeRules(visit);
  await open(`/digitaltwin-mgmt/${room.id}?tab=states`);
  await page.getByRole('button', { name: 'Aktionen für Temperatur', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Herkunft und Verwendung' }).click();
  const lineage = page.getByRole('dialog', { name: 'Herkunft und Verwendung' });
  await lineage.getByRole('link', { name: `Warm ${name}` }).click();
  await heading(page, `Warm ${name}`);
});
