import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopLeftover } from '../apps/server/src/platform/postgres/leftover.ts';

/** Removes everything that a measurement starts or writes, in reverse order, however it ends. */

const undo: (() => Promise<unknown>)[] = [];

/** Runs the cleanup once: when the caller requests it, or at the end. */
export function atTheEnd(work: () => Promise<unknown>): () => Promise<void> {
  let done: Promise<unknown> | undefined;
  const once = () => {
    done ??= work();
    return done;
  };
  undo.push(once);
  return async () => void (await once());
}

let ending: Promise<void> | undefined;

async function putAllAway(): Promise<void> {
  for (let work = undo.pop(); work; work = undo.pop()) await work().catch((error: unknown) => console.error(error));
}

/** A second call, after a signal has interrupted a measurement, waits for the first. */
export function putAway(): Promise<void> {
  ending ??= putAllAway();
  return ending;
}

const prefix = 'stellwerk-bench-';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  // If root runs it, the database runs as another user, who must be able to enter.
  await chmod(folder, 0o711);
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes databases and folders that killed measurements have left. */
export async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    const folder = join(tmpdir(), name);
    await stopLeftover(join(folder, 'postgres', 'data'));
    await rm(folder, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
