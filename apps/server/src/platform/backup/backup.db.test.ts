import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { createFactories } from '../../../test/factories.ts';
import { backup, manifestOf, readEntries, restore, useFolder } from './testing/archive.ts';
import { useEmptyDatabase } from './testing/empty-database.ts';
import { contentOf, fillEveryTable } from './testing/fill.ts';

const dayMs = 86_400_000;

describe('a backup', () => {
  it('brings back every table, column type and partition as it was', async () => {
    const source = await useTestDatabase();
    const target = await useEmptyDatabase();
    const dataDir = await useFolder();
    await source.pool.query(`
      create table history_20000 partition of history_points for values from (0) to (${dayMs}) with (fillfactor = 90);
      create table history_20001 partition of history_closed for values from (${dayMs}) to (${2 * dayMs});
      create table history_lone (like history_points)`);
    await fillEveryTable(source.pool);
    await createFactories(source.db).user({ permissions: ['super.system.manage'] });
    const file = join(dataDir, 'all.tar.gz');
    const result = await backup({ url: source.url, dataDir, file });
    expect(result.rows).toBeGreaterThan(3 * 15);
    await restore({ url: target.url, dataDir: await useFolder(), file, decideOutbox: () => 'send' });
    expect(await contentOf(target.pool)).toEqual(await contentOf(source.pool));
  });

  it('lets new rows go on where the old installation stood', async () => {
    const [source, target] = [await useTestDatabase(), await useEmptyDatabase()];
    const dataDir = await useFolder();
    const file = join(dataDir, 'all.tar.gz');
    const before = await createFactories(source.db).user();
    await source.pool.query('delete from users where id = $1', [before.id]);
    await backup({ url: source.url, dataDir, file });
    await restore({ url: target.url, dataDir: await useFolder(), file });
    expect((await createFactories(target.db).user()).id).toBe(before.id + 1);
  });

  it('shows one moment while a writer is active', async () => {
    const [source, target] = [await useTestDatabase(), await useEmptyDatabase()];
    const dataDir = await useFolder();
    const file = join(dataDir, 'all.tar.gz');
    // Scopes are copied before, secrets after this table, which takes its time.
    await source.pool.query(
      `insert into history_days select i, 1, 1, 1, 0, 0, decode(repeat(md5(i::text), 500), 'hex'), null from generate_series(1, 1000) i`,
    );
    let isWriting = true;
    let written = 0;
    // One of each in one statement: no moment has more of one than of the other.
    const write = async () => {
      await source.pool.query(
        `with scope as (insert into scopes (path, name) values (replace(gen_random_uuid()::text, '-', '')::ltree, '') returning path)
         insert into secrets (owner, name, ciphertext) select path::text, '', '' from scope`,
      );
      written += 1;
    };
    const writers = [1, 2].map(async () => {
      while (isWriting) await write();
    });
    await write();
    const atStart = written;
    await backup({ url: source.url, dataDir, file });
    const atEnd = written;
    isWriting = false;
    await Promise.all(writers);
    await restore({ url: target.url, dataDir: await useFolder(), file });
    const { rows } = await target.pool.query(
      `select (select count(*)::int from scopes) as scopes, (select count(*)::int from secrets) as secrets,
         (select count(*)::int from scopes s join secrets t on t.owner = s.path::text) as pairs`,
    );
    expect(atEnd).toBeGreaterThan(atStart);
    expect(rows[0].scopes).toBeGreaterThanOrEqual(atStart);
    expect(rows[0]).toEqual({ scopes: rows[0].scopes, secrets: rows[0].scopes, pairs: rows[0].scopes });
  });

  it('comes about while tables are created and dropped, and never at their cost', async () => {
    const source = await useTestDatabase();
    const dataDir = await useFolder();
    let isChanging = true;
    async function change() {
      for (let round = 0; isChanging; round += 1) {
        const bounds = `from (${round * dayMs}) to (${(round + 1) * dayMs})`;
        await source.pool.query(`create table history_p${round} partition of history_points for values ${bounds}`);
        await source.pool.query(`drop table history_p${round}`);
      }
    }
    const changing = change();
    try {
      for (const name of ['one', 'two', 'three']) {
        await backup({ url: source.url, dataDir, file: join(dataDir, name) });
      }
    } finally {
      isChanging = false;
      await changing;
    }
    expect(await readdir(dataDir)).toEqual(['one', 'three', 'two']);
  });
});

