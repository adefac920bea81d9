import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import {
  cleanUp,
  createRandom,
  type Ended,
  isDatabase,
  isSignedIn,
  makeDataDir,
  postmasterOf,
  signIn,
  startProgram,
} from './testing/program.ts';

const runs = Number(process.env.FAULT_RUNS ?? 1);
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));
const timeoutMs = 40_000 + runs * 30_000;

afterAll(cleanUp);

/** The process id of the database, which must be running. */
async function databasePid(dataDir: string): Promise<number> {
  const postmaster = await postmasterOf(dataDir);
  if (!postmaster) throw new Error('the database does not run');
  return postmaster.pid;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await delay(50);
}

describe('start and stop', () => {
  it(
    'answers once it reports to be ready, and ends on both signals without leaving a database behind',
    async () => {
      const dataDir = await makeDataDir();
      const outputs: Ended[] = [];
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const program = startProgram({ DATA_DIR: dataDir });
        const address = await program.ready;
        expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
        expect((await fetch(`${address}/health/ready`)).status).toBe(200);
        const pid = await databasePid(dataDir);
        expect(await isDatabase(pid, dataDir)).toBe(true);
        outputs.push(await program.end(signal));
        expect(await isDatabase(pid, dataDir)).toBe(false);
        expect(await postmasterOf(dataDir)).toBeUndefined();
      }
      expect(outputs).toMatchObject([
        { code: 0, stderr: '', stdout: expect.stringContaining('Stopping (SIGTERM)') },
        { code: 0, stderr: '', stdout: expect.stringContaining('Stopping (SIGINT)') },
      ]);
      expect(outputs.map(({ stdout }) => stdout.includes('First system administrator'))).toEqual([true, false]);
    },
    timeoutMs,
  );

  it(
    'leaves no database behind when a signal comes while it starts',
    async () => {
      const random = createRandom(seed);
      const dataDir = await makeDataDir();
      for (let round = 0; round < runs; round += 1) {
        const program = startProgram({ DATA_DIR: dataDir });
        await Promise.race([delay(random() * 2_000), program.ready]);
        const { code, signal } = await program.end(round % 2 === 0 ? 'SIGINT' : 'SIGTERM');
        // A signal that arrives before the program has loaded ends it immediately.
        expect(code === 0 || signal !== null).toBe(true);
        expect(await postmasterOf(dataDir)).toBeUndefined();
      }
    },
    timeoutMs,
  );

  it(
    'works again after kill -9 at any moment of a start',
    async () => {
      console.log(`kills during the start: FAULT_SEED=${seed}`);
      const random = createRandom(seed);
      const dataDir = await makeDataDir();
      for (let round = 0; round < runs; round += 1) {
        const killed = startProgram({ DATA_DIR: dataDir });
        await Promise.race([delay(random() * 2_500), killed.ready]);
        await killed.end('SIGKILL');
        const leftover = await postmasterOf(dataDir);
        const program = startProgram({ DATA_DIR: dataDir });
        const address = await program.ready;
        expect(await signIn(address)).toMatchObject({ status: 200 });
        const pid = await databasePid(dataDir);
        if (leftover && leftover.pid !== pid) expect(await isDatabase(leftover.pid, dataDir)).toBe(false);
        expect((await program.end('SIGTERM')).code).toBe(0);
        expect(await isDatabase(pid, dataDir)).toBe(false);
      }
    },
    timeoutMs,
  );

  it(
    'keeps what it acknowledged through kill -9 under load',
    async () => {
      console.log(`kills under load: FAULT_SEED=${seed}`);
      const random = createRandom(seed);
      const dataDir = await makeDataDir();
      let program = startProgram({ DATA_DIR: dataDir });
      let address = await program.ready;
      for (let round = 0; round < runs; round += 1) {
        const tokens: string[] = [];
        const callers = [1, 2, 3, 4].map(async () => {
          for (;;) {
            const answer = await signIn(address).catch(() => undefined);
            if (!answer) return;
            if (answer.status === 200) tokens.push(answer.token);
          }
        });
        await until(async () => tokens.length > 3);
        await delay(random() * 700);
        await program.end('SIGKILL');
        await Promise.all(callers);
        program = startProgram({ DATA_DIR: dataDir });
        address = await program.ready;
        for (const token of tokens) expect(await isSignedIn(address, token)).toBe(true);
      }
      await program.end('SIGTERM');
    },
    timeoutMs,
  );

  it(
    'goes on when PostgreSQL is killed underneath, and answers 503 meanwhile',
    async () => {
      const dataDir = await makeDataDir();
      const program = startProgram({ DATA_DIR: dataDir });
      const address = await program.ready;
      const { token } = await signIn(address);
      const before = await databasePid(dataDir);
      const statuses = new Set<number>();
      let isOver = false;
      const callers = [1, 2, 3].map(async () => {
        while (!isOver) statuses.add((await signIn(address)).status);
      });
      process.kill(before, 'SIGKILL');
      await until(async () => (await databasePid(dataDir)) !== before && (await isSignedIn(address, token)));
      isOver = true;
      await Promise.all(callers);
      expect([...statuses].sort()).toEqual([200, 503]);
      expect((await fetch(`${address}/health/ready`)).status).toBe(200);
      const after = await databasePid(dataDir);
      expect((await program.end('SIGTERM')).code).toBe(0);
      expect(await isDatabase(after, dataDir)).toBe(false);
    },
    timeoutMs,
  );
});

