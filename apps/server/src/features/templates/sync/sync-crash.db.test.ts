import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { templateContent } from '@stellwerk/contract/device-template';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { systemClock } from '../../../platform/clock/clock.ts';
import { createJobs } from '../../../platform/jobs/jobs.ts';
import { createLog } from '../../../platform/log/log.ts';
import { insertLinks } from '../links/link.store.ts';
import { insertVersion } from '../template.store.ts';
import { nounFactories } from '../testing/nouns.ts';
import { syncKind, templateSyncJob } from './sync.job.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.database.db.execute(sql`create table sync_probe (twin_id bigint)`);
});
afterAll(() => server.close());

const sourceOf = (path: string) => new URL(path, import.meta.url).href;
const insertProbes = 'insert into sync_probe select unnest($1::bigint[])';

/** A worker in a process of its own. It hangs in its second transaction, after it has written to the devices. */
const hangingWorker = () => `
  import { sql } from 'drizzle-orm';
  import { connect } from '${sourceOf('../../../platform/db/db.ts')}';
  import { createLog } from '${sourceOf('../../../platform/log/log.ts')}';
  import { systemClock } from '${sourceOf('../../../platform/clock/clock.ts')}';
  import { createJobs } from '${sourceOf('../../../platform/jobs/jobs.ts')}';
  import { templateSyncJob } from '${sourceOf('./sync.job.ts')}';
  let batches = 0;
  const apply = async ({ db }, content, given) => {
    const ids = given.map(({ twinId }) => twinId);
    await db.execute(sql\`insert into sync_probe select unnest(\${sql.param(ids)}::bigint[])\`);
    batches += 1;
    if (batches === 2) { console.log('hanging'); await new Promise(() => setInterval(() => {}, 1000)); }
    return new Map();
  };
  const jobs = createJobs({
    database: connect({ url: '${server.database.url}' }), log: createLog('silent'), clock: systemClock,
    kinds: () => [templateSyncJob({ apply, clock: systemClock })], pulseMs: 10,
  });
  await jobs.start();
`;

it('a synchronisation whose process is killed goes on with the devices that are left, each exactly once', async () => {
  const { db, pool } = server.database;
  const user = await server.make.user({ permissions: ['all.manage'] });
  const { account } = user;
  const templateId = (await nounFactories.deviceTemplate?.(server, account)) ?? 0;
  const connector = await server.make.connector({ account });
  const ids: number[] = [];
  for (let n = 0; n < 60; n += 1) ids.push((await server.make.device({ account, connector })).id);
  await insertLinks(
    db,
    ids.map((twinId) => ({ twinId, templateId })),
  );
  await insertVersion(db, {
    templateId,
    number: 1,
    content: templateContent.parse({ connectorId: 1, driverId: 1 }),
    publishedAt: new Date(),
  });
  const ended = Promise.withResolvers<string>();
  const apply = async (_ctx: unknown, _content: unknown, given: readonly { twinId: number }[]) => {
    await pool.query(insertProbes, [given.map(({ twinId }) => twinId)]);
    return new Map();
  };
  const jobs = createJobs({
    database: server.database,
    log: createLog('silent'),
    clock: systemClock,
    kinds: () => [templateSyncJob({ apply, clock: systemClock })],
    pulseMs: 20,
    recoverEveryMs: 100,
    onChange: ({ state }) => {
      if (['done', 'error', 'canceled'].includes(state)) ended.resolve(state);
    },
  });
  onTestFinished(() => jobs.stop());
  const about = { accountId: account.id, scopeId: account.scopeId, userId: user.id, apiKeyId: null };
  const payload = { templateId, number: 1, isCanary: false };
  await jobs.enqueue(db, { ...about, kind: syncKind, title: 'Sync', payload });

  const child = spawn(process.execPath, ['--input-type=module', '-e', hangingWorker()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('hanging')) child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  const countOf = async (query: string) => Number((await pool.query<{ n: string }>(query)).rows[0]?.n);
  // The first transaction is committed with its devices; the one in which the process died has left nothing.
  expect(await countOf('select count(*) as n from sync_probe')).toBe(50);
  expect(await countOf("select count(*) as n from device_template_links where state = 'synced'")).toBe(50);

  await jobs.start();
  expect(await ended.promise).toBe('done');
  expect(await countOf('select count(*) as n from sync_probe')).toBe(60);
  expect(await countOf('select count(distinct twin_id) as n from sync_probe')).toBe(60);
  expect(await countOf("select count(*) as n from device_template_links where state = 'synced'")).toBe(60);
});
