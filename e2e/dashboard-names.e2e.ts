import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Visit, visitSignedIn } from './browser.ts';

/** Texts that would work as markup, script, address or template. */
const hostile = [
  '<img src=x data-xss=1 onerror="window.xss=1">',
  '"><svg data-xss=1 onload=window.xss=1>',
  "'-window.xss=1-'",
  '{{constructor.constructor("window.xss=1")()}}',
  ['$', '{window.xss=1}'].join(''),
  '{a|<b data-xss=1>}{@[0]}{value|x}',
  '</title></textarea></script><script data-xss=1>window.xss=1</script>',
  'javascript:window.xss=1',
];

const hourMs = 3_600_000;

async function send<T>(visit: Visit, method: 'POST' | 'PUT', path: string, data: object): Promise<T> {
  const answer = await visit.context.request.fetch(`${visit.baseUrl}/api/v1/${path}`, {
    method,
    headers: { origin: visit.baseUrl },
    data,
  });
  const body = await answer.json();
  expect([path, body.code, body.issues ?? []]).toEqual([path, undefined, []]);
  return body.data;
}

/** A twin whose texts are all hostile, with hourly values of the last day. */
async function makeTwin(visit: Visit, text: string, index: number) {
  const twin = await send<{ id: number }>(visit, 'POST', 'digitaltwin', {
    tenantId: 1,
    title: text,
    description: text,
    address: text,
    tags: [text.replaceAll(/[,;]/g, ' ').slice(0, 50).trim()],
    keyValue: [{ key: text.slice(0, 100), value: text }],
    latitude: 50 + index / 100,
    longitude: 8 + index / 100,
  });
  const state = await send<{ id: number }>(visit, 'POST', `digitaltwin/states/dtwin/${twin.id}/state/`, {
    title: text,
    key: 'reading',
    unit: text.slice(0, 20),
    config: { source: 'none' },
  });
  for (const hours of [20, 10, 1]) {
    await send(visit, 'PUT', `digitaltwin/states/dtwin/${twin.id}/state/${state.id}/value`, {
      value: 20 + index + hours,
      timestamp: new Date(Date.now() - hours * hourMs).toISOString(),
    });
  }
  return twin.id;
}

function widgetsOf(twinIds: readonly number[], text: string, innerId: number) {
  const twinFilter = { dtwinIds: twinIds.map(String) };
  const data = { states: ['reading'] };
  const label = `{{twin.title}} {{state.title}} ${text}`.slice(0, 200);
  const charts = ['line', 'bar', 'gauge', 'heatmap', 'custom'].map((chartType) => ({
    type: 'chart',
    title: text,
    options: {
      ...{ chartType, twinFilter, data: { ...data, aggregate: chartType === 'bar' }, label },
      toolbox: { dataView: true },
    },
  }));
  const key = text.slice(0, 100).trim();
  const attributes = [
    ...['title', 'description', 'tags', 'address', 'tenantName', 'status'].map((field) => ({ field, label: key })),
    { field: 'state', key: 'reading', label: key },
    { field: 'keyValue', key, label: key },
    { field: 'customParameter', key: 'hostile', label: key },
  ];
  return [
    ...charts,
    { type: 'value', title: text, options: { twinFilter, state: 'reading', unit: text.slice(0, 30).trim() } },
    { type: 'twinTable', title: text, size: 12, options: { twinFilter, attributes } },
    {
      type: 'twinMap',
      title: text,
      size: 12,
      options: { twinFilter, popupTitle: `{{twin.title}} ${text}`.slice(0, 200), attributes },
    },
    { type: 'dashboard', title: text, size: 12, options: { dashboard: String(innerId) } },
  ];
}

/** Records elements that a text has become, even for a short time, and scripts that ran. */
async function watchMarkup(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const found: string[] = [];
    Object.assign(window, { foundMarkup: found });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        if (node.matches('[data-xss]') || node.querySelector('[data-xss]')) found.push(node.outerHTML.slice(0, 200));
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () =>
    page.evaluate(() => ({
      ran: 'xss' in window,
      stands: document.querySelectorAll('[data-xss]').length,
      found: 'foundMarkup' in window ? window.foundMarkup : 'not watched',
      links: [...document.querySelectorAll('a[href]')].filter((link) =>
        /^\s*javascript:/i.test(String(link.getAttribute('href'))),
      ).length,
    }));
}

/** Moves over every canvas, so that every tooltip shows. */
async function pointEverywhere(page: Page): Promise<void> {
  for (const canvas of await page.locator('canvas').all()) {
    if (!(await canvas.isVisible())) continue;
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    if (!box) continue;
    for (const [x, y] of [
      [0.3, 0.5],
      [0.5, 0.6],
      [0.9, 0.3],
    ] as const) {
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
    }
  }
}

it('names with markup stay text in every widget, tooltip and popup', async () => {
  const visit = await visitSignedIn('/home');
  const { page, open } = visit;
  const twinIds: number[] = [];
  for (const [index, text] of hostile.entries()) twinIds.push(await makeTwin(visit, text, index));
  const text = hostile.join(' ').slice(0, 200).trim();
  const parameters = { customParameters: [{ name: 'hostile', label: text.slice(0, 100).trim(), defaultValue: text }] };
  const make = (widgets: object[]) =>
    send<{ id: number }>(visit, 'POST', 'dashboards', { tenantId: 1, name: text, ...parameters, widgets });
  const inner = await make([{ type: 'value', title: '{{param.hostile}}', options: { state: 'reading' } }]);
  const { id } = await make(widgetsOf(twinIds, text, inner.id));

  await open(`/dashboards/${id}`);
  const findings = await watchMarkup(page);
  const table = page.getByRole('table').first();
  await table.scrollIntoViewIfNeeded();
  await table
    .getByText(hostile[0] ?? '', { exact: false })
    .first()
    .waitFor();
  await pointEverywhere(page);
  // Markers are buttons with the title of their twin; a cluster opens first.
  const map = page.getByRole('region', { name: /Karte|Map/ }).last();
  await map.scrollIntoViewIfNeeded();
  const marker = map.getByRole('button', { name: hostile[0] ?? '' });
  if ((await marker.count()) > 0) await marker.first().click();
  for (const button of await page.getByRole('button', { name: 'Daten als Tabelle' }).all()) {
    await button.click();
    await page.keyboard.press('Escape');
  }
  expect(await findings()).toEqual({ ran: false, stands: 0, found: [], links: 0 });

  for (const frame of page.frames().slice(1)) {
    expect(await frame.evaluate(() => document.querySelectorAll('[data-xss]').length)).toBe(0);
  }

  await open('/dashboards');
  const inList = await watchMarkup(page);
  await page
    .getByRole('link', { name: new RegExp(text.slice(0, 20).replaceAll(/[^\w]/g, '.')) })
    .first()
    .waitFor();
  expect(await inList()).toEqual({ ran: false, stands: 0, found: [], links: 0 });
});
