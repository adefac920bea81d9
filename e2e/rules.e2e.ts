import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, signedIn, type Visit } from './browser.ts';

/** Through the API with the session of the page. */
async function send<T>(visit: Visit, method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> {
  const answer = await visit.context.request.fetch(`${visit.baseUrl}/api/v1/digitaltwin${path}`, {
    method,
    headers: { origin: visit.baseUrl },
    ...(data ? { data } : {}),
  });
  const body = await answer.json();
  expect([path, body.code]).toEqual([path, undefined]);
  return body.data;
}

interface RuleAnswer {
  id: number;
  title: string;
  active: boolean;
  revision: number;
  throttleHours: number;
  conditions: { mode: string; script?: string };
  timeTriggers: object[];
  executionWindows: object[];
  geofenceTriggers: object[];
  commands: object[];
}

async function makeState(visit: Visit, twinId: number, body: object, value: unknown): Promise<number> {
  const state = { config: { source: 'none' }, ...body };
  const { id } = await send<{ id: number }>(visit, 'POST', `/states/dtwin/${twinId}/state/`, state);
  await send(visit, 'PUT', `/states/dtwin/${twinId}/state/${id}/value`, { value });
  return id;
}

/** A warm, dry room. */
async function makeRoom(visit: Visit) {
  const title = `Raum ${randomBytes(4).toString('hex')}`;
  const { id } = await send<{ id: number }>(visit, 'POST', '', { title, tenantId: 1 });
  const temperature = await makeState(visit, id, { title: 'Temperatur', key: 'temperature', unit: '°C' }, 27);
  const humidity = await makeState(visit, id, { title: 'Luftfeuchte', key: 'humidity', unit: '%' }, 38);
  return { id, title, temperature, humidity };
}

const tooWarm = (temperature: number) => ({
  title: 'Zu warm',
  metrics: [{ alias: 'temperature', stateId: temperature }],
  conditions: {
    mode: 'tree',
    tree: { op: 'and', children: [{ op: 'when', metric: 'temperature', cmp: 'gt', value: 25 }] },
  },
  alarm: { severity: 'warning', message: 'Zu warm: {{temperature}} °C' },
});
const makeRule = (visit: Visit, twinId: number, body: object) =>
  send<RuleAnswer>(visit, 'POST', `/rules/dtwin/${twinId}/rule/`, body);
const rulesOf = (visit: Visit, twinId: number) => send<RuleAnswer[]>(visit, 'GET', `/rules/dtwin/${twinId}/`);

const tabOf = (twinId: number) => `/digitaltwin-mgmt/${twinId}?tab=rules`;
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();
const says = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();
const ruleRow = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Regeln', exact: true }).getByRole('listitem').filter({ hasText: title });

describe('a rule', () => {
  it('is created from a template and tried at once', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const room = await makeRoom(visit);
    await open(tabOf(room.id));
    await page.getByText('Noch keine Regeln').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page, /Melden, wenn ein Wert zu hoch ist/);

    await field(page, 'Titel').waitFor();
    await expect.poll(() => field(page, 'Titel').inputValue()).toBe('Temperatur zu hoch');
    await field(page, 'Vergleichswert').fill('25');
    await says(page, 'Die Bedingungen treffen zu.');
    await press(page, 'Regel anlegen');
    await ruleRow(page, 'Temperatur zu hoch')
      .getByText(/wenn Temperatur größer als 25 °C ist/)
      .waitFor();
  });

  it('is disabled and enabled, restored to an older version, and deleted', async () => {
    const visit = await signedIn();
    const { page, open } = visit;
    const room = await makeRoom(visit);
    const rule = await makeRule(visit, room.id, tooWarm(room.temperature));
    const later = { title: 'Viel zu warm', throttleHours: 2 };
    await send(visit, 'PUT', `/rules/dtwin/${room.id}/rule/${rule.id}`, later);
    await open(tabOf(room.id));
    await page.getByRole('switch', { name: 'Regel „Viel zu warm“ aktiv' }).uncheck();
    await page.getByText('„Viel zu warm“ ist ausgeschaltet.').waitFor();
    await press(page, 'Rückgängig');
    await page.getByText('„Viel zu warm“ ist eingeschaltet.').waitFor();

    await press(page, 'Aktionen für „Viel zu warm“');
    await page.getByRole('menuitem', { name: 'Versionen' }).click();
    const versions = page.getByRole('list', { name: 'Versionen' });
    const first = versions
      .getByRole('listitem')
      .filter({ hasText: 'Version 1' })
      .filter({ hasText: 'So begann die Regel.' });
    await first.getByRole('button', { name: 'Wiederherstellen' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page.getByRole('alertdialog'), 'Wiederherstellen');
    await page.getByRole('heading', { level: 1, name: 'Zu warm', exact: true }).waitFor();
    const [restored] = await rulesOf(visit, room.id);
    expect(restored).toMatchObject({ title: 'Zu warm', throttleHours: 0 });

    await press(page, 'Weitere Aktionen');
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    await press(page.getByRole('alertdialog', { name: 'Regel „Zu warm“ löschen?' }), 'Löschen');
    await page.getByText('Noch keine Regeln').waitFor();
  });
});
