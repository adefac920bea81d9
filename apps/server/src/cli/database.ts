import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../platform/config/config.ts';
import { checkServer } from '../platform/db/server-check.ts';
import { prepareDataDir } from '../platform/instance/data-dir.ts';
import { lockInstance } from '../platform/instance/lock.ts';
import { StartError } from '../platform/instance/start-error.ts';
import { startCluster } from '../platform/postgres/cluster.ts';
import { databaseIdentity } from '../platform/postgres/identity.ts';
import { readPostmaster } from '../platform/postgres/leftover.ts';
import { databaseFolder } from '../platform/postgres/location.ts';

interface DatabaseNeeds {
  /** Requires that nobody else uses the database: refuses while a server runs. */
  exclusive?: boolean;
  /** Creates the database if it does not exist. */
  create?: boolean;
  /** Settings of the embedded server while it runs only for this command. */
  settings?: Record<string, string>;
}

type Use<T> = (url: string) => Promise<T>;

const exists = (path: string) => stat(path).then(Boolean, () => false);

/** Opens the database of the running server for a command, or starts the embedded one for its duration. */
export async function withDatabase<T>(config: Config, needs: DatabaseNeeds, use: Use<T>): Promise<T> {
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl && !needs.create && !(await exists(join(dataDir, 'postgres')))) {
    throw new StartError(`There is no database in ${dataDir}: set DATA_DIR to the data folder, or DATABASE_URL`);
  }
  if (databaseUrl) return withServer(databaseUrl, config, needs, use);
  await prepareDataDir(dataDir);
  const lock = await lockInstance(dataDir).catch((error: unknown) => {
    if (error instanceof StartError && !needs.exclusive) return undefined;
    throw error;
  });
  if (!lock) return use(await runningUrl(dataDir));
  try {
    const cluster = await startCluster({ dataDir, ...(needs.settings ? { settings: needs.settings } : {}) });
    return await use(cluster.url).finally(() => cluster.stop());
  } finally {
    await lock.release();
  }
}

async function withServer<T>(url: string, { dataDir }: Config, needs: DatabaseNeeds, use: Use<T>): Promise<T> {
  await checkServer(url);
  if (!needs.exclusive) return use(url);
  await prepareDataDir(dataDir);
  const lock = await lockInstance(dataDir);
  try {
    await refuseOthers(url);
    return await use(url);
  } finally {
    await lock.release();
  }
}

/** Servers on other machines don't see our lock, but their connections are visible. */
async function refuseOthers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select distinct coalesce(nullif(application_name, ''), 'unnamed') as name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' order by 1`,
    );
    if (rows.length === 0) return;
    const names = rows.map(({ name }) => name).join(', ');
    throw new StartError(`The database is in use (${names}): stop every server that is connected to it`);
  } finally {
    await client.end();
  }
}

const user = 'stellwerk';
const database = 'stellwerk';
const waitMs = 30_000;
const everyMs = 100;

/** The URL of the embedded database of the server that holds the data folder; that server may still be starting. */
async function runningUrl(dataDir: string): Promise<string> {
  const folder = join(await databaseFolder(dataDir, await databaseIdentity()), 'data');
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += everyMs) {
    const postmaster = await readPostmaster(folder);
    const password = await readFile(join(dataDir, 'database.password'), 'utf8').catch(() => undefined);
    if (postmaster && postmaster.port > 0 && password !== undefined) {
      const url = `postgres://${user}:${password.trim()}@127.0.0.1:${postmaster.port}/${database}`;
      if (await answers(url)) return url;
    }
    await delay(everyMs);
  }
  throw new StartError(`The data folder ${dataDir} is in use, but its database does not answer`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
