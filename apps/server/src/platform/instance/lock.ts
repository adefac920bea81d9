import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/**
 * Allows one running instance per data folder. The lock is a socket, which the system releases with the process: after
 * `kill -9` there is nothing to clean up, and no stale process id that could belong to another program by now.
 */
export async function lockInstance(dataDir: string): Promise<{ release(): Promise<void> }> {
  const name = `stellwerk-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`;
  const isAbstract = process.platform === 'linux';
  const address = isAbstract ? `\0${name}` : join(tmpdir(), `${name}.sock`);
  if (!isAbstract && !(await answers(address))) await rm(address, { force: true });
  const server = createServer((socket) => socket.destroy());
  server.listen(address);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartError(`The data folder ${dataDir} is in use by a running instance of Stellwerk`);
  }
  server.unref();
  return {
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answers(address: string): Promise<boolean> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
