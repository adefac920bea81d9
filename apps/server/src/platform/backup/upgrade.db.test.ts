import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { knownMigrations, type Migration, migrateDatabase } from '../db/migrate.ts';
import { stepsBeforeBaseline, useDatabaseBeforeBaseline } from '../db/testing/before-baseline.ts';
import { backup, manifestOf, readEntries, restore, useFolder, writeEntries } from './testing/archive.ts';
import { useEmptyDatabase } from './testing/empty-database.ts';
import { contentOf, fillEveryTable } from './testing/fill.ts';

/** Everything that makes it hard to put rows back: circles, rows that refer to later rows, triggers, computed columns. */
const first = `
  create table secrets (id bigint primary key generated always as identity, owner text, name text, ciphertext text);
  create table nodes (
    id bigint primary key generated always as identity,
    parent_id bigint references nodes (id),
    leaf_id bigint,
    name text not null,
    filler text,
    upper_name text generated always as (upper(name)) stored
  );
  create table leaves (id bigint primary key, node_id bigint not null references nodes (id));
  alter table nodes add constraint nodes_leaf foreign key (leaf_id) references leaves (id);
  create table later (id bigint primary key, node_id bigint references nodes (id) deferrable initially deferred);
  create function count_up() returns trigger language plpgsql as
    $$ begin new.name := new.name || '+'; return new; end $$;
  create trigger nodes_count before insert on nodes for each row execute function count_up();
  create type mood as enum ('sad', 'glad');
  create table events (at timestamptz not null, region text not null, mood mood) partition by range (at);
  create unique index events_key on events (at, region);
`;
const second = `
  alter table nodes rename column filler to padding;
  alter table later add column added int not null default 7;
`;

async function folderOf(files: string[]): Promise<string> {
  const folder = await useFolder();
  const entries = files.map((_, index) => ({ tag: `000${index}_step`, when: 1_000 + index }));
  await mkdir(join(folder, 'meta'));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
  for (const [index, text] of files.entries()) await writeFile(join(folder, `000${index}_step.sql`), text);
  return folder;
}

async function useSource(folder: string) {
  const source = await useEmptyDatabase();
  await migrateDatabase(source.url, { folder });
  await source.pool.query(`
    create table events_2026 partition of events for values from ('2026-01-01') to ('2027-01-01') partition by list (region);
    create table events_2026_north partition of events_2026 for values in ('north', 'o''er');
    create table events_2026_rest partition of events_2026 default;
    create table events_old partition of events for values from (minvalue) to ('2026-01-01');
    insert into events values ('2026-05-01', 'north', 'glad'), ('2026-05-02', 'o''er', null), ('2026-05-01', 'x', 'sad'),
      ('1999-01-01', 'y', 'sad');
    insert into nodes (name, filler) select 'node ' || i, repeat('x', 2500) from generate_series(1, 2000) i;
    update nodes set parent_id = 2001 - id;
    insert into leaves select id, id from nodes;
    update nodes set leaf_id = id;
    insert into later values (1, 2);`);
  return source;
}

it('an archive of an older program is restored as it was and then brought up to date', async () => {
  const old = await folderOf([first]);
  const source = await useSource(old);
  const target = await useEmptyDatabase();
  const dataDir = await useFolder();
  const file = join(dataDir, 'old.tar.gz');
  await backup({ url: source.url, dataDir, file, migrationsFolder: old });
  const current = await folderOf([first, second]);
  await restore({ url: target.url, dataDir: await useFolder(), file, migrationsFolder: current });
  await migrateDatabase(source.url, { folder: current });
  expect(await contentOf(target.pool)).toEqual(await contentOf(source.pool));
  const { rows } = await target.pool.query(
    `insert into nodes (name, leaf_id) values ('new', 2) returning id, name, upper_name`,
  );
  expect(rows).toEqual([{ id: 2001, name: 'new+', upper_name: 'NEW+' }]);
  await expect(target.pool.query('update nodes set leaf_id = 99999')).rejects.toThrow('nodes_leaf');
});

