import { errors, type Locator, type Page } from 'playwright-core';

/** Who has less than two and a half seconds to wait is told within 100 ms; everybody else within 500. */
const roundMs = 2_400;
const patienceMs = 30_000;
let isDone = false;

/** Locators wait as long as ever, in short rounds: most of what tests wait for takes less than the long pauses do. */
export function noticeSooner(page: Page): void {
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
