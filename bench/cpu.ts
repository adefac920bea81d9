import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

/** Numbers after the name of a process, which may contain any character; proc_pid_stat(5), from field 3. */
function statOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

const sumOf = (fields: number[]) => fields.reduce((total, ticks) => total + ticks, 0) * tickMs;
/** CPU time of a process with all threads; 0 without /proc. */
export const processMs = (pid: number) => sumOf(statOf(pid).slice(11, 13));
/** Includes children that have ended. */
const familyMs = (pid: number) => sumOf(statOf(pid).slice(11, 15));
const parentOf = (pid: number) => statOf(pid)[1] ?? 0;

export const ownMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** CPU time of all processes of PostgreSQL. */
export async function databaseMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity order by pid = pg_backend_pid()',
  );
  const server = parentOf(rows.at(-1)?.pid ?? 0);
  return rows.reduce((total, { pid }) => total + processMs(pid), familyMs(server));
}

/** CPU time of this process and PostgreSQL, which hardly depends on other load. */
export const oursMs = async (pool: pg.Pool): Promise<number> => ownMs() + (await databaseMs(pool));
