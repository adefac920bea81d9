import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { createFactories } from '../../../test/factories.ts';
import type { Database } from '../db/db.ts';
import { generateKeyText, secretKeyOf } from '../secrets/key.ts';
import { loadKey } from '../secrets/key-file.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { backup, forgeEntry, manifestOf, readEntries, restore, useFolder, writeEntries } from './testing/archive.ts';
import { useEmptyDatabase } from './testing/empty-database.ts';
import { contentOf } from './testing/fill.ts';

let source: Database;
let sourceDir: string;
let file: string;

beforeEach(async () => {
  source = await useTestDatabase();
  sourceDir = await useFolder();
  file = join(sourceDir, 'all.tar.gz');
  await createFactories(source.db).user();
});

const take = (options: { withKey?: boolean; secretKey?: string } = {}) =>
  backup({ url: source.url, dataDir: sourceDir, file, ...options });

async function putFile(dataDir: string, name: string, text: string): Promise<void> {
  await mkdir(join(dataDir, 'files/ab'), { recursive: true });
  await writeFile(join(dataDir, 'files/ab', name), text);
}

describe('existing data', () => {
  it('is protected', async () => {
    await take();
    const target = await useTestDatabase();
    const make = createFactories(target.db);
    const user = await make.user();
    const before = await contentOf(target.pool);
    const restoring = restore({ url: target.url, dataDir: await useFolder(), file });
    await expect(restoring).rejects.toThrow(
      'The database holds data (accounts, roles, scopes, sessions, user_roles, users): use --force to wipe it',
    );
    expect(await contentOf(target.pool)).toEqual(before);
    expect(user.id).toBe(1);
  });

  it('is named and wiped on request', async () => {
    await take();
    const target = await useTestDatabase();
    const dataDir = await useFolder();
    for (let round = 0; round < 3; round += 1) await createFactories(target.db).user();
    await putFile(dataDir, 'old', 'old');
    const wiped: unknown[] = [];
    await restore({ url: target.url, dataDir, file, force: true, onWipe: (what) => wiped.push(what) });
    expect(wiped).toEqual([
      {
        filled: ['accounts', 'roles', 'scopes', 'sessions', 'user_roles', 'users'],
        sizeBytes: expect.any(Number),
        files: 1,
      },
    ]);
    expect(await contentOf(target.pool)).toEqual(await contentOf(source.pool));
    expect(await readdir(join(dataDir, 'files/ab'))).toEqual([]);
  });

  it('may be tables without rows', async () => {
    await take();
    const target = await useTestDatabase();
    await restore({ url: target.url, dataDir: await useFolder(), file });
    expect(await contentOf(target.pool)).toEqual(await contentOf(source.pool));
  });

  it('of another program is never wiped', async () => {
    await take();
    const target = await useEmptyDatabase();
    await target.pool.query('create table theirs (id int); insert into theirs values (1)');
    const restoring = restore({ url: target.url, dataDir: await useFolder(), file, force: true });
    await expect(restoring).rejects.toThrow('The database holds tables of another program');
    expect((await target.pool.query('select * from theirs')).rows).toEqual([{ id: 1 }]);
  });

  it('and files stay as they are when the restore fails late', async () => {
    await putFile(sourceDir, 'same', 'same');
    await putFile(sourceDir, 'other', 'new');
    await putFile(sourceDir, 'added', 'added');
    await take();
    const entries = await readEntries(file);
    const name = 'tables/public.user_roles/000001.copy';
    forgeEntry(entries, name, Buffer.from('9\t9\t9\n'));
    await writeEntries(file, entries);
    const target = await useTestDatabase();
    const dataDir = await useFolder();
    await createFactories(target.db).user();
    await putFile(dataDir, 'same', 'same');
    await putFile(dataDir, 'other', 'old');
    const before = await contentOf(target.pool);
    await expect(restore({ url: target.url, dataDir, file, force: true })).rejects.toThrow('foreign key');
    expect(await contentOf(target.pool)).toEqual(before);
    expect((await readdir(join(dataDir, 'files/ab'))).sort()).toEqual(['other', 'same']);
    expect(await readFile(join(dataDir, 'files/ab/other'), 'utf8')).toBe('old');
  });
});

it('files of the same name take the content of the archive', async () => {
  await putFile(sourceDir, 'same', 'same');
  await putFile(sourceDir, 'other', 'new');
  await take();
  const target = await useEmptyDatabase();
  const dataDir = await useFolder();
  await putFile(dataDir, 'same', 'same');
  await putFile(dataDir, 'other', 'old');
  await restore({ url: target.url, dataDir, file });
  expect(await readFile(join(dataDir, 'files/ab/other'), 'utf8')).toBe('new');
  expect((await readdir(join(dataDir, 'files/ab'))).sort()).toEqual(['other', 'same']);
});

describe('stored secrets', () => {
  const password = { owner: 'connector:1', name: 'password' };

  async function put(secretKey?: string): Promise<void> {
    const key = await loadKey({ dataDir: sourceDir, secretKey });
    await createSecrets({ key }).put(source.db, { ...password, value: 'open sesame' });
  }

  it('are readable with the key of the old installation', async () => {
    const secretKey = generateKeyText();
    await put(secretKey);
    await take({ secretKey });
    const target = await useEmptyDatabase();
    const result = await restore({ url: target.url, dataDir: await useFolder(), file, secretKey });
    expect(result.secrets).toEqual({ total: 1, unreadable: 0 });
    expect(await createSecrets({ key: secretKeyOf(secretKey, 'test') }).get(target.db, password)).toBe('open sesame');
  });

  it.each([
    ['another key', generateKeyText()],
    ['no key', undefined],
  ])('are reported as unreadable with %s', async (_, secretKey) => {
    await put();
    await take();
    const target = await useEmptyDatabase();
    const result = await restore({ url: target.url, dataDir: await useFolder(), file, secretKey });
    expect(result.secrets).toEqual({ total: 1, unreadable: 1 });
    expect(result.manifest.key).toEqual({ id: expect.stringMatching(/^[0-9a-f]{12}$/), isIncluded: false });
  });

  it('change over to the new installation when their key is in the archive', async () => {
    await put();
    await take({ withKey: true });
    expect(manifestOf(await readEntries(file)).key.isIncluded).toBe(true);
    const target = await useEmptyDatabase();
    const dataDir = await useFolder();
    const result = await restore({ url: target.url, dataDir, file });
    expect(result.secrets).toEqual({ total: 1, unreadable: 0 });
    const key = await loadKey({ dataDir, secretKey: undefined });
    expect(key.id).not.toBe(result.manifest.key.id);
    expect(await createSecrets({ key }).get(target.db, password)).toBe('open sesame');
  });

  it('never lie beside their key unless that was asked for', async () => {
    await put();
    await take();
    const keyText = await readFile(join(sourceDir, 'secret.key'), 'utf8');
    const entries = await readEntries(file);
    expect(entries.has('secret.key')).toBe(false);
    for (const content of entries.values()) expect(content.includes(keyText.trim())).toBe(false);
  });

  it('cannot be taken with a key that is not there', async () => {
    await expect(take({ withKey: true })).rejects.toThrow('There is no key to put into the archive');
  });
});
