import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPostmaster, stopLeftover } from '../../platform/postgres/leftover.ts';

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Program {
  child: ChildProcess;
  /** Resolves with the address of the ready line; rejects if the program ends before it. */
  ready: Promise<string>;
  ended: Promise<Ended>;
  /** Sends a signal and waits for the program to end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

type Environment = Record<string, string>;

const run = promisify(execFile);
const source = join(import.meta.dirname, '../..');
/** The compile cache that `npm start` uses. */
const compileCache = join(source, '../../../node_modules/.cache/node');
const adminPassword = 'correct horse battery';
const readyLine = /^Stellwerk is ready: (\S+)$/m;

export const admin = { username: 'admin@stellwerk.local', password: adminPassword };

const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** Creates a data folder that the database user can enter, like a real one. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stellwerk-process-'));
  await chmod(folder, 0o711);
  folders.add(folder);
  return folder;
}

const databaseOf = (dataDir: string) => join(dataDir, 'postgres/data');

/** For `afterAll`: removes all processes and folders, whatever the tests did. */
export async function cleanUp(): Promise<void> {
  for (const child of running) {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  for (const folder of folders) {
    await stopLeftover(databaseOf(folder));
    const linked = await readlink(join(folder, 'postgres')).catch(() => undefined);
    if (linked) await rm(linked, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
  folders.clear();
}

function runScript(script: string, args: string[], env: Environment, input?: string): Program {
  const child = spawn(process.execPath, [join(source, script), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      MQTT_PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      ADMIN_PASSWORD: adminPassword,
      ...env,
    },
  });
  running.add(child);
  child.stdin.end(input);
  let stdout = '';
  let stderr = '';
  const ready = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    const address = readyLine.exec(stdout)?.[1];
    if (address) ready.resolve(address);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    running.delete(child);
    ready.reject(new Error(`ended before it was ready (${code ?? signal}): ${stdout}${stderr}`));
    return { code, signal, stdout, stderr };
  });
  ready.promise.catch(() => {});
  return {
    child,
    ready: ready.promise,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs the program like `npm start`. */
export const startProgram = (env: Environment): Program => runScript('main.ts', [], env);

/** Runs the program like `npm run stellwerk`. */
export const runStellwerk = (args: string[], env: Environment, input?: string): Program =>
  runScript('cli/cli.ts', args, env, input);

export const stellwerk = (args: string[], env: Environment = {}, input?: string): Promise<Ended> =>
  runStellwerk(args, env, input).ended;

export const postmasterOf = (dataDir: string) => readPostmaster(databaseOf(dataDir));

/** Checks whether the process is the folder's database: its id may be reused by now, or belong to a zombie. */
export async function isDatabase(pid: number, dataDir: string): Promise<boolean> {
  const command = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return command.stdout.includes(dataDir);
}

export async function signIn(address: string, credentials = admin): Promise<{ status: number; token: string }> {
  const response = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const body = (await response.json()) as { data?: { token: string } };
  return { status: response.status, token: body.data?.token ?? '' };
}

export async function isSignedIn(address: string, token: string): Promise<boolean> {
  const response = await fetch(`${address}/api/v1/auth/verify`, { headers: { authorization: `Bearer ${token}` } });
  const body = (await response.json()) as { data?: { isAuthenticated: boolean } };
  return body.data?.isAuthenticated ?? false;
}

/** Mulberry32: the same kill moments for the same seed. */
export function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
