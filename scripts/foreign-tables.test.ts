import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storesWithForeignTables } from './foreign-tables.ts';
import { root } from './steps.ts';

const listed = readFileSync(join(root, 'scripts/foreign-tables.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

describe('stores that import tables of other features', () => {
  it('are those of the list, which only shrinks: remove a store from it when it no longer does', () => {
    expect(storesWithForeignTables()).toEqual(listed);
  });

  it('are found by the tables that they import, not by other names', () => {
    const files: Record<string, string> = {
      'apps/server/src/features/twins/twin.table.ts': "export const twins = pgTable('twins', {});",
      'apps/server/src/features/twins/twin.store.ts': "import { twins } from './twin.table.ts';",
      'apps/server/src/features/rules/by-table.store.ts': "import { isBelow, twins } from '../twins/index.ts';",
      'apps/server/src/features/rules/by-view.store.ts': "import { twinView } from '../twins/index.ts';",
      'apps/server/src/features/rules/deep/renamed.store.ts': "import { twins as t } from '../../twins/index.ts';",
      'apps/server/src/features/rules/testing/make.store.ts': "import { twins } from '../../twins/index.ts';",
    };
    expect(storesWithForeignTables(Object.keys(files), (file) => files[file] ?? '')).toEqual([
      'apps/server/src/features/rules/by-table.store.ts',
      'apps/server/src/features/rules/deep/renamed.store.ts',
    ]);
  });
});
