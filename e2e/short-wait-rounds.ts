import { errors, type Locator, type Page } from 'playwright-core';

/** Waits shorter than two and a half seconds poll every 100 ms; all others every 500. */
const roundMs = 2_400;
const patienceMs = 30_000;
let isDone = false;

/**
 * Locators keep their timeouts, but wait in short rounds: most conditions are met sooner than Playwright's long polling
 * pauses end.
 */
export function waitInShortRounds(page: Page): void {
  if (isDone) return;
  isDone = true;
  const locators: Pick<Locator, 'waitFor'> = Object.getPrototypeOf(page.locator('html'));
  const { waitFor } = locators;
  locators.waitFor = async function (this: Locator, options = {}) {
    const untilMs = performance.now() + (options.timeout ?? patienceMs);
    for (;;) {
      const leftMs = Math.max(untilMs - performance.now(), 1);
      try {
        return await waitFor.call(this, { ...options, timeout: Math.min(leftMs, roundMs) });
      } catch (error) {
        if (!(error instanceof errors.TimeoutError) || performance.now() >= untilMs) throw error;
      }
    }
  };
}
