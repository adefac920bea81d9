import { defineConfig } from 'vitest/config';

/** A busy machine is late, not wrong: who waits for something to become true waits as long as the test may take. */
const expectation = { poll: { timeout: 20_000 } };

const ignored = ['**/node_modules/**', '**/dist/**', '.data/**', '.cache/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.db.test.ts', 'e2e/**'],
          maxWorkers: 2,
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: ignored,
          globalSetup: ['apps/server/test/database.setup.ts'],
          // Each waits for the database and for processes about half of its time.
          maxWorkers: 3,
          // The server has no state outside its instances, so the files need not import it anew.
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
          // Each waits for what it has clicked on about a third of its time.
          maxWorkers: 3,
          // One browser and one program for all files of a worker; what must not be shared, each test clears.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: expectation,
        },
      },
    ],
  },
});
