import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags } from './e2e/chromium.ts';
import { LongFirst } from './scripts/long-first.ts';

/** Polling may take as long as the test itself, because a busy machine is slow, not wrong. */
const expectation = { poll: { timeout: 20_000 } };

const ignored = ['**/node_modules/**', '**/dist/**', '.data/**', '.cache/**'];

/** The browser of the browser tests. It is found by the global setup, because finding it may take a download. */
const chromium = {
  ...playwright({
    launchOptions: {
      get executablePath() {
        return process.env.CHROMIUM_PATH;
      },
      args: chromiumFlags({ isBrief: true }),
    },
    contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' },
    actionTimeout: 20_000,
  }),
  prewarm: undefined,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...ignored, '**/*.db.test.ts', 'e2e/**'],
          maxWorkers: 2,
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: '.',
        // Packages that are found while tests run would reload the page under them.
        optimizeDeps: { entries: ['apps/web/src/**/*.{ts,tsx}', 'plugins/*/*/web.tsx'] },
        test: {
          name: 'component',
          include: ['**/*.test.tsx'],
          exclude: ignored,
          globalSetup: ['e2e/chromium.setup.ts'],
          setupFiles: ['apps/web/src/testing/component.setup.ts'],
          maxWorkers: 2,
          // The modules of the app stay loaded between the files of a worker.
          isolate: false,
          testTimeout: 60_000,
          expect: expectation,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: chromium,
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: ignored,
          globalSetup: ['apps/server/test/database.setup.ts'],
          // Each worker waits for the database and processes about half of its time.
          maxWorkers: 3,
          // A test of the memory that queries keep collects garbage itself.
          execArgv: ['--expose-gc'],
          // The server has no state outside its instances, so files can share its modules.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectation,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.e2e.ts'],
          exclude: ignored,
          globalSetup: ['e2e/server.setup.ts'],
          // Each worker waits for the browser about a third of its time.
          maxWorkers: 3,
          // All files of a worker share one browser and one server; tests clear state that must not be shared.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: expectation,
        },
      },
    ],
  },
});
