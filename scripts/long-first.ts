import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take far longer than their size suggests: they wait for processes, or build a whole world. */
const longFiles = [
  'e2e/demo.e2e.ts',
  'apps/server/test/isolation',
  'apps/server/src/cli/start.db.test.ts',
  'apps/server/src/cli/cli.db.test.ts',
  'apps/server/src/features/demo/',
  'apps/server/test/ingest/fault.db.test.ts',
  'apps/server/test/ingest/firings.db.test.ts',
  'apps/server/src/platform/history/history.db.test.ts',
];

const isLong = ({ moduleId }: TestSpecification) => longFiles.some((file) => moduleId.includes(file));

/** Begins with the long files, so that no worker is left alone with one of them at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