describe('a start that cannot be stops with one line', () => {
  async function expectLine(env: Record<string, string>, line: string): Promise<void> {
    const { code, stderr, stdout } = await startProgram(env).ended;
    expect({ code, stderr, stdout }).toEqual({ code: 1, stderr: `${line}\n`, stdout: '' });
  }

  it('when the port is taken', async () => {
    const { url } = await useTestDatabase();
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    onTestFinished(() => void blocker.close());
    const bound = blocker.address();
    const port = typeof bound === 'object' && bound ? bound.port : 0;
    const env = { DATA_DIR: await makeDataDir(), DATABASE_URL: url, PORT: String(port), ADMIN_EMAIL: 'a@example.com' };
    const { code, stderr } = await startProgram(env).ended;
    expect({ code, stderr }).toEqual({ code: 1, stderr: `Port ${port} is taken: set PORT to another one\n` });
  });

  it('when the data folder cannot be written', () =>
    expectLine(
      { DATA_DIR: '/dev/null/x' },
      "The data folder /dev/null/x can't be written (ENOTDIR): set DATA_DIR to another one",
    ));

  it('when the data folder is in use', async () => {
    const { url } = await useTestDatabase();
    const dataDir = await makeDataDir();
    const first = startProgram({ DATA_DIR: dataDir, DATABASE_URL: url });
    const address = await first.ready;
    await expectLine(
      { DATA_DIR: dataDir, DATABASE_URL: url },
      `The data folder ${dataDir} is in use by a running instance of Stellwerk`,
    );
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    await first.end('SIGTERM');
  });

  it('when the database cannot be reached', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const bound = closed.address();
    const port = typeof bound === 'object' && bound ? bound.port : 0;
    closed.close();
    await once(closed, 'close');
    await expectLine(
      { DATA_DIR: await makeDataDir(), DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/none` },
      `The database 127.0.0.1:${port}/none can't be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
    );
  });

  it('when a value of the environment is not valid', async () => {
    const { code, stderr } = await startProgram({ DATA_DIR: await makeDataDir(), PORT: 'http' }).ended;
    expect({ code, lines: stderr.trim().split('\n') }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^Invalid environment value PORT: /)],
    });
  });

  it('when the database is newer than the program', async () => {
    const { url, pool } = await useTestDatabase();
    await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`);
    await expectLine(
      { DATA_DIR: await makeDataDir(), DATABASE_URL: url },
      'The database is newer than this program: start a newer version of Stellwerk',
    );
  });
});
