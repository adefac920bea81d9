import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';
import { program } from './program.ts';
import { administrator } from './server.setup.ts';
import { waitInShortRounds } from './short-wait-rounds.ts';

export interface Look {
  language?: 'de' | 'en';
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

let browser: Promise<Browser> | undefined;

const profile = (language: 'de' | 'en'): BrowserContextOptions => ({
  locale: language === 'de' ? 'de-DE' : 'en-GB',
  timezoneId: 'Europe/Berlin',
  reducedMotion: 'reduce',
});

/** A fresh browser profile with stored choices. */
export async function newContext(chromium: Browser, look: Look = {}): Promise<BrowserContext> {
  const { language = 'de', theme = 'light', width = desktop.width, height = desktop.height } = look;
  const context = await chromium.newContext({ ...profile(language), viewport: { width, height } });
  await context.addInitScript(
    ([chosenLanguage, chosenTheme]) => {
      if (localStorage.getItem('stellwerk.language')) return;
      localStorage.setItem('stellwerk.language', chosenLanguage);
      localStorage.setItem('stellwerk.colourMode', chosenTheme);
    },
    [language, theme] as const,
  );
  return context;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  baseUrl: string;
  /** Opens an in-app path and waits until its heading appears. */
  open(path: string): Promise<void>;
}

/** The browser itself logs refused calls and lost connections; tests that cause them expect these messages. */
const harmless = /status of (400|401|403|404|409|410|422|502)|ERR_INTERNET_DISCONNECTED|WebSocket connection/;

const collectErrors = (page: Page): string[] => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !harmless.test(message.text())) errors.push(message.text());
  });
  return errors;
};

/** A page that serves several tests in turn: its caches make the next load four times cheaper. */
interface Seat {
  context: BrowserContext;
  page: Page;
  errors: string[];
}

const freeSeats: Record<'de' | 'en', Seat[]> = { de: [], en: [] };
let visits = 0;

