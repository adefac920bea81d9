import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface Postmaster {
  pid: number;
  port: number;
}

/** Reads `postmaster.pid`: line 1 is the process id, line 4 the port (written a moment after the file appears). */
export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  const port = Number.parseInt(lines[3] ?? '', 10);
  return pid > 0 ? { pid, port } : undefined;
}

/** Checks whether the process is a PostgreSQL server: after a reboot the id may belong to another program. */
async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command === undefined ? process.platform !== 'linux' : command.includes('postgres');
}

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended in the meantime, as intended.
  }
};

/** A database server whose parent was killed keeps running: it is stopped before a new one uses its folder. */
export async function stopLeftover(folder: string): Promise<void> {
  const postmaster = await readPostmaster(folder);
  if (!postmaster || !(await isPostgres(postmaster.pid))) return;
  signal(postmaster.pid, 'SIGINT');
  for (let waitedMs = 0; await isPostgres(postmaster.pid); waitedMs += 25) {
    if (waitedMs === 10_000) signal(postmaster.pid, 'SIGQUIT');
    if (waitedMs === 20_000) signal(postmaster.pid, 'SIGKILL');
    await delay(25);
  }
}
