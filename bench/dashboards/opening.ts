import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../e2e/chromium.ts';
import { administrator, type Program } from '../ingest/program.ts';
import { median } from '../measure.ts';
import { atTheEnd } from '../resources.ts';
import type { Add } from '../result.ts';

/** Opens a dashboard from the list in a browser without a GPU, so maps are rendered by the CPU. */

const targets = { drawn: { atMost: 1_500 } };

/** Milliseconds since the click. */
interface Opening {
  headingMs: number;
  drawnMs: number;
}

/** Measured inside the page, because polling from outside would take part of the measured time. */
function watchOpening(page: Page, name: string): Promise<Opening> {
  return page.evaluate(
    (title) =>
      new Promise<Opening>((resolve) => {
        let pressedMs = 0;
        let headingMs = 0;
        const isSeen = (element: Element) => element.getBoundingClientRect().top < window.innerHeight;
        const look = () => {
          const heading = document.querySelector('h1')?.textContent;
          if (headingMs === 0 && heading === title) headingMs = performance.now() - pressedMs;
          const grid = document.querySelector('[data-widget-grid]');
          const isAwaited = [...(grid?.querySelectorAll('.MuiSkeleton-root, [aria-busy=true]') ?? [])].some(isSeen);
          if (grid?.querySelector('canvas') && !isAwaited) {
            // Changes of the page are visible with the next frame but one.
            requestAnimationFrame(() =>
              requestAnimationFrame(() => resolve({ headingMs, drawnMs: performance.now() - pressedMs })),
            );
          } else requestAnimationFrame(look);
        };
        addEventListener(
          'click',
          () => {
            pressedMs = performance.now();
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      }),
    name,
  );
}

async function openOnce(page: Page, { address }: Program, name: string): Promise<Opening> {
  await page.goto(`${address}/#/dashboards`);
  const link = page.getByRole('link', { name }).first();
  await link.waitFor();
  await page.waitForLoadState('networkidle');
  const watching = watchOpening(page, name);
  await link.click();
  return watching;
}

async function openRounds(browser: Browser, program: Program, name: string, rounds: number) {
  const [first, again]: [Opening[], Opening[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${program.address}/#/login`);
    await page.getByRole('textbox').first().fill(administrator.email);
    await page.locator('input[type=password]').fill(administrator.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/home/);
    first.push(await openOnce(page, program, name));
    await page.goto('about:blank');
    again.push(await openOnce(page, program, name));
    await context.close();
  }
  return { first, again };
}

export async function addOpening(add: Add, program: Program, name: string, rounds: number): Promise<void> {
  const browser = await launchChromium({ withMaps: true });
  const close = atTheEnd(() => browser.close());
  const { first, again } = await openRounds(browser, program, name, rounds);
  await close();
  for (const [what, openings] of Object.entries({ 'first visit, nothing kept': first, 'later visit': again })) {
    add(`${what}: heading`, median(openings.map(({ headingMs }) => headingMs)), 'ms');
    add(`${what}: all widgets in sight drawn`, median(openings.map(({ drawnMs }) => drawnMs)), 'ms', {
      target: targets.drawn,
    });
    add(`${what}: the same, worst`, Math.max(...openings.map(({ drawnMs }) => drawnMs)), 'ms');
  }
}
