import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems, type Look, newContext } from './browser.ts';
import { launchChromium } from './chromium.ts';
import { program } from './program.ts';

let browser: Browser;

/** Releases contain no gallery: `npm test` builds the web client with it (VITE_GALLERY=on). */
beforeAll(async () => {
  browser = await launchChromium({ withMaps: true });
});
afterAll(() => browser.close());

/** One page for all tests of a theme: loading it takes longer than checking a tab. */
async function openGallery(look: Look) {
  const context = await newContext(browser, look);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(`${program().baseUrl}/#/gallery`);
  await page.getByRole('heading', { level: 1, name: 'Baukasten' }).waitFor();
  return {
    page,
    async openTab(tab: string): Promise<Locator> {
      await page.getByRole('tab', { name: tab }).click();
      return page.getByRole('tabpanel', { name: tab });
    },
    /** Script errors since the last call; one part of the gallery fails on purpose. */
    newErrors: () => errors.splice(0).filter((text) => !text.includes('broken on purpose')),
    close: () => context.close(),
  };
}

const seen = (...parts: Locator[]) => Promise.all(parts.map((part) => part.first().waitFor()));

/** The content that must be visible in each tab. */
const tabs: Record<string, (panel: Locator) => Promise<unknown>> = {
  Grundlagen: (panel) =>
    seen(
      panel.getByText('22,4'),
      panel.getByText('überfällig', { exact: false }),
      panel.locator('figure canvas'),
      panel.getByText('Ausgefallen'),
      panel.getByRole('button', { name: 'Kopieren' }),
      panel.getByRole('link', { name: 'Karte' }),
      panel.getByRole('searchbox', { name: 'Suchen' }),
      panel.getByText('Dateien hierher ziehen'),
    ),
  Rückmeldungen: (panel) =>
    seen(
      panel.getByText('Hier erscheinen Ihre Geräte'),
      panel.getByText('Keine Treffer'),
      panel.getByText('Keine Berechtigung'),
      panel.getByText('req-7f3a91c2', { exact: false }),
      panel.getByRole('heading', { name: 'Fehler in einem Teil der Seite' }),
      panel.getByRole('heading', { name: 'Platzhalter: rows' }),
    ),
  Liste: (panel) =>
    seen(
      panel.getByText('CO₂ Raum 0.00'),
      panel.getByText('von etwa 100.000', { exact: false }),
      panel.getByText('Hier erscheinen Ihre Geräte'),
      panel.getByText('Code SERVICE_UNAVAILABLE', { exact: false }),
      panel.getByText('Keine Berechtigung'),
      panel.getByRole('heading', { name: 'Erste Antwort steht aus' }),
    ),
  Formular: (panel) =>
    seen(
      panel.getByRole('textbox', { name: 'Titel' }),
      panel.getByRole('textbox', { name: 'Erwartet alle' }),
      panel.getByRole('button', { name: 'Erklärung zu Erwartet alle' }),
      panel.getByRole('combobox', { name: 'Art' }),
      panel.getByRole('combobox', { name: 'Tags' }),
      panel.getByLabel('Passwort'),
      panel.getByRole('switch', { name: 'In Betrieb' }),
      panel.getByRole('textbox', { name: 'Grenzwert' }),
      panel.getByRole('combobox', { name: 'Schlüssel' }),
      panel.getByRole('button', { name: 'Eintrag anlegen' }),
    ),
  Assistent: (panel) =>
    seen(panel.getByText('Rhythmus'), panel.getByRole('textbox', { name: 'Titel' }), panel.getByText('Weiter')),
  Baum: (panel) =>
    seen(
      panel.getByRole('treeitem', { name: /Gebäude 1/ }),
      panel.getByRole('treeitem', { name: /Etage 1\.1/ }),
      panel.getByText('Gewählt: 3, 5'),
    ),
  Diagramme: (panel) =>
    seen(
      panel.getByRole('figure', { name: /CO₂/ }).locator('canvas'),
      panel.getByRole('figure', { name: /Mittel je Stunde/ }).locator('canvas'),
      panel.getByRole('figure', { name: /Verbrauch je Tag/ }).locator('canvas'),
      panel.getByRole('figure', { name: /Anzeige/ }).locator('canvas'),
      panel.getByRole('figure', { name: /Eigenes Diagramm/ }).locator('canvas'),
      panel.getByText('Keine Werte in diesem Zeitraum'),
    ),
  Karte: (panel) =>
    seen(
      panel.locator('canvas'),
      panel.getByRole('button', { name: 'Pegel Karlsruhe, Zustand: OK' }),
      panel.getByRole('button', { name: /48 Objekte, schlechtester Zustand: Fehler/ }),
      panel.getByText('Karte: Natural Earth'),
    ),
  Code: (panel) =>
    seen(
      panel.getByRole('textbox', { name: 'Skript' }),
      panel.getByText('readInt16BE', { exact: false }),
      panel.getByText('Zeile 3: Komma vor der Klammer'),
      panel.getByText('Nur lesbar'),
    ),
};

describe.each(['light', 'dark'] as const)('the gallery in %s', (theme) => {
  let gallery: Awaited<ReturnType<typeof openGallery>>;
  beforeAll(async () => {
    gallery = await openGallery({ theme });
  });
  // The parts are the same in both themes; the dark one differs in its colours alone.
  const problems = () => accessibilityProblems(gallery.page, { coloursOnly: theme === 'dark' });
  afterEach(() => expect(gallery.newErrors()).toEqual([]));
  afterAll(() => gallery.close());

  it('has no tab without a test', async () => {
    await expect.poll(() => gallery.page.locator('html').getAttribute('data-theme')).toBe(theme);
    const names = await gallery.page.getByRole('tab').allTextContents();
    expect(names.map((name) => name.replace(/[\d.]+$/, ''))).toEqual(Object.keys(tabs));
  });

  it.each(Object.entries(tabs))('shows the accessible parts of %s', async (tab, lookAt) => {
    await lookAt(await gallery.openTab(tab));
    expect(await problems()).toEqual([]);
  });
});
