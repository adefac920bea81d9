import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** The numbers behind the name of a process, which may itself hold anything; proc_pid_stat(5), from field 3 on. */
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
/** Of a process with all its threads; 0 where there is no /proc. */
export const processMs = (pid: number) => sumOf(statOf(pid).slice(11, 13));
/** With its children that have ended. */
const familyMs = (pid: number) => sumOf(statOf(pid).slice(11, 15));
const parentOf = (pid: number) => statOf(pid)[1] ?? 0;

export const ownMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Processor time of all of PostgreSQL's processes. */
export async function databaseMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity order by pid = pg_backend_pid()',
  );
  const server = parentOf(rows.at(-1)?.pid ?? 0);
  return rows.reduce((total, { pid }) => total + processMs(pid), familyMs(server));
}

/** The same with this process: what the work costs, however busy the machine is. */
export const oursMs = async (pool: pg.Pool): Promise<number> => ownMs() + (await databaseMs(pool));
