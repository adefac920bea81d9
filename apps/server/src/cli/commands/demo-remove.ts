import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findDemoJob, findWorld, removeWorld, requestRemoval } from '../../features/demo/index.ts';
import { type Config, loadConfig } from '../../platform/config/config.ts';
import { connect, type Database } from '../../platform/db/db.ts';
import { createFiles } from '../../platform/files/files.ts';
import { createPostgresHistory } from '../../platform/history/postgres-history.ts';
import { StartError } from '../../platform/instance/start-error.ts';
import { cancelJob, insertJob } from '../../platform/jobs/job.store.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { refuseOutdated } from '../outdated.ts';

const everyMs = 250;

async function withWorld<T>(url: string, work: (database: Database, name: string) => Promise<T>): Promise<T> {
  await refuseOutdated(url);
  const database = connect({ url, maxConnections: 2 });
  try {
    const world = await findWorld(database.db);
    if (!world) throw new StartError('There is no demo world in this installation');
    return await work(database, world.accountName);
  } finally {
    await database.close();
  }
}

/** Removes the demo directly, while nobody else uses the database. */
const removeHere = (url: string, { dataDir }: Config, signal: AbortSignal) =>
  withWorld(url, async (database, name) => {
    const history = createPostgresHistory({ pool: database.pool });
    await removeWorld({ database, history, files: createFiles({ dir: join(dataDir, 'files') }) }, { signal });
    return name;
  });

/** The running server must stop the senders first, so it does the work; this function only waits. */
const askProgram = (url: string, signal: AbortSignal) =>
  withWorld(url, async ({ db }, name) => {
    const jobs = {
      enqueue: (tx: typeof db, job: Parameters<typeof insertJob>[1]) => insertJob(tx, job, 1, new Date()),
      cancel: (tx: typeof db, id: number) => cancelJob(tx, id, new Date()),
    };
    const { id } = await db.transaction((tx) => requestRemoval(tx, jobs, null));
    for (;;) {
      if (signal.aborted) throw new StartError('The running program goes on removing the demo world');
      if (!(await findWorld(db))) return name;
      const job = await findDemoJob(db);
      if (job?.id === id && job.state === 'error')
        throw new StartError('The job failed: its reason stands in its list');
      await delay(everyMs);
    }
  });

export const command: Command = {
  name: 'demo remove',
  summary: 'remove the demo world with everything in it, whether the program runs or not',
  async run(args, { env, signal }) {
    parseArgs({ args });
    const config = await loadConfig(env);
    let isAlone = false;
    const alone = withDatabase(config, { exclusive: true }, (url) => {
      isAlone = true;
      return removeHere(url, config, signal);
    });
    const name = await alone.catch((error: unknown) => {
      if (isAlone || !(error instanceof StartError)) throw error;
      return withDatabase(config, {}, (url) => askProgram(url, signal));
    });
    console.log(`The demo world ${name} is gone.`);
  },
};
