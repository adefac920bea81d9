import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { watch } from './live.ts';
import type { LoadOrder } from './load.ts';
import { makeConnector, runLoad, signIn, startProgram } from './program.ts';
import { createStage, type Stage, type StageParts } from './stage.ts';
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

/** How old values are when a viewer gets them, while half of what is possible comes in. */
async function measureAge(stage: Stage, token: string, order: Partial<LoadOrder>, rate: number) {
  const twinIds = Array.from({ length: 100 }, (_, index) => 1 + index * Math.floor(devices / 100));
  const viewer = await watch(stage.program.address, token, twinIds);
  await runLoad(stage.orderOf({ ...order, rate: Math.floor(rate / 2) }));
  await stage.untilApplied();
  const { count, median, p99 } = viewer.take();
  viewer.close();
  return { 'messages a second': Math.floor(rate / 2), values: count, 'median, ms': median, '99th percentile, ms': p99 };
}

/** Much more than is allowed to wait: what is refused, what is kept, and how it ends. */
async function overload(dataDir: string, ways: Pick<StageParts, 'webhook' | 'broker'>) {
  const program = await startProgram(dataDir, { INGEST_QUEUE: '2000', INGEST_ACCOUNT_SHARE: '0.5' });
  const pool = new pg.Pool({ connectionString: program.databaseUrl });
  const stage = createStage({ program, pool, ...ways, devices, seconds });
  const countStored = async () =>
    Number((await stage.pool.query('select sum(packets) as n from device_status')).rows[0]?.n);
  const before = await countStored();
  const figures = await stage.measure({ perCall: 20, connections: 64, durationMs: 60_000 });
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
  const pool = new pg.Pool({ connectionString: program.databaseUrl });
  const stage = createStage({ program, pool, ...ways, devices, seconds });
  const figures: Record<string, unknown> = { cores: cpus().length, devices, 'start, ms': program.startMs };
  const note = (name: string, result: object) => {
    figures[name] = result;
    console.log(name, result);
  };
  note('warm-up', await stage.measure({ perCall: 100, connections: 8, durationMs: 5_000 }));
  for (const [name, order] of [
    ['single posts', { connections: 256 }],
    ['arrays of 100', { perCall: 100, connections: 16 }],
    ['MQTT, QoS 1', { kind: 'mqtt', connections: 32, window: 20 }],
  ] as const) {
    // The same devices, heard through the other connector.
    if (name.startsWith('MQTT')) await stage.pool.query('update devices set connector_id = $1', [ways.broker.id]);
    const result = await stage.measure(order);
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
