import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadOrder, LoadResult } from './load.ts';

const administrator = { email: 'admin@example.com', password: 'Signal-box-2026' };
export const mqttPort = 18_883;

export interface Program {
  address: string;
  databaseUrl: string;
  startMs: number;
  usage(): Promise<{ cpuMs: number; memoryMb: number }>;
  stop(): Promise<void>;
}

/** The whole program, as operators start it, with further settings. */
export async function startProgram(dataDir: string, settings: Record<string, string> = {}): Promise<Program> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: String(mqttPort),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'error',
    ...settings,
  };
  const child: ChildProcess = fork(new URL('./server.ts', import.meta.url), {
    env,
    execArgv: ['--max-semi-space-size=64'],
  });
  const [started] = await once(child, 'message');
  return {
    ...started,
    async usage() {
      child.send('usage');
      const [usage] = await once(child, 'message');
      return usage;
    },
    async stop() {
      child.send('stop');
      await once(child, 'exit');
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

/** A connector with the secret that was made for it. */
export async function makeConnector({ address }: Program, token: string, type: string, name = type): Promise<Way> {
  const made = await post(address, '/api/v1/bridge', { tenantId: 1, type, name }, token);
  const { connector, generated } = made as { connector: { id: number }; generated: Record<string, string> };
  return { id: connector.id, secret: Object.values(generated)[0] ?? '' };
}

export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const child = fork(new URL('./load.ts', import.meta.url), [JSON.stringify(order)]);
  const [result] = await once(child, 'message');
  return result;
}
