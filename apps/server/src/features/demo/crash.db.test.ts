import { afterAll, expect, it } from 'vitest';
import { isDone, query, startSmall, until } from '../../../test/demo/small-world.ts';
import { cleanUp, makeDataDir, stellwerk } from '../../cli/testing/program.ts';
import { countObjects, planWorld } from './build/build.ts';
import { everyDevice } from './plan.ts';
import { lindenau } from './world/lindenau.ts';

afterAll(cleanUp);

it('is complete and holds nothing twice after kill -9 in the middle of it, and goes by a command', async () => {
  const dataDir = await makeDataDir();
  // Once while its structure is made, once in the middle of its past.
  for (const share of [0.15, 0.6]) {
    const { program, read } = await startSmall(dataDir);
    await until(async () => isDone(await read(), share));
    await program.end('SIGKILL');
  }
  const { program, read } = await startSmall(dataDir);
  await until(async () => (await read())?.state === 'ready');
  const parts = planWorld(lindenau, { seed: 1_905, scale: 0.1 });
  const planned = parts.flatMap(({ twins }) => everyDevice(twins)).length;
  expect((await read())?.deviceCount).toBe(planned);
  const { rows } = await query(
    dataDir,
    `select (select count(*)::int from twins) as twins, (select count(*)::int from dashboards) as dashboards,
       count(*)::int as packets, count(distinct (shard, seq))::int as numbers,
       count(distinct (identifier, received_at, content))::int as contents
     from packets where received_at < (select extract(epoch from starts_at) * 1000 from demo_worlds)`,
  );
  const [counted] = rows;
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
