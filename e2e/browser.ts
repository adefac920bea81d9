import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';
import { administrator } from './server.setup.ts';

export interface Look {
  language?: 'de' | 'en';
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

let browser: Promise<Browser> | undefined;

/** A fresh browser profile with the given choices already made. */
export async function newContext(chromium: Browser, look: Look = {}): Promise<BrowserContext> {
  const { language = 'de', theme = 'light', width = desktop.width, height = desktop.height } = look;
  const context = await chromium.newContext({
    viewport: { width, height },
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
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
  /** Opens an in-app path and waits until its heading is there. */
  open(path: string): Promise<void>;
}

/** The browser itself logs refused calls and lost connections; tests that cause them expect them. */
const harmless = /status of (400|401|403|404|409|410|502)|ERR_INTERNET_DISCONNECTED|WebSocket connection/;

const collectErrors = (page: Page): string[] => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !harmless.test(message.text())) errors.push(message.text());
  });
  return errors;
};

/** A page for one test; any script error in it fails the test. */
export async function visit(look: Look = {}): Promise<Visit> {
  browser ??= launchChromium();
  const context = await newContext(await browser, look);
  const page = await context.newPage();
  const errors = collectErrors(page);
  onTestFinished(async () => {
    await context.close();
    if (errors.length > 0) throw new Error(`The page reported errors:\n${errors.join('\n')}`);
  });
  const baseUrl = inject('baseUrl');
  return {
    page,
    context,
    baseUrl,
    async open(path) {
      await page.goto(`${baseUrl}/#${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
  };
}

export async function signIn(page: Page, user = administrator): Promise<void> {
  await page.locator('input[name=username]').fill(user.email);
  await page.locator('input[name=password]').fill(user.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.hash.startsWith('#/login'));
  // The address changes before the next page is there.
  await page.locator('input[name=password]').waitFor({ state: 'detached' });
}

/** Signed in by a call instead of the login page, which only the tests about signing in need to see. */
export async function visitSignedIn(path: string, look: Look = {}, user = administrator): Promise<Visit> {
  const visited = await visit(look);
  const { email: username, password } = user;
  const answer = await visited.context.request.post(`${visited.baseUrl}/api/v1/auth/login`, {
    data: { username, password },
  });
  if (!answer.ok()) throw new Error(`Signing in as ${username} answered ${answer.status()}`);
  await visited.open(path);
  return visited;
}

/** What a screen reader or keyboard user would stumble over. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Only what is wrong is reported, and in the page itself: both save time, and there are no foreign frames.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
