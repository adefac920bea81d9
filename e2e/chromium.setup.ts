import { findChromium } from './chromium.ts';

/** The browser of the component tests. */
export async function setup() {
  process.env.CHROMIUM_PATH = await findChromium();
}
