import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DemoWorld } from '@stellwerk/contract/demo';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { cleanUp, makeDataDir, postmasterOf, signIn, startProgram, stellwerk } from '../../cli/testing/program.ts';
import { countObjects, planWorld } from './build/build.ts';
import { everyDevice } from './plan.ts';
import { lindenau } from './world/lindenau.ts';

afterAll(cleanUp);

async function startSmall(dataDir: string) {
  const program = startProgram({ DATA_DIR: dataDir, DEMO: 'small' });
  const address = await program.ready;
  const { token } = await signIn(address);
  const read = async () => {
    const answer = await fetch(`${address}/api/v1/demo`, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { data: DemoWorld | null }).data;
  };
  return { program, read };
}

/** In the database of the running program. */
async function query(dataDir: string, text: string): Promise<Record<string, number>[]> {
  const password = (await readFile(join(dataDir, 'database.password'), 'utf8')).trim();
  const port = (await postmasterOf(dataDir))?.port;
  const client = new pg.Client({ connectionString: `postgres://stellwerk:${password}@127.0.0.1:${port}/stellwerk` });
  await client.connect();
  const { rows } = await client.query<Record<string, number>>(text).finally(() => client.end());
  return rows;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(50);
}

it('is complete and holds nothing twice after kill -9 in the middle of it, and goes by a command', async () => {
  const dataDir = await makeDataDir();
  // Once while its structure is made, once in the middle of its past.
  for (const share of [0.15, 0.6]) {
    const { program, read } = await startSmall(dataDir);
    await until(async () => {
      const demo = await read();
      return demo !== null && demo.total > 0 && demo.done / demo.total >= share;
    });
    await program.end('SIGKILL');
  }
  const { program, read } = await startSmall(dataDir);
  await until(async () => (await read())?.state === 'ready');
  const parts = planWorld(lindenau, { seed: 1_905, scale: 0.1 });
  const planned = parts.flatMap(({ twins }) => everyDevice(twins)).length;
  expect((await read())?.deviceCount).toBe(planned);
  const [counted] = await query(
    dataDir,
    `select (select count(*)::int from twins) as twins, (select count(*)::int from dashboards) as dashboards,
       count(*)::int as packets, count(distinct (shard, seq))::int as numbers,
       count(distinct (identifier, received_at, content))::int as contents
     from packets where received_at < (select extract(epoch from starts_at) * 1000 from demo_worlds)`,
  );
  expect(counted).toMatchObject({ twins: countObjects(parts), dashboards: lindenau.dashboards.length });
  expect(counted?.packets).toBeGreaterThan(1_000);
  expect(counted?.numbers).toBe(counted?.packets);
  expect(counted?.contents).toBe(counted?.packets);
  await program.end('SIGTERM');

  const gone = await stellwerk(['demo', 'remove'], { DATA_DIR: dataDir });
  expect(gone).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('is gone') });
  const again = await stellwerk(['demo', 'remove'], { DATA_DIR: dataDir });
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no demo world') });
}, 300_000);
