import pg from 'pg';
import { packetsApplied } from '../../apps/server/src/ingest/newest/testing/newest.fixture.ts';
import { defineBench } from '../bench.ts';
import { atTheEnd, temporaryFolder } from '../resources.ts';
import type { Add, Recorder } from '../result.ts';
import { watch } from './live.ts';
import type { LoadOrder } from './load.ts';
import { makeConnector, type Program, runLoad, signIn, startProgram } from './program.ts';
import { measureRivals, startRivals } from './rivals.ts';
import { addCost, createStage, type Stage, type StageParts } from './stage.ts';
import { buildWorld } from './world.ts';

type Ways = Pick<StageParts, 'webhook' | 'broker'>;
type Sizes = Pick<StageParts, 'devices' | 'seconds'>;

// A fleet of ten thousand devices has hundreds of concurrent, independent calls.
const loads: { name: string; order: Partial<LoadOrder>; target: number }[] = [
  { name: 'Single posts', order: { connections: 1_000 }, target: 6_000 },
  { name: 'Arrays of 100', order: { perCall: 100, connections: 16 }, target: 30_000 },
  { name: 'MQTT, QoS 1', order: { kind: 'mqtt', connections: 32, window: 60 }, target: 8_000 },
];

function stageOf(program: Program, ways: Ways, sizes: Sizes): Stage {
  const pool = new pg.Pool({ connectionString: program.databaseUrl });
  const close = atTheEnd(() => pool.end());
  const stop = async () => {
    await close();
    await program.stop();
  };
  return createStage({ program: { ...program, stop }, pool, ...ways, ...sizes });
}

/** An installation with connectors and devices that have never sent. */
async function prepare(dataDir: string, devices: number): Promise<Ways> {
  const program = await startProgram(dataDir);
  const token = await signIn(program);
  const webhook = await makeConnector(program, token, 'webhook-incoming');
  const broker = await makeConnector(program, token, 'mqtt-broker');
  const pool = new pg.Pool({ connectionString: program.databaseUrl });
  await buildWorld(pool, { devices, connectorId: webhook.id });
  await pool.end();
  await program.stop();
  return { webhook, broker };
}

interface Age {
  rate: number;
  median: number;
  p99: number;
}

/** Age of values when a viewer of a hundred devices receives them, under load. */
async function measureAge(stage: Stage, devices: number, order: Partial<LoadOrder>): Promise<Age> {
  const step = Math.max(1, Math.floor(devices / 100));
  const twinIds = Array.from({ length: Math.min(100, devices) }, (_, index) => 1 + index * step);
  const viewer = await watch(stage.program.address, await signIn(stage.program), twinIds);
  await runLoad(stage.orderOf(order));
  await stage.untilApplied();
  const { median, p99 } = viewer.take();
  viewer.close();
  return { rate: order.rate ?? 0, median, p99 };
}

function addAge(add: Add, { rate, median, p99 }: Age): void {
  const name = `age at a viewer at ${rate.toLocaleString('en')} messages/s`;
  add(`${name}, median`, median, 'ms');
  add(`${name}, 99th percentile`, p99, 'ms', { target: { atMost: 250 } });
}

/** Overload: counts refused and stored messages and waits for the end of the queue. */
async function overload(dataDir: string, ways: Ways, sizes: Sizes, add: Add): Promise<void> {
  const program = await startProgram(dataDir, { INGEST_QUEUE: '2000', INGEST_ACCOUNT_SHARE: '0.5' });
  const stage = stageOf(program, ways, sizes);
  const countStored = async () => Number((await stage.pool.query(`select ${packetsApplied()} as n`)).rows[0]?.n);
  const before = await countStored();
  const cost = await stage.measure({ perCall: 20, connections: 64, durationMs: 3 * sizes.seconds * 1_000 });
  addCost(add, cost);
  add('acknowledged and not applied', cost.accepted - ((await countStored()) - before), 'messages', {
    target: { atMost: 0 },
  });
  await stage.program.stop();
}

async function run({ devices, seconds, rate, peers }: Sizes & { rate: number; peers: boolean }, recorder: Recorder) {
  const { table } = recorder;
  const rivals = peers ? await startRivals(recorder) : undefined;
  const dataDir = await temporaryFolder();
  const ways = await prepare(dataDir, devices);
  const stage = stageOf(await startProgram(dataDir, { INGEST_ACCOUNT_SHARE: '1' }), ways, { devices, seconds });
  /** Moves all devices to another connector, and waits until the program has reloaded them. */
  async function hearThrough(id: number, order: Partial<LoadOrder> = {}): Promise<void> {
    await stage.pool.query('update devices set connector_id = $1', [id]);
    await stage.measure({ ...order, durationMs: 2_000 });
  }
  await stage.measure({ perCall: 100, connections: 8, durationMs: 5_000 });
  for (const { name, order, target } of loads) {
    const add = table(name);
    if (order.kind === 'mqtt') await hearThrough(ways.broker.id, order);
    const cost = await stage.measure(order);
    // Half of the target, or what the program can process continuously. Runs before the peers, which stay busy
    // afterwards.
    const rate = Math.floor(Math.min(target / 2, 0.8 * cost.appliedPerSecond));
    const age = await measureAge(stage, devices, { ...order, rate });
    const rival = rivals ? await measureRivals(rivals, stage.orderOf(order)) : { applied: [], answered: [] };
    const applied = { target: { atLeast: target }, peers: rival.applied };
    addCost(add, cost, { applied, answered: { peers: rival.answered } });
    addAge(add, age);
  }
  await hearThrough(ways.webhook.id);
  addAge(table('Live values'), await measureAge(stage, devices, { connections: 64, rate }));
  await stage.program.stop();
  await overload(dataDir, ways, { devices, seconds }, table('Overload, a tenth of the queue'));
}

export const bench = defineBench({
  about: 'The whole program under load, one way in after the other; Node-RED and Mosquitto with the same load.',
  options: {
    devices: { default: 10_000, about: 'devices that report, each with a twin that computes' },
    seconds: { default: 20, about: 'for each load; overload takes three times that' },
    rate: { default: 2_000, about: 'messages a second while the age of live values is measured' },
    peers: { default: true, about: 'without the peers' },
  },
  run,
});
