import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { databaseMs } from '../history/cpu.ts';
import { watch } from './live.ts';
import type { LoadOrder } from './load.ts';
import { makeConnector, mqttPort, type Program, runLoad, signIn, startProgram, type Way } from './program.ts';
import { buildWorld } from './world.ts';

/**
 * npm run bench -- ingest [--devices 10000] [--seconds 20]: the whole program under load, one way in after the other.
 * Generator, program and database share the cores; commits are durable.
 */

const { values: given } = parseArgs({
  options: { devices: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '20' } },
});
const devices = Number(given.devices);
const seconds = Number(given.seconds);

interface Stage {
  program: Program;
  pool: pg.Pool;
  webhook: Way;
  broker: Way;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let rounds = 0;

function orderOf({ program, webhook, broker }: Stage, order: Partial<LoadOrder>): LoadOrder {
  const isMqtt = order.kind === 'mqtt';
  const { hostname, port } = new URL(program.address);
  const { id: connectorId, secret } = isMqtt ? broker : webhook;
  rounds += 1_000;
  const plain = { connections: 32, perCall: 1, window: 1, rate: 0, durationMs: seconds * 1_000, firstRound: rounds };
  const where = { host: hostname, port: isMqtt ? mqttPort : Number(port), connectorId, secret, devices };
  return { kind: 'http', ...where, ...plain, ...order };
}

/** Resolves when everything that was accepted has been applied. */
async function untilApplied({ pool }: Stage): Promise<number> {
  const fromMs = performance.now();
  for (;;) {
    const { rows } = await pool.query(
      `select 1 from ingest_cursors place
       where place.cursor < (select coalesce(max(seq), 0) from packets where packets.shard = place.shard) limit 1`,
    );
    if (rows.length === 0) return performance.now() - fromMs;
    await pause(20);
  }
}

async function measure(stage: Stage, order: Partial<LoadOrder>): Promise<Record<string, number>> {
  const { program, pool } = stage;
  const before = await program.usage();
  const databaseBefore = await databaseMs(pool);
  const result = await runLoad(orderOf(stage, order));
  const lagMs = await untilApplied(stage);
  const after = await program.usage();
  const perMessage = (ms: number) => Number(((ms * 1_000) / result.accepted).toFixed(1));
  return {
    'offered a second': Math.round(result.offered / (result.ms / 1_000)),
    'accepted a second': Math.round(result.accepted / (result.ms / 1_000)),
    'applied a second': Math.round(result.accepted / ((result.ms + lagMs) / 1_000)),
    refused: result.refused,
    'behind at the end, ms': Math.round(lagMs),
    'program, µs a message': perMessage(after.cpuMs - before.cpuMs),
    'database, µs a message': perMessage((await databaseMs(pool)) - databaseBefore),
    'memory, MB': after.memoryMb,
  };
}

/** How old values are when a viewer gets them, while half of what is possible comes in. */
async function measureAge(stage: Stage, token: string, order: Partial<LoadOrder>, rate: number) {
  const twinIds = Array.from({ length: 100 }, (_, index) => 1 + index * Math.floor(devices / 100));
  const viewer = await watch(stage.program.address, token, twinIds);
  await runLoad(orderOf(stage, { ...order, rate: Math.floor(rate / 2) }));
  await untilApplied(stage);
  const { count, median, p99 } = viewer.take();
  viewer.close();
  return { 'messages a second': Math.floor(rate / 2), values: count, 'median, ms': median, '99th percentile, ms': p99 };
}

/** Much more than is allowed to wait: what is refused, what is kept, and how it ends. */
async function overload(dataDir: string, ways: Pick<Stage, 'webhook' | 'broker'>) {
  const program = await startProgram(dataDir, { INGEST_QUEUE: '2000', INGEST_ACCOUNT_SHARE: '0.5' });
  const stage: Stage = { program, pool: new pg.Pool({ connectionString: program.databaseUrl }), ...ways };
  const countStored = async () =>
    Number((await stage.pool.query('select sum(packets) as n from device_status')).rows[0]?.n);
  const before = await countStored();
  const figures = await measure(stage, { perCall: 20, connections: 64, durationMs: 60_000 });
  const applied = (await countStored()) - before;
  const { memoryMb } = await program.usage();
  await stage.pool.end();
  await program.stop();
  const accepted = (figures['accepted a second'] ?? 0) * 60;
  return {
    ...figures,
    'applied, counted at the devices': applied,
    'accepted, about': accepted,
    'memory after, MB': memoryMb,
  };
}

const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-bench-'));
await chmod(dataDir, 0o711);
try {
  const first = await startProgram(dataDir);
  const firstToken = await signIn(first);
  const ways = {
    webhook: await makeConnector(first, firstToken, 'webhook-incoming'),
    broker: await makeConnector(first, firstToken, 'mqtt-broker'),
  };
  const setup = new pg.Pool({ connectionString: first.databaseUrl });
  await buildWorld(setup, { devices, connectorId: ways.webhook.id });
  await setup.end();
  await first.stop();

  const program = await startProgram(dataDir, { INGEST_ACCOUNT_SHARE: '1' });
  const token = await signIn(program);
  const stage: Stage = { program, pool: new pg.Pool({ connectionString: program.databaseUrl }), ...ways };
  const figures: Record<string, unknown> = { cores: cpus().length, devices, 'start, ms': program.startMs };
  const note = (name: string, result: object) => {
    figures[name] = result;
    console.log(name, result);
  };
  note('warm-up', await measure(stage, { perCall: 100, connections: 8, durationMs: 5_000 }));
  for (const [name, order] of [
    ['single posts', { connections: 256 }],
    ['arrays of 100', { perCall: 100, connections: 16 }],
    ['MQTT, QoS 1', { kind: 'mqtt', connections: 32, window: 20 }],
  ] as const) {
    // The same devices, heard through the other connector.
    if (name.startsWith('MQTT')) await stage.pool.query('update devices set connector_id = $1', [ways.broker.id]);
    const result = await measure(stage, order);
    note(name, result);
    note(`${name}, at half of it`, await measureAge(stage, token, order, result['applied a second'] ?? 0));
  }
  await stage.pool.query('update devices set connector_id = $1', [ways.webhook.id]);
  await stage.pool.end();
  await program.stop();
  note('overload for 60 s, a tenth of the queue', await overload(dataDir, ways));
  console.log(JSON.stringify(figures, null, 2));
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
