import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import type { Database } from '../db/db.ts';
import { createLog } from '../log/log.ts';
import { generateKeyText, secretKeyOf } from './key.ts';
import { findKeyText, keyFileOf, loadKey, nextKeyFileOf, readKeyFile, writeKeyFile } from './key-file.ts';
import { countReadable, openSecrets, reencrypt, rotateKeyFile } from './rotate.ts';
import { createSecrets, type Secrets } from './secrets.ts';

let database: Database;
let dataDir: string;

beforeEach(async () => {
  database = await useTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-secrets-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
});

const open = (secretKey?: string) => openSecrets({ db: database.db, dataDir, secretKey, log: createLog('silent') });

const password = { owner: 'connector:1', name: 'password' };

async function fill(secrets: Secrets): Promise<void> {
  for (let owner = 1; owner <= 3; owner += 1) {
    await secrets.put(database.db, { owner: `connector:${owner}`, name: 'password', value: `päss\n${owner}` });
  }
}

async function expectFilled(secrets: Secrets): Promise<void> {
  for (let owner = 1; owner <= 3; owner += 1) {
    const value = await secrets.get(database.db, { owner: `connector:${owner}`, name: 'password' });
    expect(value).toBe(`päss\n${owner}`);
  }
}

describe('the store', () => {
  it('keeps, replaces, names and removes', async () => {
    const { db } = database;
    const secrets = await open();
    expect(await secrets.get(db, password)).toBeUndefined();
    await secrets.put(db, { ...password, value: 'one' });
    await secrets.put(db, { ...password, value: '' });
    await secrets.put(db, { owner: 'connector:1', name: 'key', value: 'two' });
    await secrets.put(db, { owner: 'connector:10', name: 'key', value: 'three' });
    expect(await secrets.get(db, password)).toBe('');
    expect(await secrets.names(db, 'connector:1')).toEqual(['key', 'password']);
    await secrets.remove(db, password);
    expect(await secrets.names(db, 'connector:1')).toEqual(['key']);
    await secrets.remove(db, { owner: 'connector:1' });
    expect(await secrets.names(db, 'connector:1')).toEqual([]);
    expect(await secrets.get(db, { owner: 'connector:10', name: 'key' })).toBe('three');
  });

  it('goes with the transaction of its caller', async () => {
    const secrets = await open();
    const undone = database.db.transaction(async (tx) => {
      await secrets.put(tx, { ...password, value: 'one' });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await secrets.get(database.db, password)).toBeUndefined();
  });

  it('refuses a ciphertext that was moved to another owner, without a word about it', async () => {
    const secrets = await open();
    await secrets.put(database.db, { ...password, value: 'open sesame' });
    const { rows } = await database.pool.query(`update secrets set owner = 'connector:2' returning ciphertext`);
    const error = await secrets.get(database.db, { ...password, owner: 'connector:2' }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'SECRET_UNREADABLE', params: { name: 'password' }, cause: undefined });
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toMatch(/sesame/);
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(rows[0].ciphertext);
  });
});

describe('the key', () => {
  it('is made once, readable for its owner alone', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map(() => loadKey({ dataDir, secretKey: undefined })));
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
    expect((await stat(keyFileOf(dataDir))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  it('means the same in the environment as in the file', async () => {
    await fill(await open());
    const text = await findKeyText({ dataDir, secretKey: undefined });
    await rm(keyFileOf(dataDir));
    await expectFilled(await open(text));
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('stops the start when its file is damaged', async () => {
    await writeFile(keyFileOf(dataDir), '');
    await expect(open()).rejects.toThrow(`The key in ${keyFileOf(dataDir)} is shorter than 32 characters`);
  });
});

describe('a new key', () => {
  it('reads everything, and the old one nothing any more', async () => {
    await fill(await open());
    const old = await loadKey({ dataDir, secretKey: undefined });
    expect(await rotateKeyFile(database.db, dataDir)).toEqual({ changed: 3, unreadable: 0 });
    await expectFilled(await open());
    expect(await countReadable(database.db, old)).toEqual({ total: 3, readable: 0 });
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  it('is found when the change was cut short after the commit', async () => {
    await fill(await open());
    const from = await loadKey({ dataDir, secretKey: undefined });
    const text = generateKeyText();
    await writeKeyFile(nextKeyFileOf(dataDir), text);
    await database.db.transaction((tx) => reencrypt(tx, { from, to: secretKeyOf(text, 'next') }));
    await expectFilled(await open());
    expect(await readKeyFile(keyFileOf(dataDir))).toBe(text);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  it('is forgotten when the change was cut short before the commit', async () => {
    await fill(await open());
    const before = await readKeyFile(keyFileOf(dataDir));
    await writeKeyFile(nextKeyFileOf(dataDir), generateKeyText());
    await expectFilled(await open());
    expect(await readKeyFile(keyFileOf(dataDir))).toBe(before);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  it('leaves alone what neither key reads', async () => {
    await fill(await open());
    const stranger = createSecrets({ key: secretKeyOf(generateKeyText(), 'stranger') });
    await stranger.put(database.db, { owner: 'connector:9', name: 'password', value: 'nine' });
    expect(await rotateKeyFile(database.db, dataDir)).toEqual({ changed: 3, unreadable: 1 });
    expect(await stranger.get(database.db, { owner: 'connector:9', name: 'password' })).toBe('nine');
  });

  it('and the old one both stay when neither fits the database', async () => {
    await fill(createSecrets({ key: secretKeyOf(generateKeyText(), 'stranger') }));
    await loadKey({ dataDir, secretKey: undefined });
    await writeKeyFile(nextKeyFileOf(dataDir), generateKeyText());
    await open();
    expect((await readdir(dataDir)).sort()).toEqual(['secret.key', 'secret.key.next']);
  });
});