describe('the archive', () => {
  it('holds the files, without uploads that are not finished', async () => {
    const [source, target] = [await useTestDatabase(), await useEmptyDatabase()];
    const [dataDir, newDir] = [await useFolder(), await useFolder()];
    const large = Buffer.alloc(5_000_000, 'stellwerk ');
    await mkdir(join(dataDir, 'files/ab/cd'), { recursive: true });
    await mkdir(join(dataDir, 'files/incoming'));
    await writeFile(join(dataDir, 'files/ab/cd/large'), large);
    await writeFile(join(dataDir, 'files/ab/cd/empty'), '');
    await writeFile(join(dataDir, 'files/incoming/half.part'), 'half');
    const file = join(dataDir, 'all.tar.gz');
    expect(await backup({ url: source.url, dataDir, file })).toMatchObject({ files: 2, vanishedFiles: 0 });
    await restore({ url: target.url, dataDir: newDir, file });
    expect((await readFile(join(newDir, 'files/ab/cd/large'))).equals(large)).toBe(true);
    expect(await readFile(join(newDir, 'files/ab/cd/empty'), 'utf8')).toBe('');
    expect(await readdir(join(newDir, 'files'), { recursive: true })).toEqual(
      expect.not.arrayContaining([expect.stringContaining('incoming')]),
    );
    expect((await readdir(join(newDir, 'files/ab/cd'))).sort()).toEqual(['empty', 'large']);
  });

  it('splits a large table and says what is in it', async () => {
    const source = await useTestDatabase();
    const dataDir = await useFolder();
    const file = join(dataDir, 'all.tar.gz');
    await source.pool.query(
      `insert into history_days select i, 1, 1, 1, 0, 0, decode(repeat('ab', 10000), 'hex'), null from generate_series(1, 500) i`,
    );
    await backup({ url: source.url, dataDir, file });
    const entries = await readEntries(file);
    const manifest = manifestOf(entries);
    const chunks = [...entries.keys()].filter((name) => name.startsWith('tables/public.history_days/'));
    expect(chunks.length).toBeGreaterThan(1);
    expect(manifest.tables.find(({ name }) => name === 'history_days')).toMatchObject({ rows: 500 });
    expect(manifest).toMatchObject({
      formatVersion: 1,
      createdAt: '2026-11-15T12:00:00.000Z',
      key: { isIncluded: false },
    });
    expect(manifest.postgresVersion).toMatch(/^\d+\.\d+/);
    expect(manifest.migrations.at(0)?.tag).toBe('0000_baseline');
    expect([...entries.keys()].at(-1)).toBe('manifest.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('never replaces another file unless it is forced to', async () => {
    const source = await useTestDatabase();
    const dataDir = await useFolder();
    const file = join(dataDir, 'all.tar.gz');
    await writeFile(file, 'precious');
    await expect(backup({ url: source.url, dataDir, file })).rejects.toThrow('exists');
    expect(await readFile(file, 'utf8')).toBe('precious');
    await backup({ url: source.url, dataDir, file, overwrite: true });
    expect((await readEntries(file)).has('manifest.json')).toBe(true);
    expect(await readdir(dataDir)).toEqual(['all.tar.gz']);
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const source = await useTestDatabase();
    const dataDir = await useFolder();
    await source.pool.query(
      `insert into history_days select i, 1, 1, 1, 0, 0, decode(repeat('ab', 20000), 'hex'), null from generate_series(1, 2000) i`,
    );
    const controller = new AbortController();
    const running = backup({ url: source.url, dataDir, file: join(dataDir, 'a'), signal: controller.signal });
    running.catch(() => {});
    const sizeBytes = async () => {
      const [partial] = await readdir(dataDir);
      return partial ? (await stat(join(dataDir, partial))).size : 0;
    };
    while ((await sizeBytes()) === 0) await setImmediate();
    controller.abort();
    await expect(running).rejects.toThrow('aborted');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is refused for a database without a schema', async () => {
    const source = await useEmptyDatabase();
    const dataDir = await useFolder();
    const running = backup({ url: source.url, dataDir, file: join(dataDir, 'all.tar.gz') });
    await expect(running).rejects.toThrow('The database holds nothing of Stellwerk');
    expect(await readdir(dataDir)).toEqual([]);
  });
});
