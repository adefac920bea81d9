import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DemoWorld } from '@stellwerk/contract/demo';
import pg from 'pg';
import { postmasterOf, signIn, startProgram } from '../../src/cli/testing/program.ts';

/** The server with a small demo world, and calls of its administrator. */
export async function startSmall(dataDir: string, env: Record<string, string> = {}) {
  const program = startProgram({ DATA_DIR: dataDir, DEMO: 'small', ...env });
  const address = await program.ready;
  const { token } = await signIn(address);
  const headers = { authorization: `Bearer ${token}` };
  const ask = (path: string, method = 'GET') => fetch(`${address}${path}`, { method, headers });
  const read = async () => {
    const answer = await ask('/api/v1/demo');
    return ((await answer.json()) as { data: DemoWorld | null }).data;
  };
  return { program, address, ask, read };
}

/** Queries the database of the running server. */
export async function query(dataDir: string, text: string): Promise<{ rows: Record<string, number>[] }> {
  const password = (await readFile(join(dataDir, 'database.password'), 'utf8')).trim();
  const port = (await postmasterOf(dataDir))?.port;
  const client = new pg.Client({ connectionString: `postgres://stellwerk:${password}@127.0.0.1:${port}/stellwerk` });
  await client.connect();
  return client.query<Record<string, number>>(text).finally(() => client.end());
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(50);
}

/** Whether this share of the work is done, from 0 to 1. */
export const isDone = (demo: DemoWorld | null, share: number) =>
  demo !== null && demo.total > 0 && demo.done / demo.total >= share;

/** Tables that keep rows after the removal: jobs, the activity log, sessions. */
const kept = /^(jobs|activity|activity_chains|sessions|ingest_.*)$/;

/** Row counts of all tables that must be empty after the removal of a demo world. */
export async function countRows(run: (text: string) => Promise<{ rows: object[] }>): Promise<Record<string, number>> {
  const { rows } = await run(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
       and not relispartition order by 1`,
  );
  const names = rows.flatMap((row) => ('name' in row && !kept.test(String(row.name)) ? [String(row.name)] : []));
  const counted = await run(`select ${names.map((name) => `(select count(*)::int from "${name}") as "${name}"`)}`);
  return { ...counted.rows[0] };
}
