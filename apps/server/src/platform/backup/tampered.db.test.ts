import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { createFactories } from '../../../test/factories.ts';
import type { Database } from '../db/db.ts';
import { StartError } from '../instance/start-error.ts';
import { verifyArchive } from './archive-reader.ts';
import { manifestName } from './manifest.ts';
import {
  backup,
  type Entries,
  forgeEntry,
  manifestOf,
  readEntries,
  restore,
  useFolder,
  writeEntries,
} from './testing/archive.ts';
import { contentOf } from './testing/fill.ts';

let database: Database;
let dataDir: string;
let file: string;

beforeEach(async () => {
  database = await useTestDatabase();
  dataDir = await useFolder();
  file = join(dataDir, 'all.tar.gz');
  const make = createFactories(database.db);
  for (let round = 0; round < 5; round += 1) await make.user();
  await backup({ url: database.url, dataDir, file });
});

/** The archive goes back over the data it was made from, which has changed since: any effect would show. */
async function expectRefused(message: string | RegExp): Promise<void> {
  await createFactories(database.db).user();
  const before = await contentOf(database.pool);
  const restoring = restore({ url: database.url, dataDir, file, force: true });
  await expect(restoring).rejects.toThrow(StartError);
  await expect(restoring).rejects.toThrow(message);
  expect(await contentOf(database.pool)).toEqual(before);
}

const usersEntry = 'tables/public.users/000001.copy';

async function repack(change: (entries: Entries) => void): Promise<void> {
  const entries = await readEntries(file);
  change(entries);
  await writeEntries(file, entries);
}

describe('a restore refuses, before it changes anything,', () => {
  it('an archive that was cut off', async () => {
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length - 200));
    await expectRefused('is damaged');
  });

  it('a changed row', async () => {
    await repack((entries) => {
      const text = String(entries.get(usersEntry));
      entries.set(usersEntry, Buffer.from(text.replace('@example.com', '@example.org')));
    });
    await expectRefused(`is damaged: ${usersEntry} is not what was written`);
  });

  it('a missing table', async () => {
    await repack((entries) => entries.delete(usersEntry));
    await expectRefused('entries are missing');
  });

  it('something more', async () => {
    await repack((entries) => {
      const manifest = entries.get(manifestName);
      entries.delete(manifestName);
      entries.set('files/ab/more', Buffer.from('more'));
      entries.set(manifestName, manifest!);
    });
    await expectRefused('entries are missing');
  });

  it('something after the manifest', async () => {
    await repack((entries) => entries.set('files/ab/more', Buffer.from('more')));
    await expectRefused('something follows its manifest');
  });

  it('a manifest that is missing or no manifest', async () => {
    await repack((entries) => entries.delete(manifestName));
    await expectRefused('its end is missing');
    await repack((entries) => entries.set(manifestName, Buffer.from('{')));
    await expectRefused('its manifest is not readable');
  });

  it('a manifest that smuggles in a statement', async () => {
    await repack((entries) => {
      const manifest = manifestOf(entries);
      const bound = "for values from ('1') to ('2'); drop table users; --')";
      for (const partition of manifest.partitions) partition.bound = bound;
      entries.set(manifestName, Buffer.from(JSON.stringify(manifest)));
    });
    await expectRefused('its manifest is not valid at partitions.0.bound');
  });

  it('a path that leads out of the folder', async () => {
    await repack((entries) => entries.set('files/../../escaped', Buffer.from('more')));
    await expectRefused('it holds something that is no plain file');
  });

  it('what a newer program has written', async () => {
    await repack((entries) => {
      const manifest = { ...manifestOf(entries), formatVersion: 2 };
      entries.set(manifestName, Buffer.from(JSON.stringify(manifest)));
    });
    await expectRefused('was written by a newer version of Stellwerk');
  });

  it('a file that is no archive, or none at all', async () => {
    await writeFile(file, 'something else');
    await expectRefused('is no backup of Stellwerk');
    await writeFile(file, '');
    await expectRefused('is damaged');
    file = join(dataDir, 'nothing');
    await expectRefused('There is no file');
  });

  it('rows that do not fit, even if the manifest was made to fit them', async () => {
    await repack((entries) => {
      const [first = ''] = String(entries.get(usersEntry)).split('\n');
      forgeEntry(entries, usersEntry, Buffer.from(`${first}\n${first}\n`));
    });
    const before = await contentOf(database.pool);
    await expect(restore({ url: database.url, dataDir, file, force: true })).rejects.toThrow(
      /duplicate key|rows instead/,
    );
    expect(await contentOf(database.pool)).toEqual(before);
  });

  it('fewer rows than the manifest counts', async () => {
    await repack((entries) => forgeEntry(entries, 'tables/public.sessions/000001.copy', Buffer.from('')));
    await expectRefused('public.sessions has 0 rows instead of 5: nothing was restored');
  });
});

describe('an archive is found damaged', () => {
  let whole: Buffer;
  let damagedFile: string;
  const rounds = 60;

  beforeEach(async () => {
    whole = await readFile(file);
    damagedFile = join(dataDir, 'damaged.tar.gz');
  });

  it('wherever it was cut off', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await writeFile(damagedFile, whole.subarray(0, Math.floor((whole.length * round) / rounds)));
      await expect(verifyArchive(damagedFile)).rejects.toThrow(StartError);
    }
  });

  it('wherever a bit of its content was changed', async () => {
    const content = gunzipSync(whole);
    for (let round = 0; round < rounds; round += 1) {
      const changed = Buffer.from(whole);
      // The ten bytes of the header hold a time and a system, which nobody reads.
      changed[10 + Math.floor(((whole.length - 10) * round) / rounds)]! ^= 0x10;
      await writeFile(damagedFile, changed);
      // Inside a run of zeros another code may mean the same.
      if (unzipped(changed)?.equals(content)) continue;
      await expect(verifyArchive(damagedFile)).rejects.toThrow(StartError);
    }
  });
});

function unzipped(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}
