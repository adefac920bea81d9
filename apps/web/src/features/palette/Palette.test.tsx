import { type SearchGroup, searchEverything } from '@stellwerk/contract/search';
import { logout, session as sessionSchema } from '@stellwerk/contract/session';
import { LayoutDashboard, Table2 } from 'lucide-react';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storage } from '../../lib/storage.ts';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import { type PartOf, sampleOf } from '../../testing/sample.ts';
import { PaletteButton } from './PaletteButton.tsx';
import { PaletteHost } from './PaletteHost.tsx';

const screens = [
  { path: '/dashboards', title: 'Dashboards', group: 'Auswertung', icon: LayoutDashboard },
  { path: '/digitaltwin-state-overview', title: 'Zustandsübersicht', group: 'Auswertung', icon: Table2 },
];
const session = sampleOf(sessionSchema, {
  user: { id: 1, tenantId: 1 },
  abilities: ['Dashboards.manage', 'VirtualDevice.read', 'DigitalTwin.read'],
});
const hit = (id: number, title: string, more: PartOf<SearchGroup['hits'][number]> = {}) => ({
  id,
  type: 'twin' as const,
  title,
  subtitle: '',
  path: `/digitaltwin-mgmt/${id}`,
  ...more,
});
const groups: PartOf<SearchGroup>[] = [
  {
    type: 'twin',
    hits: [hit(5, 'Pumpe Mühlbach', { subtitle: 'Wasserwerk Ost', status: 'error' }), hit(6, 'Altpumpe')],
    hasMore: true,
  },
  { type: 'dashboard', hits: [hit(7, 'Pumpen im Blick', { type: 'dashboard', path: '/dashboards/7' })] },
];

// The last opened objects are stored for each user.
beforeEach(() => storage.writeText('recent.1', '[]'));

const show = (options: RenderOptions = {}) =>
  render(
    <>
      <PaletteButton isPhone={options.size === phone} />
      <PaletteHost screens={screens} session={session} screenTitle="" />
    </>,
    { language: 'de', ...options },
  );

const palette = page.getByRole('dialog', { name: 'Suchen oder springen zu …' });
const field = palette.getByRole('combobox');
const option = (name: RegExp) => palette.getByRole('option', { name });
/** The option that Enter would open. */
const chosen = () => palette.element().querySelector('[role=option][aria-selected=true]');
const headings = () =>
  [...palette.element().querySelectorAll('[role=group]')].map((group) => group.firstElementChild?.textContent);
const openByKey = async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
};

it('opens and closes by keys, and returns the focus', async () => {
  await show();
  const button = page.getByRole('button', { name: /Suchen oder springen zu/ });
  button.element().focus();
  await openByKey();
  expect(headings()).toEqual(['Aktionen', 'Seiten']);
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

it('finds objects, marks the words, and is used by arrow keys', async () => {
  const server = answers(on(searchEverything, { data: { groups, missing: [] } }));
  const { path } = await show();
  await openByKey();
  await userEvent.keyboard('pumpe');
  await expect.element(option(/^Pumpe Mühlbach/)).toBeVisible();
  expect(headings()).toEqual(['Digitale Zwillinge', 'Dashboards']);
  // The first letters may have been searched for already.
  await expect.poll(() => server.calls(searchEverything).at(-1)?.query.text).toBe('pumpe');
  await expect.poll(() => chosen()?.textContent).toMatch(/Wasserwerk Ost.*Fehler/);
  expect(chosen()?.querySelector('mark')?.textContent).toBe('Pumpe');
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => chosen()?.textContent).toContain('Pumpen im Blick');
  await expect.element(field).toHaveAttribute('aria-activedescendant', chosen()?.id);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(path).toBe('/digitaltwin-mgmt/5');
  await expect.element(palette).not.toBeInTheDocument();
});

it('leads to the list with all hits', async () => {
  answers(on(searchEverything, { data: { groups, missing: [] } }));
  const { path } = await show();
  await openByKey();
  await field.fill('pumpe');
  await option(/Alle Treffer in der Liste: Digitale Zwillinge/).click();
  await expect.poll(path).toBe('/digitaltwin-mgmt/list?q=pumpe');
});

it('finds pages by synonyms', async () => {
  answers(on(searchEverything, { data: { groups: [], missing: [] } }));
  const { path } = await show();
  await openByKey();
  await field.fill('messwerte');
  await option(/^Zustandsübersicht/).click();
  await expect.poll(path).toBe('/digitaltwin-state-overview');
});

it('says when it finds nothing, and that more letters find more', async () => {
  const server = answers(on(searchEverything, { data: { groups: [], missing: [] } }));
  await show({ theme: 'dark' });
  await openByKey();
  await field.fill('xyzzy');
  await expect.element(palette.getByText('Nichts gefunden zu „xyzzy“')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  server.answer(on(searchEverything, { data: { groups: [], missing: [], beginningsOnly: true } }));
  await field.fill('x');
  await expect.element(palette.getByText(/Ab drei Buchstaben/)).toBeVisible();
});

it('names kinds of objects that could not be searched in time', async () => {
  answers(on(searchEverything, { data: { groups, missing: ['device'] } }));
  await show();
  await openByKey();
  await field.fill('pumpe');
  await expect.element(palette.getByText(/Nicht rechtzeitig durchsucht: Virtuelle Geräte/)).toBeVisible();
});

it('keeps its local results when the server does not respond', async () => {
  answers(on(searchEverything, refusal('INTERNAL_ERROR', { message: 'Heute nicht' })));
  await show();
  await openByKey();
  await field.fill('dashboards');
  await expect.element(option(/^Dashboards Auswertung/)).toBeVisible();
  await expect.element(palette.getByText('Heute nicht')).toBeVisible();
});

it('offers only actions for which the user has permission', async () => {
  answers(on(searchEverything, { data: { groups: [], missing: [] } }));
  const { path } = await show();
  await openByKey();
  await field.fill('anlegen');
  await expect.element(option(/^Dashboard anlegen/)).toBeVisible();
  await expect.element(option(/^Benutzer anlegen/)).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(path).toBe('/dashboards?create=true');
});

it('switches between dark and light', async () => {
  answers(on(searchEverything, { data: { groups: [], missing: [] } }));
  await show();
  await openByKey();
  await field.fill('dunkel');
  await option(/dunklen Darstellung/).click();
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
});

it('signs out, and says so if that fails', async () => {
  answers(
    on(searchEverything, { data: { groups: [], missing: [] } }),
    on(logout, refusal('INTERNAL_ERROR', { message: 'Gerade nicht' })),
  );
  await show();
  await openByKey();
  await field.fill('abmelden');
  await option(/^Abmelden/).click();
  await expect.element(palette).not.toBeInTheDocument();
  await expect.element(page.getByText('Gerade nicht')).toBeVisible();
});

it('fills the screen of a phone', async () => {
  await show({ size: phone });
  await page.getByRole('button', { name: 'Suchen oder springen zu …' }).click();
  await expect.element(field).toHaveFocus();
  const { width, height } = palette.element().getBoundingClientRect();
  expect([width, height]).toEqual([phone.width, phone.height]);
});

it('lists the shortcuts by a question mark unless the user is typing', async () => {
  answers(on(searchEverything, { data: { groups: [], missing: [] } }));
  await show();
  await openByKey();
  await userEvent.keyboard('?');
  await expect.element(field).toHaveValue('?');
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'Tastenkürzel' });
  await expect.element(help.getByText(/Suchen oder springen/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
});