/** React hides suspended parts with `display: none !important`. A user who types at that moment loses the input. */
function reportHiddenInputs(): void {
  const Observer = Reflect.get(globalThis, 'MutationObserver');
  const hidden = '[style*="display: none !important"] :is(input:not([type=hidden]), textarea)';
  const document = Reflect.get(globalThis, 'document');
  new Observer(() => {
    const field = document.querySelector(hidden);
    if (field) Reflect.get(globalThis, 'reportError')(new Error(`Vanished for a while: ${field.outerHTML}`));
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
}

async function newSeat(context: BrowserContext): Promise<Seat> {
  const page = await context.newPage();
  await page.addInitScript(reportHiddenInputs);
  waitInShortRounds(page);
  // Unsaved input of the last test must not block leaving the page.
  page.on('dialog', (dialog) => (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()));
  return { context, page, errors: collectErrors(page) };
}

async function takeSeat(language: 'de' | 'en'): Promise<Seat> {
  browser ??= launchChromium({ isBrief: true });
  const free = freeSeats[language].pop();
  if (free) return free;
  const context = await (await browser).newContext({ ...profile(language), serviceWorkers: 'block' });
  return newSeat(context);
}

/** Leaves the app, so that none of its code runs during the next test. */
async function clear({ context, page, errors }: Seat): Promise<void> {
  await context.setOffline(false);
  await context.unrouteAll();
  await page.unrouteAll();
  await page.goto(`${program().baseUrl}/favicon.svg`);
  await context.clearCookies();
  errors.length = 0;
}

/** Storage contains only the choices of the look at first, on every visited origin. */
const rememberOnly = (page: Page, choices: Record<string, string>) =>
  page.addInitScript(
    ([visit, chosen]) => {
      // Sandboxed frames have no storage.
      if (Reflect.get(globalThis, 'origin') === 'null') return;
      if (localStorage.getItem('visit') === visit) return;
      localStorage.clear();
      sessionStorage.clear();
      for (const [key, value] of Object.entries({ ...chosen, visit })) localStorage.setItem(key, value);
    },
    [String(visits), choices] as const,
  );

/** A page for one test, with empty storage and no session; any script error on it fails the test. */
export async function visit(look: Look = {}): Promise<Visit> {
  const { language = 'de', theme = 'light', width = desktop.width, height = desktop.height } = look;
  visits += 1;
  const seat = await takeSeat(language);
  const { page, context, errors } = seat;
  await page.setViewportSize({ width, height });
  const remembered = await rememberOnly(page, { 'stellwerk.language': language, 'stellwerk.colourMode': theme });
  onTestFinished(async ({ task }) => {
    const reported = [...errors];
    if (task.result?.state === 'fail') {
      await context.close();
    } else {
      await remembered.dispose();
      await clear(seat);
      freeSeats[language].push(seat);
    }
    if (reported.length > 0) throw new Error(`The page reported errors:\n${reported.join('\n')}`);
  });
  return visitOn(page, context);
}

/** The same with a profile of its own, with an empty cache and an allowed service worker. */
export async function firstVisit(look: Look = {}): Promise<Visit> {
  browser ??= launchChromium({ isBrief: true });
  const context = await newContext(await browser, look);
  const { page, errors } = await newSeat(context);
  onTestFinished(async () => {
    await context.close();
    if (errors.length > 0) throw new Error(`The page reported errors:\n${errors.join('\n')}`);
  });
  return visitOn(page, context);
}

/** Runs in the page; this file is also imported by programs without DOM types. */
export function hasArrived(): boolean {
  const [document, location] = [Reflect.get(globalThis, 'document'), Reflect.get(globalThis, 'location')];
  const shown = document.querySelector('main')?.dataset.path;
  return shown === undefined || shown === decodeURI(location.hash.slice(1).replace(/\?.*/, ''));
}

function visitOn(page: Page, context: BrowserContext): Visit {
  const baseUrl = program().baseUrl;
  return {
    page,
    context,
    baseUrl,
    async open(path) {
      await page.goto(`${baseUrl}/#${path}`);
      // The previous page stays until the next one is ready.
      await page.waitForFunction(hasArrived);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
  };
}

export async function signIn(page: Page, user = administrator): Promise<void> {
  await page.locator('input[name=username]').fill(user.email);
  await page.locator('input[name=password]').fill(user.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.hash.startsWith('#/login'));
  // The address changes before the next page is rendered.
  await page.locator('input[name=password]').waitFor({ state: 'detached' });
}

/** Signs in by a call, because only the tests about signing in need the login page. */
export async function signInByCall(context: BrowserContext, baseUrl: string, user = administrator): Promise<void> {
  const { email: username, password } = user;
  const answer = await context.request.post(`${baseUrl}/api/v1/auth/login`, { data: { username, password } });
  if (!answer.ok()) throw new Error(`Signing in as ${username} answered ${answer.status()}`);
}

/** Signed in, without an open page, for tests that first create their objects. */
export async function signedIn(look: Look = {}, user = administrator): Promise<Visit> {
  const visited = await visit(look);
  await signInByCall(visited.context, visited.baseUrl, user);
  return visited;
}

export async function visitSignedIn(path: string, look: Look = {}, user = administrator): Promise<Visit> {
  const visited = await signedIn(look, user);
  await visited.open(path);
  return visited;
}

/** Rules that depend on the colours of the theme; all others have the same result in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Half a megabyte, which the library itself would send and compile twice for each check of a page. */
const { source: axeSource }: { source: string } = createRequire(import.meta.resolve('@axe-core/playwright'))(
  'axe-core',
);

async function injectAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource);
  }
}

/** Searches without the debounce delay: a click on a result is lost while the list is replaced or moves. */
export async function searchAtOnce(box: Locator, text: string): Promise<void> {
  await box.fill(text);
  await box.press('Enter');
}

/** Accessibility problems for screen reader and keyboard users. */
export async function accessibilityProblems(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  await injectAxe(page);
  // Reports only violations, and runs in the page itself: both save time, and there are no foreign frames.
  const axe = new AxeBuilder({ page, axeSource: ';' }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const { violations } = await (coloursOnly ? axe.withRules(colourRules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
