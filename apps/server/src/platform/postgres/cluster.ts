import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartError } from '../instance/start-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { databaseIdentity, type Identity } from './identity.ts';
import { stopLeftover } from './leftover.ts';
import { databaseFolder, sharedDir } from './location.ts';

export interface Cluster {
  url: string;
  stop(): Promise<void>;
}

interface ClusterOptions {
  dataDir: string;
  /** Additional settings, for tests that need no durability. */
  settings?: Record<string, string>;
  /** Called after the database server crashed, with the outcome of each restart attempt. */
  onCrash?: (message: string) => void;
}

const user = 'stellwerk';
const database = 'stellwerk';

// A small max_wal_size keeps the recovery after a kill short.
const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'warning',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

// The C library would release memory of large statements after each of them, and the system clear it for the next one.
const memory = { MALLOC_TRIM_THRESHOLD_: '33554432', MALLOC_MMAP_THRESHOLD_: '33554432' };

const run = promisify(execFile);
const exists = (path: string) => stat(path).then(Boolean, () => false);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'database.password');
  if (!(await exists(file))) await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return (await readFile(file, 'utf8')).trim();
}

interface Home {
  /** Holds `data/` and the log; owned by the database user. */
  folder: string;
  binaries: Binaries;
  identity: Identity | undefined;
  password: string;
}

/** Creates the database cluster in a temporary folder and renames it, so that a kill leaves nothing to repair. */
async function initialise({ folder, binaries, identity, password }: Home): Promise<void> {
  const data = join(folder, 'data');
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version !== undefined) {
    if (Number.parseInt(version, 10) === binaries.major) return;
    throw new StartError(
      `The data folder holds PostgreSQL ${version.trim()}, this program brings ${binaries.major}: make a backup with the old program and restore it with this one`,
    );
  }
  const partial = join(folder, 'data.partial');
  const passwordFile = join(folder, 'password.partial');
  await rm(partial, { recursive: true, force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (identity) await chown(passwordFile, identity.uid, identity.gid);
  const flags = ['-U', user, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  await run(binaries.initdb, ['-D', partial, `--pwfile=${passwordFile}`, ...flags], {
    ...identity,
    cwd: folder,
    env: {},
  });
  await rm(passwordFile);
  await rename(partial, data);
}

async function connectable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // The server may drop the connection during recovery.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '28P01') {
      throw new StartError('The password in DATA_DIR does not fit the database');
    }
    return false;
  }
}

/** Runs PostgreSQL's binaries as a supervised child process: a crashed server is restarted on the same port. */
export async function startCluster({
  dataDir,
  settings: extra = {},
  onCrash = () => {},
}: ClusterOptions): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true });
  const identity = await databaseIdentity();
  const folder = await databaseFolder(dataDir, identity);
  await stopLeftover(join(folder, 'data'));
  const [binaries, password] = await Promise.all([findBinaries(identity, sharedDir), passwordOf(dataDir)]);
  const home: Home = { folder, binaries, identity, password };
  await initialise(home);
  const port = await freePort();
  const address = (name: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
  const logFile = join(folder, 'postgres.log');
  const options = Object.entries({ ...settings, ...extra }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let stopping = false;
  let child: ChildProcess;

  async function launch(): Promise<void> {
    const sizeBytes = (await stat(logFile).catch(() => undefined))?.size ?? 0;
    if (sizeBytes > 10_000_000) await truncate(logFile);
    const log = await open(logFile, 'a', 0o640);
    // A separate process group: Ctrl-C must reach only us, so that we can finish our work before the database stops.
    child = spawn(binaries.postgres, ['-D', join(folder, 'data'), '-p', String(port), ...options], {
      ...identity,
      cwd: folder,
      env: memory,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const started = child;
    await Promise.race([once(started, 'spawn'), once(started, 'error').then(([error]) => Promise.reject(error))]);
    await log.close();
    for (;;) {
      if (started.exitCode !== null || started.signalCode !== null) {
        const tail = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-3).join(' | ');
        throw new StartError(`PostgreSQL did not start: ${tail}`);
      }
      if (await connectable(address('postgres'))) break;
      await delay(20);
    }
    started.once('exit', () => void revive());
  }

  async function revive(): Promise<void> {
    for (let attempt = 0; !stopping; attempt += 1) {
      await delay(Math.min(200 * attempt, 5_000));
      const failure = await launch().then(
        () => undefined,
        (error: Error) => error.message,
      );
      onCrash(failure ?? 'PostgreSQL ended unexpectedly and was started again');
      if (failure === undefined) return;
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    const force = setTimeout(() => child.kill('SIGQUIT'), 15_000);
    await ended;
    clearTimeout(force);
  }

  await launch();
  await createDatabase(address('postgres'));
  return { url: address(database), stop };
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
