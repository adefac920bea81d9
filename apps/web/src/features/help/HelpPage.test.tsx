import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import { HelpPage } from './HelpPage.tsx';

const show = (path: string, options: RenderOptions = {}) =>
  render(<HelpPage />, { language: 'de', route: '/help', path, ...options });
const search = page.getByRole('searchbox', { name: 'Anleitungen durchsuchen' });

it('lists the guides by topic', async () => {
  const { path } = await show('/help');
  const begin = page.getByRole('region', { name: 'Beginnen' });
  await expect.element(begin).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await begin.getByRole('link', { name: /^Das erste Gerät/ }).click();
  await expect.poll(path).toMatch(/^\/help\?guide=/);
});

it('finds words in all guides, marks them, and opens their place', async () => {
  const { path } = await show('/help');
  await search.fill('rücksprungadresse');
  await expect.element(page.getByText('1 Stelle gefunden')).toBeVisible();
  const found = page.getByRole('link').filter({ hasText: /Rücksprungadresse/ });
  await expect.poll(() => found.element().querySelector('mark')?.textContent).toBe('Rücksprungadresse');
  expect(await accessibilityProblems()).toEqual([]);
  await found.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Anmeldedienste' })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 2, name: 'Einen einrichten' })).toHaveFocus();
  expect(path()).toContain('#');
});

it('says that it finds nothing, with the words as text', async () => {
  await show('/help?q=xylophon%20%3Cb%3E');
  await expect.element(page.getByText('Nichts gefunden für „xylophon <b>“')).toBeVisible();
  await expect.element(search).toHaveValue('xylophon <b>');
});

it('leads back to all guides from one that does not exist', async () => {
  const { path } = await show('/help?guide=gibt-es-nicht');
  await page
    .getByRole('link')
    .filter({ hasText: /Anleitungen/ })
    .first()
    .click();
  await expect.poll(path).toBe('/help');
});

it('shows a guide with its contents and named examples, also on a phone', async () => {
  await show('/help?guide=mqtt', { size: phone });
  await expect.element(page.getByRole('heading', { level: 1, name: 'MQTT' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Beispiel 1' })).toMatchTextContent('export CONNECTOR=1');
  await expect.element(page.getByRole('button', { name: 'Beispiel 1 kopieren' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});

it('is in the language of the page', async () => {
  await show('/help', { language: 'en' });
  await expect.element(page.getByRole('link', { name: /^The first device/ })).toBeVisible();
});