it('a restore over an installation of the same shape leaves nothing of it', async () => {
  const folder = await folderOf([first]);
  const source = await useSource(folder);
  const target = await useSource(folder);
  await target.pool.query(`update nodes set name = 'other'; create table events_late partition of events default`);
  const dataDir = await useFolder();
  const file = join(dataDir, 'all.tar.gz');
  await backup({ url: source.url, dataDir, file, migrationsFolder: folder });
  await restore({ url: target.url, dataDir: await useFolder(), file, force: true, migrationsFolder: folder });
  expect(await contentOf(target.pool)).toEqual(await contentOf(source.pool));
});

it('an archive of a newer or of another program is refused', async () => {
  const folder = await folderOf([first, second]);
  const source = await useEmptyDatabase();
  await migrateDatabase(source.url, { folder });
  const target = await useEmptyDatabase();
  const dataDir = await useFolder();
  const file = join(dataDir, 'all.tar.gz');
  await backup({ url: source.url, dataDir, file, migrationsFolder: folder });
  const restoreWith = async (files: string[]) =>
    restore({ url: target.url, dataDir, file, migrationsFolder: await folderOf(files) });
  await expect(restoreWith([first])).rejects.toThrow('The archive is newer than this program');
  await expect(restoreWith([first, 'select 1'])).rejects.toThrow('Migration 0001_step of the archive differs');
  expect((await target.pool.query(`select to_regclass('nodes') as name`)).rows).toEqual([{ name: null }]);
});

describe('an archive from before the baseline', () => {
  /** An archive as the program of these steps wrote it: their schema is the one of the baseline. */
  async function archiveOf(url: string, steps: readonly Migration[]): Promise<string> {
    const dataDir = await useFolder();
    const file = join(dataDir, 'old.tar.gz');
    await backup({ url, dataDir, file });
    const entries = await readEntries(file);
    const manifest = { ...manifestOf(entries), migrations: steps };
    entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
    await writeEntries(file, entries);
    return file;
  }

  it('is restored with all its rows when it has the last step', async () => {
    const source = await useDatabaseBeforeBaseline();
    await fillEveryTable(source.pool);
    const file = await archiveOf(source.url, stepsBeforeBaseline);
    const target = await useEmptyDatabase();
    await restore({ url: target.url, dataDir: await useFolder(), file, decideOutbox: () => 'send' });
    await migrateDatabase(source.url);
    // Migrations that move data note when each account's configuration changed, which differs between the two.
    const notedAtMigration = { 'public.config_changes': [], 'public.config_versions': [] };
    expect({ ...(await contentOf(target.pool)), ...notedAtMigration }).toEqual({
      ...(await contentOf(source.pool)),
      ...notedAtMigration,
    });
    const { rows } = await target.pool.query('select hash from drizzle.__drizzle_migrations order by created_at');
    expect(rows).toEqual((await knownMigrations()).map(({ hash }) => ({ hash })));
  });

  it('is refused when it ends at an older step', async () => {
    const source = await useTestDatabase();
    const file = await archiveOf(source.url, stepsBeforeBaseline.slice(0, 36));
    const target = await useEmptyDatabase();
    await expect(restore({ url: target.url, dataDir: await useFolder(), file })).rejects.toThrow(
      'The archive is too old for this program: restore it with the last version of Stellwerk with migration 0036_share_expiry, then start this one',
    );
    expect((await target.pool.query(`select to_regclass('accounts') as name`)).rows).toEqual([{ name: null }]);
  });

  it('is written at the baseline when the database is not yet migrated', async () => {
    const source = await useDatabaseBeforeBaseline();
    const dataDir = await useFolder();
    const file = join(dataDir, 'all.tar.gz');
    await backup({ url: source.url, dataDir, file });
    const { migrations } = manifestOf(await readEntries(file));
    expect(migrations.map(({ tag }) => tag)).toEqual(['0000_baseline']);
  });
});
