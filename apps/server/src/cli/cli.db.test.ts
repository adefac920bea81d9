import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { useEmptyDatabase } from '../platform/backup/testing/empty-database.ts';
import { connect, type Db } from '../platform/db/db.ts';
import { putOutbox } from '../platform/outbox/outbox.store.ts';
import { generateKeyText, secretKeyOf } from '../platform/secrets/key.ts';
import { loadKey } from '../platform/secrets/key-file.ts';
import { createSecrets, type Secrets } from '../platform/secrets/secrets.ts';
import { version } from '../version.ts';
import {
  admin,
  cleanUp,
  isSignedIn,
  makeDataDir,
  postmasterOf,
  signIn,
  startProgram,
  stellwerk,
} from './testing/program.ts';

afterAll(cleanUp);

const timeoutMs = 120_000;

describe('the command line', () => {
  it('knows its version and its commands', async () => {
    expect(await stellwerk(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
    const help = await stellwerk(['help']);
    expect(help.code).toBe(0);
    const names = [
      'start',
      'migrate',
      'admin reset-password',
      'backup <file>',
      'restore <file>',
      'secret rotate',
      'help',
    ];
    for (const name of names) expect(help.stdout).toContain(`stellwerk ${name}`);
  });

  it.each([
    [['secret'], /^There is no command "secret"\.\nUsage:/],
    [['backup'], /^Name one file\.\nUsage: stellwerk backup <file>/],
    [['migrate', '--quick'], /^Unknown option '--quick'.*\nUsage: stellwerk migrate\n$/],
  ])('answers a mistyped %j with the usage and exit code 2', async (args, message) => {
    const { code, stderr, stdout } = await stellwerk(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('reports in one line that there is nothing to work on, and makes nothing', async () => {
    const dataDir = join(await makeDataDir(), 'mistyped');
    expect(await stellwerk(['backup', join(dataDir, 'file')], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `There is no database in ${dataDir}: set DATA_DIR to the data folder, or DATABASE_URL\n`,
    });
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });
});

describe('with a database server', () => {
  it('migrates it, and says when there is nothing to do', async () => {
    const { url } = await useEmptyDatabase();
    const env = { DATABASE_URL: url, DATA_DIR: await makeDataDir() };
    expect((await stellwerk(['migrate'], env)).stdout).toMatch(/^Applied 0000_baseline\n/);
    expect(await stellwerk(['migrate'], env)).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
  });

  it('refuses to work with an older schema', async () => {
    const { url } = await useEmptyDatabase();
    const ended = await stellwerk(['admin', 'reset-password'], { DATABASE_URL: url, DATA_DIR: await makeDataDir() });
    expect(ended).toMatchObject({
      code: 1,
      stderr: 'The database is older than this program: run "stellwerk migrate" first\n',
    });
  });

  it('changes the key of the environment', async () => {
    const { url } = await useTestDatabase();
    const [oldKey, newKey] = [generateKeyText(), generateKeyText()];
    const password = { owner: 'connector:1', name: 'password' };
    const withDb = async <T>(use: (db: Db) => Promise<T>) => {
      const { db, close } = connect({ url });
      return use(db).finally(close);
    };
    const secretsOf = (text: string) => createSecrets({ key: secretKeyOf(text, 'test') });
    await withDb((db) => secretsOf(oldKey).put(db, { ...password, value: 'sesame' }));
    const env = { DATABASE_URL: url, DATA_DIR: await makeDataDir(), SECRET_KEY: oldKey };
    const missing = await stellwerk(['secret', 'rotate'], env);
    expect(missing).toMatchObject({
      code: 1,
      stderr: 'SECRET_KEY is set, so the new key must be given as SECRET_KEY_NEW\n',
    });
    const weak = await stellwerk(['secret', 'rotate'], { ...env, SECRET_KEY_NEW: 'x'.repeat(40) });
    expect(weak).toMatchObject({ code: 1, stderr: expect.stringMatching(/^SECRET_KEY_NEW repeats itself: .*\n$/) });
    const done = await stellwerk(['secret', 'rotate'], { ...env, SECRET_KEY_NEW: newKey });
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain('Now set SECRET_KEY to the value of SECRET_KEY_NEW');
    expect(await withDb((db) => secretsOf(newKey).get(db, password))).toBe('sesame');
  });

  it('holds messages that had not been sent, unless an option decides about them', async () => {
    const source = await useTestDatabase();
    const dataDir = await makeDataDir();
    const file = join(dataDir, 'all.tar.gz');
    await putOutbox(source.db, [{ target: 'webhook:1', key: 'k', kind: 'test', payload: 1 }]);
    expect(await stellwerk(['backup', file], { DATABASE_URL: source.url, DATA_DIR: dataDir })).toMatchObject({
      code: 0,
    });
    const restore = async (...more: string[]) => {
      const target = await useEmptyDatabase();
      const { code, stdout } = await stellwerk(['restore', file, ...more], {
        DATABASE_URL: target.url,
        DATA_DIR: dataDir,
      });
      const { rows } =
        code === 0 ? await target.pool.query('select parked_at is null as open from outbox') : { rows: [] };
      return { code, rows, line: /^Not sent before the backup: 1 message, (\w+)/m.exec(stdout)?.[1] };
    };
    expect(await restore()).toEqual({ code: 0, rows: [{ open: false }], line: 'held' });
    expect(await restore('--outbox', 'send')).toEqual({ code: 0, rows: [{ open: true }], line: 'sent' });
    expect(await restore('--outbox', 'discard')).toEqual({ code: 0, rows: [{ open: false }], line: 'discarded' });
    expect((await restore('--outbox', 'keep')).code).toBe(2);
  });

  it('restores only into a database that nobody uses', async () => {
    const source = await useTestDatabase();
    const dataDir = await makeDataDir();
    const env = { DATABASE_URL: source.url, DATA_DIR: dataDir };
    const file = join(dataDir, 'all.tar.gz');
    await source.pool.query('select 1');
    expect(await stellwerk(['backup', file], env)).toMatchObject({ code: 0 });
    expect(await stellwerk(['restore', file, '--force'], env)).toMatchObject({
      code: 1,
      stderr: 'The database is in use (stellwerk): stop every server that is connected to it\n',
    });
  });
});

describe('with the database in the data folder', () => {
  const email = admin.username;
  const password = { owner: 'connector:1', name: 'password' };

  /** Opens the secrets of a data folder whose server is running. */
  async function withSecrets<T>(dataDir: string, use: (secrets: Secrets, db: Db) => Promise<T>): Promise<T> {
    const port = (await postmasterOf(dataDir))?.port;
    const databasePassword = await readFile(join(dataDir, 'database.password'), 'utf8');
    const { db, close } = connect({ url: `postgres://stellwerk:${databasePassword}@127.0.0.1:${port}/stellwerk` });
    const key = await loadKey({ dataDir, secretKey: undefined });
    return use(createSecrets({ key }), db).finally(close);
  }

  it(
    'works beside the running server, and refuses what only a stopped one allows',
    async () => {
      const dataDir = await makeDataDir();
      const env = { DATA_DIR: dataDir };
      const file = join(dataDir, 'all.tar.gz');
      const program = startProgram(env);
      const address = await program.ready;
      const { token } = await signIn(address);

      const typed = await stellwerk(['admin', 'reset-password', '--password-stdin'], env, 'another password\n');
      expect(typed).toMatchObject({ code: 0, stderr: '' });
      expect(typed.stdout).not.toContain('another password');
      expect(await isSignedIn(address, token)).toBe(false);
      expect((await signIn(address)).status).toBe(401);
      expect((await signIn(address, { ...admin, password: 'another password' })).status).toBe(200);

      for (let wrong = 0; wrong < 6; wrong += 1) await signIn(address);
      const made = await stellwerk(['admin', 'reset-password', '--email', email.toUpperCase()], env);
      const shown = /^Password \(shown only now\): {2}(\S+)$/m.exec(made.stdout)?.[1] ?? '';
      expect((await signIn(address, { ...admin, password: shown })).status).toBe(200);
      expect(await stellwerk(['admin', 'reset-password', '--email', 'nobody@example.com'], env)).toMatchObject({
        code: 1,
        stderr: 'There is no user nobody@example.com: name one with --email\n',
      });

      expect(await stellwerk(['backup', file], env)).toMatchObject({ code: 0, stderr: '' });
      expect(await stellwerk(['backup', file], env)).toMatchObject({
        code: 1,
        stderr: `The file ${file} exists: name another one, or use --force to replace it\n`,
      });
      const inUse = `The data folder ${dataDir} is in use by a running instance of Stellwerk\n`;
      expect(await stellwerk(['secret', 'rotate'], env)).toMatchObject({ code: 1, stderr: inUse });
      expect(await stellwerk(['restore', file, '--force'], env)).toMatchObject({ code: 1, stderr: inUse });
      expect((await fetch(`${address}/health/ready`)).status).toBe(200);
      expect((await program.end('SIGTERM')).code).toBe(0);
    },
    timeoutMs,
  );

  it(
    'moves an installation to another data folder',
    async () => {
      const [oldDir, newDir] = [await makeDataDir(), await makeDataDir()];
      const file = join(oldDir, 'all.tar.gz');
      const old = startProgram({ DATA_DIR: oldDir });
      const { token } = await signIn(await old.ready);
      await withSecrets(oldDir, (secrets, db) => secrets.put(db, { ...password, value: 'sesame' }));
      await mkdir(join(oldDir, 'files/ab'), { recursive: true });
      await writeFile(join(oldDir, 'files/ab/one'), 'one');
      await old.end('SIGTERM');

      const firstKey = await readFile(join(oldDir, 'secret.key'), 'utf8');
      expect(await stellwerk(['secret', 'rotate'], { DATA_DIR: oldDir })).toMatchObject({
        code: 0,
        stdout: 'Encrypted with the new key: 1 secret.\n',
      });
      expect(await readFile(join(oldDir, 'secret.key'), 'utf8')).not.toBe(firstKey);
      expect(await stellwerk(['backup', file], { DATA_DIR: oldDir })).toMatchObject({ code: 0, stderr: '' });
      expect(await postmasterOf(oldDir)).toBeUndefined();

      const restored = await stellwerk(['restore', file], { DATA_DIR: newDir });
      expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Restored: /) });
      expect(restored.stderr).toMatch(/^1 of 1 stored secrets can't be read: .*\n$/);
      expect(await stellwerk(['restore', file], { DATA_DIR: newDir })).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^The database holds data \(.*users.*\): use --force to wipe it\n$/),
      });
      await copyFile(join(oldDir, 'secret.key'), join(newDir, 'secret.key'));
      const again = await stellwerk(['restore', file, '--force'], { DATA_DIR: newDir });
      expect(again).toMatchObject({ code: 0, stderr: '' });
      expect(again.stdout).toMatch(/^Wiping .* tables \(.*users.*\) and 1 file …\nRestored: /);

      const moved = startProgram({ DATA_DIR: newDir });
      const address = await moved.ready;
      expect(await isSignedIn(address, token)).toBe(true);
      expect(await withSecrets(newDir, (secrets, db) => secrets.get(db, password))).toBe('sesame');
      expect(await readFile(join(newDir, 'files/ab/one'), 'utf8')).toBe('one');
      expect((await moved.end('SIGTERM')).code).toBe(0);
    },
    timeoutMs,
  );
});
