import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { useEmptyDatabase } from '../backup/testing/empty-database.ts';
import {
  appliedMigrations,
  DatabaseNewerError,
  DatabaseOlderError,
  knownMigrations,
  type Migration,
  MigrationMismatchError,
  migrateDatabase,
} from './migrate.ts';
import { stepsBeforeBaseline, useDatabaseBeforeBaseline } from './testing/before-baseline.ts';

it('migrates twice without a change', async () => {
  const { url, pool } = await useTestDatabase();
  const count = () => pool.query('select count(*)::int as n from drizzle.__drizzle_migrations');
  const before = await count();
  expect(await migrateDatabase(url)).toEqual([]);
  expect((await count()).rows).toEqual(before.rows);
  expect(before.rows[0].n).toBeGreaterThan(0);
});

it('refuses a database that a newer program has migrated', async () => {
  const { url, pool } = await useTestDatabase();
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'from the future', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  );
  await expect(migrateDatabase(url)).rejects.toThrow(DatabaseNewerError);
});

describe('a database from before the baseline', () => {
  const recorded = async (pool: Pool) => {
    const query = 'select created_at::float8 as "when", hash from drizzle.__drizzle_migrations order by created_at';
    return (await pool.query<{ when: number; hash: string }>(query)).rows;
  };
  const timesAndHashes = (steps: readonly Migration[]) => steps.map(({ when, hash }) => ({ when, hash }));

  it('goes on as one at the baseline when it has the last step', async () => {
    const { url, pool } = await useDatabaseBeforeBaseline();
    const known = await knownMigrations();
    expect(await migrateDatabase(url)).toEqual(known.slice(1).map(({ tag }) => tag));
    expect(await recorded(pool)).toEqual(timesAndHashes(known));
    expect(await migrateDatabase(url)).toEqual([]);
  });

  it('counts as one at the baseline before it is migrated', async () => {
    const { pool } = await useDatabaseBeforeBaseline();
    const client = await pool.connect();
    const applied = await appliedMigrations(client).finally(() => client.release());
    expect(applied.map(({ tag }) => tag)).toEqual(['0000_baseline']);
    expect(await recorded(pool)).toEqual(timesAndHashes(stepsBeforeBaseline));
  });

  it('is taken over once when several programs start together', async () => {
    const { url, pool } = await useDatabaseBeforeBaseline();
    await Promise.all([1, 2, 3].map(() => migrateDatabase(url)));
    expect(await recorded(pool)).toEqual(timesAndHashes(await knownMigrations()));
  });

  it.each([
    ['ends at an older step', stepsBeforeBaseline.slice(0, 36)],
    ['lacks a step between', stepsBeforeBaseline.toSpliced(20, 1)],
    ['has another last step', stepsBeforeBaseline.with(36, { ...stepsBeforeBaseline[36]!, hash: 'other' })],
  ])('is refused and stays as it is when it %s', async (_, steps) => {
    const { url, pool } = await useDatabaseBeforeBaseline(steps);
    await expect(migrateDatabase(url)).rejects.toThrow(
      new DatabaseOlderError(
        'The database is too old for this program: first start the last version of Stellwerk with migration 0036_share_expiry, then this one',
      ),
    );
    expect(await recorded(pool)).toEqual(timesAndHashes(steps));
  });
});

describe('a folder of migrations', () => {
  const first = 'create table one (id int);\n--> statement-breakpoint\ninsert into one values (1);';
  const second = 'create table two (id int);';

  async function folderOf(files: string[]): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'stellwerk-migrations-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const entries = files.map((_, index) => ({ tag: `000${index}_step`, when: 1_000 + index }));
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
    for (const [index, text] of files.entries()) await writeFile(join(folder, `000${index}_step.sql`), text);
    return folder;
  }

  it('builds an older schema first and the rest later', async () => {
    const { url, pool } = await useEmptyDatabase();
    const folder = await folderOf([first, second]);
    const tables = async () => (await pool.query(`select to_regclass('one') one, to_regclass('two') two`)).rows[0];
    expect(await migrateDatabase(url, { folder, upTo: '0000_step' })).toEqual(['0000_step']);
    expect(await tables()).toEqual({ one: 'one', two: null });
    expect(await migrateDatabase(url, { folder })).toEqual(['0001_step']);
    expect(await tables()).toEqual({ one: 'one', two: 'two' });
    expect((await pool.query('select * from one')).rows).toEqual([{ id: 1 }]);
  });

  it('never goes back', async () => {
    const { url } = await useEmptyDatabase();
    const folder = await folderOf([first, second]);
    await migrateDatabase(url, { folder });
    expect(await migrateDatabase(url, { folder, upTo: '0000_step' })).toEqual([]);
  });

  it('leaves nothing of a run that failed half-way', async () => {
    const { url, pool } = await useEmptyDatabase();
    const folder = await folderOf([first, 'create table two (id int);\n--> statement-breakpoint\nselect nonsense;']);
    await expect(migrateDatabase(url, { folder })).rejects.toThrow('migration 0001_step failed');
    expect((await pool.query(`select to_regclass('one') as name`)).rows).toEqual([{ name: null }]);
    expect((await pool.query(`select to_regnamespace('drizzle') as name`)).rows).toEqual([{ name: null }]);
  });

  it('runs each step once when several programs start together', async () => {
    const { url, pool } = await useEmptyDatabase();
    const folder = await folderOf([first, second]);
    const runs = await Promise.all([1, 2, 3].map(() => migrateDatabase(url, { folder })));
    expect(runs.flat().sort()).toEqual(['0000_step', '0001_step']);
    expect((await pool.query('select * from one')).rows).toHaveLength(1);
  });

  it('notices that the file of an applied step was changed', async () => {
    const { url } = await useEmptyDatabase();
    await migrateDatabase(url, { folder: await folderOf([first]) });
    const changed = await folderOf(['create table one (id bigint);', second]);
    await expect(migrateDatabase(url, { folder: changed })).rejects.toThrow(
      new MigrationMismatchError('Migration 0000_step was changed after the database had been built by it'),
    );
  });

  it('notices a step that the program does not have', async () => {
    const { url, pool } = await useEmptyDatabase();
    const folder = await folderOf([first, second]);
    await migrateDatabase(url, { folder });
    await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('other', 999)`);
    await expect(migrateDatabase(url, { folder })).rejects.toThrow(MigrationMismatchError);
  });

  it('names what is applied, with the hash that a restore compares', async () => {
    const { url, pool } = await useEmptyDatabase();
    const folder = await folderOf([first, second]);
    await migrateDatabase(url, { folder, upTo: '0000_step' });
    const client = await pool.connect();
    const applied = await appliedMigrations(client, folder);
    client.release();
    const { rows } = await pool.query('select hash from drizzle.__drizzle_migrations');
    expect(applied).toEqual([{ tag: '0000_step', when: 1_000, hash: rows[0].hash }]);
  });
});
