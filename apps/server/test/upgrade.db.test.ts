import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { quote, readTables } from '../src/platform/backup/catalog.ts';
import { keyOf } from '../src/platform/backup/manifest.ts';
import { useEmptyDatabase } from '../src/platform/backup/testing/empty-database.ts';
import { fillEveryTable } from '../src/platform/backup/testing/fill.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { knownMigrations, migrateDatabase } from '../src/platform/db/migrate.ts';
import { useDatabaseBeforeBaseline } from '../src/platform/db/testing/before-baseline.ts';
import { startServer } from '../src/roles/server.ts';
import { schemaOf } from './schema.ts';

type Row = Record<string, unknown>;

/** Every row of every table, with its columns by name. */
async function rowsOf(pool: pg.Pool): Promise<Map<string, Row[]>> {
  const client = await pool.connect();
  try {
    const rows = new Map<string, Row[]>();
    for (const table of (await readTables(client)).filter(({ hasRows }) => hasRows)) {
      const columns = table.columns
        .map(({ name }) => `${pg.escapeLiteral(name)}, t.${pg.escapeIdentifier(name)}::text`)
        .join(', ');
      const found = await client.query<{ row: Row }>(
        `select json_build_object(${columns}) as row from ${quote(table)} t order by t::text`,
      );
      rows.set(
        keyOf(table),
        found.rows.map(({ row }) => row),
      );
    }
    return rows;
  } finally {
    client.release();
  }
}

/** Triggers write here when configuration changes, and a migration may change it. */
const notes = new Set(['public.config_changes', 'public.config_versions']);

/** Columns whose values a migration changes: rules got a firing mode, and the status of twins contains their alarms. */
const rewritten = new Map([
  ['public.twin_rules', new Set(['definition'])],
  ['public.rule_revisions', new Set(['fields'])],
  ['public.twins', new Set(['status'])],
]);

const pick = (row: Row, names: Iterable<string>) => Object.fromEntries([...names].map((name) => [name, row[name]]));

/** Every row is still there, with the same values in the columns that it had. */
async function expectRows(pool: pg.Pool, before: Map<string, Row[]>, step: string): Promise<void> {
  const after = await rowsOf(pool);
  for (const [table, rows] of before) {
    if (notes.has(table)) continue;
    const names = Object.keys(rows[0] ?? {}).filter((name) => !rewritten.get(table)?.has(name));
    expect(
      after.get(table)?.map((row) => pick(row, names)),
      `${table} with ${step}`,
    ).toEqual(rows.map((row) => pick(row, names)));
  }
}

/** Replaces all rows by rows of this version of the schema, with odd values in every column. */
async function refill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  const tables = (await readTables(client).finally(() => client.release())).map(quote).join(', ');
  // Without triggers: the activity log refuses to be emptied.
  if (tables)
    await pool.query(`set local session_replication_role = replica; truncate ${tables} restart identity cascade`);
  await fillEveryTable(pool);
}

/** The whole program on a database that it did not make. */
async function startOn(url: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-upgrade-'));
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'silent',
  };
  const server = await startServer(await loadConfig(settings));
  onTestFinished(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
  return server;
}

/** The program's migrations and one more, so that there is a step after the baseline even if the program has none. */
async function useFolderWithStep(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stellwerk-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(import.meta.dirname, '../migrations'), folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(await readFile(journalFile, 'utf8'));
  const when = Math.max(...journal.entries.map((entry) => entry.when)) + 1;
  journal.entries.push({ tag: '9999_toys', when });
  await writeFile(journalFile, JSON.stringify(journal));
  await writeFile(
    join(folder, '9999_toys.sql'),
    `create table toys (id bigint generated always as identity primary key, twin_id bigint references twins);
     --> statement-breakpoint
     alter table twins add column toy text not null default 'none';
     --> statement-breakpoint
     create index twins_toy on twins (toy);`,
  );
  return folder;
}

it('each version of the schema hands its rows on to the next, and the last one is like a new one', async () => {
  const folder = await useFolderWithStep();
  const { url, pool } = await useEmptyDatabase();
  const [first, ...later] = (await knownMigrations(folder)).map(({ tag }) => tag);
  await migrateDatabase(url, { folder, upTo: first });
  expect(later).toContain('9999_toys');
  for (const tag of later) {
    await refill(pool);
    const before = await rowsOf(pool);
    expect(await migrateDatabase(url, { folder, upTo: tag })).toEqual([tag]);
    await expectRows(pool, before, tag);
  }
  const fresh = await useEmptyDatabase();
  await migrateDatabase(fresh.url, { folder });
  expect(await schemaOf(pool)).toEqual(await schemaOf(fresh.pool));
}, 60_000);

it('a database from before the baseline hands its rows on, and the program starts on it', async () => {
  const { url, pool } = await useDatabaseBeforeBaseline();
  await fillEveryTable(pool);
  const before = await rowsOf(pool);
  await migrateDatabase(url);
  await expectRows(pool, before, 'the baseline');
  const fresh = await useEmptyDatabase();
  await migrateDatabase(fresh.url);
  expect(await schemaOf(pool)).toEqual(await schemaOf(fresh.pool));
  const { address } = await startOn(url);
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
}, 60_000);
