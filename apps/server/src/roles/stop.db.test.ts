import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { freePort } from '../../test/mosquitto.ts';
import { loadConfig } from '../platform/config/config.ts';
import type { Database } from '../platform/db/db.ts';
import { startServer } from './server.ts';

const waits = { timeout: 20_000, interval: 20 };
const credentials = { username: 'admin@stellwerk.local', password: 'correct horse battery' };

interface Made {
  id: number;
  secret: string;
}

/** A real server with sockets, on its own test database; `start` may be called again after a stop. */
async function useServer() {
  const database = await useTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-stop-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const [port, mqttPort] = [await freePort(), await freePort()];
  const config = await loadConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    ADMIN_PASSWORD: credentials.password,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
  });
  const start = (stopLimits?: { stepMs: number; wholeMs: number }) =>
    startServer(config, stopLimits ? { stopLimits } : {});
  return { database, address: `http://127.0.0.1:${port}`, mqttPort, start };
}

async function call<T>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as T;
}

async function makeConnectors(address: string): Promise<{ webhook: Made; broker: Made }> {
  const { data } = await call<{ data: { token: string } }>(`${address}/api/v1/auth/login`, credentials);
  const headers = { authorization: `Bearer ${data.token}` };
  const make = async (type: string, secret: string): Promise<Made> => {
    const answer = await call<{ data: { connector: { id: number }; generated: Record<string, string> } }>(
      `${address}/api/v1/bridge`,
      { name: type, type, tenantId: 1 },
      headers,
    );
    return { id: answer.data.connector.id, secret: answer.data.generated[secret] ?? '' };
  };
  return { webhook: await make('webhook-incoming', 'key'), broker: await make('mqtt-broker', 'password') };
}

interface Answer {
  status: number;
  retryAfter: string | null;
}

/** Undefined if there was no connection, or it was closed without a response. */
const answerOf = (url: string, init: RequestInit = {}): Promise<Answer | undefined> =>
  fetch(url, init).then(
    async (answer) => {
      await answer.arrayBuffer();
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
    },
    () => undefined,
  );

/** Posts over kept and new connections until the server ends, and records the acknowledged messages. */
function sendAllTheWhile(url: string, { secret }: Made) {
  const answers: Answer[] = [];
  const accepted: string[] = [];
  let count = 0;
  async function send(headers: Record<string, string>): Promise<void> {
    for (let failures = 0; failures < 3; ) {
      const id = `m${count++}`;
      const answer = await answerOf(url, {
        method: 'POST',
        headers: { 'x-api-key': secret, ...headers },
        // Messages with references are stored although no twin has them; messages of unknown ids would be dropped.
        body: JSON.stringify({ id, routing: { meter: id }, variable: 'value', data: { value: 1 } }),
      });
      failures = answer ? 0 : failures + 1;
      if (answer) answers.push(answer);
      if (answer?.status === 202) accepted.push(id);
    }
  }
  const over = Promise.all([send({}), send({}), send({ connection: 'close' })]);
  return { answers, accepted, over };
}

/** Locks the counters of connectors, so that the stop waits for as long as the test needs. */
async function holdUp({ pool }: Database): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin; lock table connector_status in exclusive mode');
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('rollback');
    client.release();
  };
  onTestFinished(release);
  return release;
}

async function connect(mqttPort: number, { id, secret }: Made): Promise<string | number> {
  const options = { reconnectPeriod: 0, username: String(id), password: secret };
  try {
    await (await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options, false)).endAsync(true);
    return 'connected';
  } catch (error) {
    return (error as { code?: string | number }).code ?? String(error);
  }
}

describe('while the server stops', () => {
  it('posts with a right key are stored, or answered 503 with the time to come again, or find nobody', async () => {
    const { database, address, mqttPort, start } = await useServer();
    const server = await start();
    const { webhook, broker } = await makeConnectors(address);
    expect((await answerOf(`${address}/health/ready`))?.status).toBe(200);
    expect(await connect(mqttPort, broker)).toBe('connected');
    const load = sendAllTheWhile(`${address}/api/v1/webhook/${webhook.id}`, webhook);
    await vi.waitFor(() => expect(load.accepted.length).toBeGreaterThan(50), waits);

    const release = await holdUp(database);
    const before = load.answers.length;
    const stopping = server.stop();
    await vi.waitFor(() => expect(load.answers.length).toBeGreaterThan(before + 100), waits);
    const ready = await answerOf(`${address}/health/ready`);
    const late = await connect(mqttPort, broker);
    await release();
    await stopping;
    await load.over;

    const odd = load.answers.filter(({ status, retryAfter }) => status !== 202 && !(status === 503 && retryAfter));
    expect(odd.slice(0, 3)).toEqual([]);
    expect(load.answers.filter(({ status }) => status === 503).length).toBeGreaterThan(50);
    expect(ready).toEqual({ status: 503, retryAfter: '5' });
    // CONNACK 3: server unavailable.
    expect([3, 'ECONNREFUSED']).toContain(late);

    const again = await start();
    onTestFinished(() => again.stop());
    const { rows } = await database.pool.query<{ id: string }>(
      `select content::jsonb -> 'routing' ->> 'meter' as id from packets`,
    );
    expect(new Set(load.accepted).difference(new Set(rows.map(({ id }) => id)))).toEqual(new Set());
    await vi.waitFor(async () => {
      const open = await database.pool.query(
        'select from packets p left join ingest_cursors c on c.shard = p.shard where p.seq > coalesce(c.cursor, 0)',
      );
      expect(open.rowCount).toBe(0);
    }, waits);
  });

  it('a step that does not end is left behind, so that the stop ends all the same', async () => {
    const { database, address, start } = await useServer();
    const server = await start({ stepMs: 300, wholeMs: 600 });
    const { webhook } = await makeConnectors(address);
    const release = await holdUp(database);
    const url = `${address}/api/v1/webhook/${webhook.id}`;
    const body = JSON.stringify({ id: 'one', payload: 1 });
    expect((await answerOf(url, { method: 'POST', headers: { 'x-api-key': webhook.secret }, body }))?.status).toBe(202);
    await server.stop();
    expect(await answerOf(`${address}/health/ready`)).toBeUndefined();
    await release();
  });
});
