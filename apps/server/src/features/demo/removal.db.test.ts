import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRows, isDone, query, startSmall, until } from '../../../test/demo/small-world.ts';
import { cleanUp, makeDataDir, startProgram, stellwerk } from '../../cli/testing/program.ts';

const timeoutMs = 180_000;

const rowsIn = (dataDir: string) => countRows((text) => query(dataDir, text));

/** What an installation has that never had a demo world. */
let empty: Record<string, number>;
beforeAll(async () => {
  const dataDir = await makeDataDir();
  const program = startProgram({ DATA_DIR: dataDir });
  await program.ready;
  empty = await rowsIn(dataDir);
  await program.end('SIGTERM');
}, timeoutMs);
afterAll(cleanUp);

/** A small world that tells of every error on its standard output. */
const start = (dataDir: string) => startSmall(dataDir, { LOG_LEVEL: 'error' });

type Small = Awaited<ReturnType<typeof startSmall>>;

/** The program is well, says nothing of errors, and holds nothing of the world. */
async function expectGone(dataDir: string, { program, address, read }: Small): Promise<void> {
  expect(await read()).toBeNull();
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  expect(await rowsIn(dataDir)).toEqual(empty);
  const { code, stdout, stderr } = await program.end('SIGTERM');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n').filter((line) => line.startsWith('{'))).toEqual([]);
}

describe('stellwerk demo remove, while the program runs', () => {
  it(
    'takes away a world that is complete and lives',
    async () => {
      const dataDir = await makeDataDir();
      const small = await start(dataDir);
      await until(async () => (await small.read())?.state === 'ready');
      const gone = await stellwerk(['demo', 'remove'], { DATA_DIR: dataDir });
      expect(gone).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('is gone') });
      await expectGone(dataDir, small);
    },
    timeoutMs,
  );

  it(
    'ends the building of a world first, and no later start builds it again',
    async () => {
      const dataDir = await makeDataDir();
      const small = await start(dataDir);
      await until(async () => isDone(await small.read(), 0.5));
      const gone = await stellwerk(['demo', 'remove'], { DATA_DIR: dataDir });
      expect(gone).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('is gone') });
      await expectGone(dataDir, small);
      await expectGone(dataDir, await start(dataDir));
    },
    timeoutMs,
  );
});
