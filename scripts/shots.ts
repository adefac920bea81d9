import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { desktop, newContext, phone, signIn } from '../e2e/browser.ts';
import { launchChromium } from '../e2e/chromium.ts';
import { startProgram } from '../e2e/server.setup.ts';
import { screens } from '../packages/contract/src/screens.ts';
import { root } from './steps.ts';

/** Screenshots of every screen; an argument limits them to paths that contain it. */
const [filter = ''] = process.argv.slice(2);
const folder = join(root, 'shots');
mkdirSync(folder, { recursive: true });
const program = await startProgram();
const browser = await launchChromium({ withMaps: true });
const wanted = screens.filter(({ path, redirect }) => path.includes(filter) && !redirect);
const fileName = (path: string) => path.replace(/[{}]/g, '').replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'root';

for (const [size, viewport] of Object.entries({ desktop, phone })) {
  for (const theme of ['light', 'dark'] as const) {
    for (const language of ['de', 'en'] as const) {
      const context = await newContext(browser, { theme, language, ...viewport });
      const page = await context.newPage();
      const shoot = async (path: string) => {
        // Changing only the fragment would keep the old page until the new one has loaded.
        await page.goto('about:blank');
        await page.goto(`${program.baseUrl}/#${path.replace(/\{\w+\}/g, '1')}`);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.waitForLoadState('networkidle');
        await page.locator('[aria-busy=true], .MuiSkeleton-root').first().waitFor({ state: 'detached' });
        await page.screenshot({ path: join(folder, `${fileName(path)}.${size}.${theme}.${language}.png`) });
      };
      for (const { path } of wanted.filter(({ rule }) => rule === 'public')) await shoot(path);
      await page.goto(`${program.baseUrl}/#/login`);
      await signIn(page);
      for (const { path } of wanted.filter(({ rule }) => rule !== 'public')) await shoot(path);
      await context.close();
    }
  }
}
await browser.close();
await program.stop();
console.log(`${wanted.length * 8} pictures in ${folder}`);
