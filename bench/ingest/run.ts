import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { databaseMs } from '../history/cpu.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { buildWorld } from './world.ts';

/**
 * node bench/ingest/run.ts [devices] [seconds]: the whole program under load, one way in after the other. Two cores are
 * shared by generator, program and database; commits are durable.
 */

const devices = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 20);
const administrator = { email: 'admin@example.com', password: 'Signal-box-2026' };

interface Started {
  child: ChildProcess;
  address: string;
  databaseUrl: string;
  startMs: number;
}

async function startProgram(dataDir: string): Promise<Started> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '18883',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    INGEST_ACCOUNT_SHARE: '1',
    LOG_LEVEL: 'warn',
  };
  const child = fork(new URL('./server.ts', import.meta.url), { env, execArgv: ['--max-semi-space-size=64'] });
  const [message] = await once(child, 'message');
  return { child, ...message };
}

async function stopProgram({ child }: Started): Promise<void> {
  child.send('stop');
  await once(child, 'exit');
}

async function usageOf({ child }: Started): Promise<{ cpuMs: number; memoryMb: number }> {
  child.send('usage');
  const [usage] = await once(child, 'message');
  return usage;
}

/** Connectors of both kinds, with the secrets that they were given. */
async function makeConnectors({ address }: Started) {
  const call = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const read = (await answer.json()) as { data: never };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(read)}`);
    return read.data as Record<string, never>;
  };
  const session = await call('/api/v1/auth/login', { username: administrator.email, password: administrator.password });
  const token = String(session.token);
  const accountId = 1;
  const make = async (type: string) => {
    const made = await call('/api/v1/bridge', { tenantId: accountId, type, name: type }, token);
    const { connector, generated } = made as unknown as {
      connector: { id: number };
      generated: Record<string, string>;
    };
    return { id: connector.id, secret: Object.values(generated)[0] ?? '' };
  };
  return { webhook: await make('webhook-incoming'), broker: await make('mqtt-broker') };
}

async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const child = fork(new URL('./load.ts', import.meta.url), [JSON.stringify(order)]);
  const [result] = await once(child, 'message');
  return result;
}

async function isApplied(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    'select 1 from ingest_cursors c where c.cursor < (select coalesce(max(seq), 0) from packets where packets.shard = c.shard) limit 1',
  );
  return rows.length === 0;
}

const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-bench-'));
await chmod(dataDir, 0o711);
try {
  let program = await startProgram(dataDir);
  const connectors = await makeConnectors(program);
  let pool = new pg.Pool({ connectionString: program.databaseUrl });
  await buildWorld(pool, { devices, connectorId: connectors.webhook.id });
  await pool.end();
  await stopProgram(program);

  program = await startProgram(dataDir);
  pool = new pg.Pool({ connectionString: program.databaseUrl });
  const figures: Record<string, unknown> = { cores: cpus().length, devices, 'start, ms': program.startMs };
  const { hostname, port } = new URL(program.address);
  let firstRound = 0;

  async function measure(name: string, order: Partial<LoadOrder>): Promise<void> {
    const isMqtt = order.kind === 'mqtt';
    const target = isMqtt ? connectors.broker : connectors.webhook;
    if (isMqtt) await pool.query('update devices set connector_id = $1', [target.id]);
    const before = await usageOf(program);
    const databaseBefore = await databaseMs(pool);
    firstRound += 1_000;
    const result = await runLoad({
      kind: 'http',
      host: hostname,
      port: isMqtt ? 18_883 : Number(port),
      connectorId: target.id,
      secret: target.secret,
      devices,
      connections: 32,
      perCall: 1,
      window: 1,
      rate: 0,
      durationMs: seconds * 1_000,
      firstRound,
      ...order,
    });
    const lagFromMs = performance.now();
    while (!(await isApplied(pool))) await new Promise((resolve) => setTimeout(resolve, 20));
    const lagMs = performance.now() - lagFromMs;
    const after = await usageOf(program);
    const perMessage = (ms: number) => Number(((ms * 1_000) / result.accepted).toFixed(1));
    figures[name] = {
      'accepted a second': Math.round(result.accepted / (result.ms / 1_000)),
      'applied a second': Math.round(result.accepted / ((result.ms + lagMs) / 1_000)),
      refused: result.refused,
      'program, µs a message': perMessage(after.cpuMs - before.cpuMs),
      'database, µs a message': perMessage((await databaseMs(pool)) - databaseBefore),
      'memory, MB': after.memoryMb,
    };
    console.log(name, figures[name]);
  }

  await measure('warm-up', { perCall: 100, connections: 8, durationMs: 5_000 });
  await measure('single posts', { connections: 256 });
  await measure('arrays of 100', { perCall: 100, connections: 16 });
  await measure('MQTT, QoS 1', { kind: 'mqtt', connections: 32, window: 20 });
  console.log(JSON.stringify(figures, null, 2));
  await pool.end();
  await stopProgram(program);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
