import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadExport, startExport } from '@stellwerk/contract/data-export';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createFiles } from '../../platform/files/files.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import { outbox } from '../../platform/outbox/outbox.table.ts';
import { finishJob } from '../twins/testing/finish-job.ts';
import { dataExports } from './data-export.table.ts';

const start = Date.UTC(2025, 9, 26);
const rows = 3_000;

let dir: string;
let server: TestServer;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stellwerk-exports-'));
  server = await startTestServer({ files: createFiles({ dir }) });
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true });
});

const sourceOf = (path: string) => new URL(path, import.meta.url).href;

/** A complete worker in a process of its own, which hangs when it reads the second state of an export. */
const hangingWorker = (scopePath: string) => `
  import { connect } from '${sourceOf('../../platform/db/db.ts')}';
  import { createFiles } from '${sourceOf('../../platform/files/files.ts')}';
  import { createPostgresHistory } from '${sourceOf('../../platform/history/postgres-history.ts')}';
  import { createLog } from '${sourceOf('../../platform/log/log.ts')}';
  import { systemClock } from '${sourceOf('../../platform/clock/clock.ts')}';
  import { createJobs } from '${sourceOf('../../platform/jobs/jobs.ts')}';
  import { dataExportJob } from '${sourceOf('./data-export.job.ts')}';
  const database = connect({ url: '${server.database.url}' });
  const real = createPostgresHistory({ pool: database.pool });
  let first;
  const history = { ...real, async columns(query) {
    first ??= query.series;
    if (query.series === first) return real.columns(query);
    console.log('hanging');
    return new Promise(() => setInterval(() => {}, 1000));
  } };
  const kind = dataExportJob({ files: createFiles({ dir: '${dir}' }), history, clock: systemClock });
  const jobs = createJobs({
    database, log: createLog('silent'), clock: systemClock, kinds: () => [kind], pulseMs: 10, 
    grantsOf: async () => [{ scope: '${scopePath}', permissions: ['DigitalTwin.read'], roleId: 1 }],
  });
  await jobs.start();
`;

it('writes the file again after kill -9 in the middle, once, with one mail', async () => {
  const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
  const twin = await server.make.twin({ account: user.account });
  const states = [await server.make.state({ twin }), await server.make.state({ twin })];
  for (const { id } of states) {
    const points = Array.from({ length: rows }, (_, seq) => ({
      series: id,
      at: start + seq * 1_000,
      shard: 0,
      seq,
      value: seq,
    }));
    await server.history.write(
      server.database.db,
      points.map((point) => ({ ...point, source: 'manual' as const })),
    );
  }
  const body = {
    name: 'Kessel',
    stateIds: states.map(({ id }) => id),
    startDate: '2025-10-26T00:00:00Z',
    endDate: '2025-10-27T00:00:00Z',
    mail: { to: ['erika@example.com'] },
  };
  const { data } = (await server.call(startExport, { body }, { as: user })).body;
  const child = spawn(process.execPath, ['--input-type=module', '-e', hangingWorker(user.account.scopePath)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('hanging')) child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  const { db } = server.database;
  const exportRow = async () => (await db.select().from(dataExports).where(eq(dataExports.id, data.id)))[0];
  const killed = await exportRow();
  expect(killed).toMatchObject({ fileKey: expect.any(String), sizeBytes: null });

  expect(await finishJob(server, user, data.job.id)).toMatchObject({ state: 'done', errorCount: 0 });
  const done = await exportRow();
  expect(done).toMatchObject({ rowCount: 2 * rows, mailState: 'queued' });
  expect(done?.fileKey).not.toBe(killed?.fileKey);
  const { body: file } = await server.call(downloadExport, { params: { id: data.id } }, { as: user });
  expect(String(file).trimEnd().split('\r\n')).toHaveLength(1 + 2 * rows);
  expect(
    await db
      .select()
      .from(outbox)
      .where(eq(outbox.key, `export/${data.id}`)),
  ).toHaveLength(1);
  expect((await db.select().from(jobs).where(eq(jobs.id, data.job.id)))[0]).toMatchObject({ attempt: 2 });

  // The half-written file is deleted by the daily cleanup.
  expect(await readdir(join(dir, 'incoming'))).toEqual([`${killed?.fileKey}.part`]);
  expect(await createFiles({ dir }).removeAbandoned(new Date(Date.now() + 1_000))).toBe(1);
});
