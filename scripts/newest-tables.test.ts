import { describe, expect, it } from 'vitest';
import { filesWithNewestTables } from './newest-tables.ts';

describe('the tables of newest values', () => {
  it('are named by their own folder alone, in SQL too: others use its functions and views', () => {
    expect(filesWithNewestTables()).toEqual([]);
  });

  it('are found in text, but not the tables that the folder only references', () => {
    const files: Record<string, string> = {
      'apps/server/src/ingest/newest/newest.table.ts':
        "pgTable('current_things', {}); const states = pgTable('states', {});",
      'apps/server/src/ingest/newest/read.store.ts': 'select from current_things',
      'apps/server/src/features/states/state.table.ts': "export const states = pgTable('states', {});",
      'apps/server/src/features/states/list.store.ts': 'select from states join current_things_index',
      'apps/server/src/features/states/raw.store.ts': 'select from states join current_things on true',
      'bench/states/run.ts': "pool.query('vacuum current_things')",
    };
    expect(filesWithNewestTables(Object.keys(files), (file) => files[file] ?? '')).toEqual([
      'apps/server/src/features/states/raw.store.ts',
      'bench/states/run.ts',
    ]);
  });
});
