import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import { finishedItems } from './bulk.store.ts';
import { bulkEditJob } from './edit.job.ts';
import { bulkImportJob } from './import.job.ts';
import { counterImport } from './testing/counter-import.ts';
import { counterTarget } from './testing/counter-target.ts';
import { bulkUndoJob } from './undo.job.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.database;
  await db.execute(sql`create table bulk_probe (id bigint primary key, n int not null default 0)`);
  await db.execute(sql`create table bulk_made (id bigint primary key generated always as identity, n int not null)`);
});
afterAll(() => server.close());

const count = 60;
const ids = Array.from({ length: count }, (_, index) => index + 1);
const valuesOf = async () => {
  const { rows } = await server.database.db.execute<{ n: number }>(sql`select n from bulk_probe order by id`);
  return rows.map(({ n }) => n);
};
const sourceOf = (path: string) => new URL(path, import.meta.url).href;

/** A worker in a process of its own, which reports the item at which it hangs until it is killed. */
const hangingWorker = (kinds: string) => `
  import { connect } from '${sourceOf('../../platform/db/db.ts')}';
  import { createLog } from '${sourceOf('../../platform/log/log.ts')}';
  import { systemClock } from '${sourceOf('../../platform/clock/clock.ts')}';
  import { createJobs } from '${sourceOf('../../platform/jobs/jobs.ts')}';
  import { bulkEditJob } from '${sourceOf('./edit.job.ts')}';
  import { bulkImportJob } from '${sourceOf('./import.job.ts')}';
  import { bulkUndoJob } from '${sourceOf('./undo.job.ts')}';
  import { counterImport } from '${sourceOf('./testing/counter-import.ts')}';
  import { counterTarget } from '${sourceOf('./testing/counter-target.ts')}';
  const hang = () => { console.log('hanging'); return new Promise(() => setInterval(() => {}, 1000)); };
  const target = counterTarget(hang, 33);
  const imported = counterImport(hang, 73);
  const jobs = createJobs({
    database: connect({ url: '${server.database.url}' }), log: createLog('silent'), clock: systemClock,
    kinds: () => [${kinds}], pulseMs: 10,
  });
  await jobs.start();
`;

async function killedInTheMiddle(kinds: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', hangingWorker(kinds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes('hanging')) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
}

/** An engine with the same kinds, which takes over the jobs of the killed one. */
function engine() {
  const target = counterTarget();
  const ended = new Map<number, (state: string) => void>();
  const jobs = createJobs({
    database: server.database,
    log: createLog('silent'),
    clock: systemClock,
    kinds: () => [bulkEditJob(target), bulkUndoJob(target, systemClock), bulkImportJob(counterImport())],
    pulseMs: 20,
    recoverEveryMs: 100,
    onChange: ({ id, state }) => {
      if (['done', 'error', 'canceled'].includes(state)) ended.get(id)?.(state);
    },
  });
  onTestFinished(() => jobs.stop());
  return { jobs, end: (id: number) => new Promise<string>((resolve) => ended.set(id, resolve)) };
}

describe('a bulk job whose process is killed', () => {
  it('changes each object exactly once, and undoes each exactly once', async () => {
    const user = await server.make.user({ permissions: ['all.manage'] });
    await server.database.db.execute(sql`insert into bulk_probe (id) select generate_series(1, ${count})`);
    const { jobs, end } = engine();
    const { id: accountId, scopeId } = user.account;
    const id = await jobs.enqueue(server.database.db, {
      accountId,
      scopeId,
      userId: user.id,
      apiKeyId: null,
      kind: 'probe-bulk-edit',
      title: 'Count',
      payload: { ids, change: { by: 1 } },
    });
    await killedInTheMiddle('bulkEditJob(target)');
    // The first batch is committed, the batch in which the process hung has left nothing.
    expect(await valuesOf()).toEqual(ids.map((each) => (each <= 20 ? 1 : 0)));
    expect((await finishedItems(server.database.db, id)).size).toBe(20);
    const done = end(id);
    await jobs.start();
    expect(await done).toBe('done');
    expect(await valuesOf()).toEqual(ids.map(() => 1));
    await jobs.stop();

    const undo = await jobs.undo(server.database.db, id, { userId: user.id, apiKeyId: null });
    await killedInTheMiddle('bulkEditJob(target), bulkUndoJob(target, systemClock)');
    expect(await valuesOf()).toEqual(ids.map((each) => (each > 40 ? 0 : 1)));
    const undone = end(undo ?? 0);
    await jobs.start();
    expect(await undone).toBe('done');
    expect(await valuesOf()).toEqual(ids.map(() => 0));
  }, 60_000);

  it('creates each object of a list exactly once', async () => {
    const user = await server.make.user({ permissions: ['all.manage'] });
    const { db } = server.database;
    const { jobs, end } = engine();
    const { id: accountId, scopeId } = user.account;
    const lines = Array.from({ length: 120 }, (_, index) => index + 2);
    const id = await jobs.enqueue(db, {
      ...{ accountId, scopeId, userId: user.id, apiKeyId: null, kind: 'made-bulk-import', title: 'Make' },
      payload: { common: {}, rows: lines.map((line) => ({ line, row: { n: line } })), errors: [] },
    });
    const made = async () => {
      const { rows } = await db.execute<{ n: number }>(sql`select n from bulk_made order by n`);
      return rows.map(({ n }) => n);
    };
    await killedInTheMiddle('bulkImportJob(imported)');
    // The first batch is committed, the batch in which the process hung has left nothing.
    expect(await made()).toEqual(lines.slice(0, 50));
    const done = end(id);
    await jobs.start();
    expect(await done).toBe('done');
    expect(await made()).toEqual(lines);
    expect((await finishedItems(db, id)).size).toBe(lines.length);
  }, 60_000);
});
