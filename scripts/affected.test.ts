import { describe, expect, it } from 'vitest';
import { affectedTests, type Module } from './affected.ts';

const sources: Record<string, string> = {
  'apps/server/src/roles/api.ts': "const folder = new URL('../features', import.meta.url).pathname;",
  'apps/server/src/features/alarms/feature.ts': '',
  'apps/server/src/features/alarms/alarm.store.ts': '',
  'apps/server/src/features/alarms/days.ts': '',
  'apps/server/src/features/alarms/days.test.ts': '',
  'apps/server/src/features/alarms/alarm.db.test.ts': '',
  'apps/server/src/platform/jobs/jobs.ts': '',
  'apps/server/src/platform/jobs/jobs.db.test.ts': '',
  'apps/server/src/platform/db/migrate.ts': "const folder = join(import.meta.dirname, '../../../migrations');",
  'apps/server/test/database.setup.ts': '',
  'apps/server/test/server.ts': '',
  'apps/web/src/lib/i18n.ts': "const files = import.meta.glob(['../features/*/locales/{de,en}.json'], {});",
  'apps/web/src/lib/i18n.test.ts': '',
  'e2e/browser.ts': '',
  'e2e/server.setup.ts': '',
  'e2e/alarms.e2e.ts': '',
  'e2e/policy.e2e.ts': '',
  'scripts/architecture.test.ts': '',
};

const imports: Record<string, string[]> = {
  'apps/server/src/features/alarms/feature.ts': ['apps/server/src/features/alarms/alarm.store.ts'],
  'apps/server/src/features/alarms/alarm.store.ts': ['apps/server/src/features/alarms/days.ts'],
  'apps/server/src/features/alarms/days.test.ts': ['apps/server/src/features/alarms/days.ts'],
  'apps/server/src/features/alarms/alarm.db.test.ts': ['apps/server/test/server.ts'],
  'apps/server/src/platform/jobs/jobs.db.test.ts': ['apps/server/src/platform/jobs/jobs.ts'],
  'apps/server/test/database.setup.ts': ['apps/server/src/platform/db/migrate.ts'],
  'apps/server/test/server.ts': ['apps/server/src/roles/api.ts'],
  'apps/web/src/lib/i18n.test.ts': ['apps/web/src/lib/i18n.ts'],
  'e2e/server.setup.ts': ['apps/server/src/roles/api.ts'],
  'e2e/alarms.e2e.ts': ['e2e/browser.ts'],
};

const modules = Object.keys(sources).map(
  (source): Module => ({
    source,
    dependencies: (imports[source] ?? []).map((resolved) => ({ resolved, dependencyTypes: ['local', 'import'] })),
  }),
);
const tests = Object.keys(sources).filter((file) => /\.(test|e2e)\.ts$/.test(file));
/** By their names; the tests of `scripts` read all files, so they always run. */
const affectedBy = (...changed: string[]) =>
  affectedTests(changed, tests, modules, (file) => sources[file] ?? '')
    .filter((file) => !file.startsWith('scripts/'))
    .map((file) => file.split('/').at(-1));

const browserTests = ['alarms.e2e.ts', 'policy.e2e.ts'];

describe('the tests that a change can affect', () => {
  it('are those that import it, those that find it in a folder, and those in the browser', () => {
    const expected = ['days.test.ts', 'alarm.db.test.ts', ...browserTests];
    expect(affectedBy('apps/server/src/features/alarms/days.ts')).toEqual(expected);
  });

  it('are not those of other parts of the platform', () => {
    expect(affectedBy('apps/server/src/platform/jobs/jobs.ts')).toEqual(['jobs.db.test.ts', ...browserTests]);
  });

  it('are the test itself where nothing else changes', () => {
    expect(affectedBy('apps/server/src/features/alarms/days.test.ts')).toEqual(['days.test.ts']);
    expect(affectedBy('e2e/policy.e2e.ts')).toEqual(['policy.e2e.ts']);
  });

  it('are those that import a helper', () => {
    expect(affectedBy('e2e/browser.ts')).toEqual(['alarms.e2e.ts']);
  });

  it('are all of a project whose setup reads the file', () => {
    const expected = ['alarm.db.test.ts', 'jobs.db.test.ts', ...browserTests];
    expect(affectedBy('apps/server/migrations/0040_more.sql')).toEqual(expected);
  });

  it('are found by the texts that they read', () => {
    const expected = ['i18n.test.ts', ...browserTests];
    expect(affectedBy('apps/web/src/features/alarms/locales/de.json')).toEqual(expected);
  });

  it('are none for documents, but those that read all files', () => {
    expect(affectedBy('docs/adr/0001-one-server.md', 'CHANGELOG.md')).toEqual([]);
    expect(affectedTests(['CHANGELOG.md'], tests, modules, () => '')).toEqual(['scripts/architecture.test.ts']);
  });

  it('are all where the effect is unknown', () => {
    expect(affectedBy('package-lock.json')).toHaveLength(tests.length - 1);
    expect(affectedBy('apps/server/src/features/gone/gone.ts', 'unknown.bin')).toHaveLength(tests.length - 1);
  });
});
