import { readFileSync } from 'node:fs';
import type pg from 'pg';
import type { Influx } from './influx.ts';

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** Processor time of a process with all its threads; 0 where there is no /proc. */
function processMs(pid: number): number {
  try {
    // The name in parentheses may hold anything; what follows it does not. proc_pid_stat(5), fields 14 and 15.
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/);
    const fields = rest.split(' ').map(Number);
    return ((fields[11] ?? 0) + (fields[12] ?? 0)) * tickMs;
  } catch {
    return 0;
  }
}

const ownMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Processor time of this process and all of PostgreSQL's: what the work costs, however busy the machine is. */
export async function oursMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
  return rows.reduce((total, { pid }) => total + processMs(pid), ownMs());
}

export const theirsMs = (influx: Influx): number => processMs(influx.pid) + ownMs();
