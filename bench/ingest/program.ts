import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { atTheEnd, freePort } from '../resources.ts';
import type { LoadOrder, LoadResult } from './load.ts';

export const administrator = { email: 'admin@example.com', password: 'Signal-box-2026' };

export interface Program {
  address: string;
  mqttPort: number;
  databaseUrl: string;
  startMs: number;
  usage(): Promise<{ cpuMs: number; memoryMb: number }>;
  stop(): Promise<void>;
  /** Like `kill -9`. */
  kill(): Promise<void>;
}

/** The next message of a child process; fails if the child exits before. */
async function messageOf(child: ChildProcess) {
  const over = new AbortController();
  const ended = once(child, 'exit', over).then(([code]) => {
    throw new Error(`a process of the bench ended with ${code}`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]).finally(() => over.abort());
  return message;
}

/** The whole program, as operators start it, on an empty installation or with further settings. */
export async function startProgram(dataDir: string, settings: Record<string, string> = {}): Promise<Program> {
  const mqttPort = await freePort();
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: String(mqttPort),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'error',
    DEMO: 'off',
    ...settings,
  };
  const flags = ['--max-semi-space-size=128', '--no-allocation-site-pretenuring'];
  const child = fork(new URL('./server.ts', import.meta.url), { env, execArgv: flags });
  const stop = atTheEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // The program stops when its parent disconnects, also when the parent was killed.
    child.disconnect();
    await ended;
  });
  const started = await messageOf(child);
  return {
    ...started,
    mqttPort,
    async usage() {
      child.send('usage');
      return messageOf(child);
    },
    stop,
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function post(address: string, path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const read = (await answer.json()) as { data: Record<string, unknown> };
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(read)}`);
  return read.data;
}

export async function signIn({ address }: Program): Promise<string> {
  const { email: username, password } = administrator;
  return String((await post(address, '/api/v1/auth/login', { username, password })).token);
}

export interface Way {
  id: number;
  secret: string;
}

/** A connector with its generated secret. */
export async function makeConnector(
  { address }: Program,
  token: string,
  type: string,
  { accountId = 1 }: { accountId?: number } = {},
): Promise<Way> {
  const made = await post(address, '/api/v1/bridge', { tenantId: accountId, type, name: type }, token);
  const { connector, generated } = made as { connector: { id: number }; generated: Record<string, string> };
  return { id: connector.id, secret: Object.values(generated)[0] ?? '' };
}

export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const child = fork(new URL('./load.ts', import.meta.url), [JSON.stringify(order)]);
  atTheEnd(async () => child.kill());
  return messageOf(child);
}
