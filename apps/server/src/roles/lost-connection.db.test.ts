import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { loadConfig } from '../platform/config/config.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log/log.ts';
import { openDatabase } from './database.ts';

it('a lost connection to the database is one short line with code and message', async () => {
  const { url, pool } = await useTestDatabase();
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const database = await openDatabase(await loadConfig({ DATABASE_URL: url }), log);
  onTestFinished(() => database.close());
  const clock = { now: () => new Date() };
  const jobs = createJobs({ database, log, clock, kinds: () => [] });
  await jobs.start();
  onTestFinished(() => jobs.stop());
  await database.pool.query('select 1');
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
  const messages = () => lines.map((line) => JSON.parse(line).msg);
  await expect.poll(messages).toContain('database connection lost');
  await expect.poll(messages).toContain('idle connection of the jobs broke');
  const lost = lines.map((line) => JSON.parse(line)).filter(({ err }) => err?.code === '57P01');
  for (const { err } of lost) {
    expect(err).toEqual({
      type: expect.any(String),
      code: '57P01',
      message: 'terminating connection due to administrator command',
    });
  }
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(1_000);
});

it('a statement that fails on a lost connection is logged without its text and values', async () => {
  const { db, pool } = await useTestDatabase();
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  client.release();
  const admin = new pg.Client({ connectionString: pool.options.connectionString });
  await admin.connect();
  onTestFinished(() => admin.end());
  const failing = db.execute(`select pg_sleep(60), 'a long text that nobody wants to read'`).catch((error) => error);
  await expect
    .poll(async () => {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and query like '%pg_sleep%'`,
        [rows[0]?.pid],
      );
      return rowCount;
    })
    .toBe(1);
  const lines: string[] = [];
  createLog('warn', { write: (line) => void lines.push(line) }).warn({ err: await failing }, 'failed');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: '57P01' }, msg: 'failed' });
  expect(lines[0]).not.toContain('nobody wants');
});
