import { verify } from '@stellwerk/contract/session';
import { openApiDocument } from '@stellwerk/contract/system';
import { createTwin, deleteTwin, listTwins } from '@stellwerk/contract/twin';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { press } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import { ApiPage } from './ApiPage.tsx';

const text = { type: 'string' };
const call = (summary: string, permission: string, more: object = {}) => ({
  tags: ['twins'],
  summary,
  description: `Permission: ${permission}`,
  security: [{ key: [] }],
  responses: {
    200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } },
    404: { description: 'DTWIN_NOT_FOUND' },
  },
  ...more,
});
const openApi = {
  info: { version: '1.0.0' },
  paths: {
    '/api/v1/digitaltwin': {
      get: call('Twins of the scopes', 'DigitalTwin.list', {
        parameters: [{ name: 'search', in: 'query', required: false, schema: text }],
      }),
      post: call('Create a twin', 'DigitalTwin.write', {
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { title: text }, required: ['title'] } },
          },
        },
      }),
    },
    '/api/v1/digitaltwin/{id}': {
      delete: call('Delete a twin', 'DigitalTwin.manage', {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      }),
    },
  },
  components: { schemas: {} },
};

const serve = (...more: Answered[]) =>
  answers(
    on(openApiDocument, JSON.stringify(openApi)),
    on(verify, { data: { isAuthenticated: true, user: { id: 1 } } }),
    ...more,
  );
const show = (called: string, options: RenderOptions = {}) =>
  render(<ApiPage />, {
    language: 'de',
    route: '/api',
    path: called ? `/api?call=${encodeURIComponent(called)}` : '/api',
    ...options,
  });

const response = page.getByRole('region', { name: 'Antwort', exact: true });
const curl = page.getByRole('region', { name: 'Als curl-Befehl' });
const question = page.getByRole('alertdialog');

it('finds a call by words of its permission, and shows its requirements', async () => {
  serve();
  const { path } = await show('');
  await expect.element(page.getByText(/Wählen Sie einen Aufruf/)).toBeVisible();
  await page.getByRole('searchbox').fill('digitaltwin.list');
  const list = page.getByRole('navigation', { name: 'Aufrufe' });
  await list.getByRole('link', { name: /GET.*Twins of the scopes/ }).click();
  await expect.element(page.getByRole('heading', { level: 2, name: '/api/v1/digitaltwin' })).toHaveFocus();
  await expect.element(page.getByText(/Berechtigung:/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  expect(path()).toContain('call=');
});

it('tries a call with a query, which the curl command contains', async () => {
  const server = serve(on(listTwins, { data: [{ title: 'Wasserwerk <b>Ost</b>' }] }));
  await show('GET /api/v1/digitaltwin');
  await page.getByRole('textbox', { name: 'search' }).fill('wasser');
  await expect.element(curl).toMatchTextContent(/\/api\/v1\/digitaltwin\?search=wasser'/);
  await press(page, 'Aufruf senden');
  await expect.element(response.getByText('200', { exact: true })).toBeVisible();
  await expect.element(response).toMatchTextContent('Wasserwerk <b>Ost</b>');
  expect(server.calls(listTwins)[0]?.query.search).toBe('wasser');
});

it('asks before a call that changes data, and sends no body that is no JSON', async () => {
  const server = serve(on(createTwin, { data: { id: 5, title: 'Halle' } }));
  await show('POST /api/v1/digitaltwin');
  const body = page.getByRole('textbox').filter({ hasText: /title/ });
  await body.fill('{');
  await press(page, 'Aufruf senden');
  await expect.element(page.getByText('Das ist kein gültiges JSON.')).toBeVisible();
  await page.getByRole('article').getByRole('textbox').fill('{"title": "Halle"}');
  await press(page, 'Aufruf senden');
  await press(question, 'Abbrechen');
  expect(server.calls(createTwin)).toEqual([]);
  await press(page, 'Aufruf senden');
  await press(question, 'Senden');
  await expect.element(response.getByText('201', { exact: true })).toBeVisible();
  expect(server.calls(createTwin)[0]?.body.title).toBe('Halle');
});

it('deletes only with all values and after a question, and shows why it was refused', async () => {
  const server = serve(on(deleteTwin, refusal('DTWIN_NOT_FOUND')));
  await show('DELETE /api/v1/digitaltwin/{id}');
  await expect.element(page.getByText(/Dieser Aufruf löscht echte Daten\./)).toBeVisible();
  await press(page, 'Aufruf senden');
  await expect.element(page.getByText(/Bitte angeben/)).toBeVisible();
  expect(question.elements()).toEqual([]);
  await page.getByRole('textbox', { name: 'id' }).fill('7');
  await press(page, 'Aufruf senden');
  await expect
    .element(page.getByRole('alertdialog', { name: 'DELETE /api/v1/digitaltwin/7 wirklich senden?' }))
    .toBeVisible();
  await press(question, 'Senden');
  await expect.element(response.getByText('404', { exact: true })).toBeVisible();
  await expect.element(response).toMatchTextContent('DTWIN_NOT_FOUND');
  expect(server.calls(deleteTwin)).toHaveLength(1);
});

it('says why the description did not load, and tries again', async () => {
  const server = serve(on(openApiDocument, refusal('INTERNAL_ERROR')));
  await show('');
  await expect.element(page.getByRole('alert')).toBeVisible();
  server.answer(on(openApiDocument, JSON.stringify(openApi)));
  await press(page, 'Erneut versuchen');
  await expect.element(page.getByRole('navigation', { name: 'Aufrufe' })).toBeVisible();
});

it('shows one thing at a time on a phone', async () => {
  serve();
  await show('GET /api/v1/digitaltwin', { size: phone });
  await expect.element(page.getByRole('button', { name: 'Aufruf senden' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  await press(page, 'Alle Aufrufe');
  await expect.element(page.getByRole('searchbox')).toBeVisible();
});
