import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { allNewest } from '../../apps/server/src/ingest/newest/testing/newest.fixture.ts';
import { defineBench } from '../bench.ts';
import { openEmptyDatabase } from '../database.ts';
import { type BenchDevice, openWorld, post, upTo } from '../fairness/world.ts';
import { type Program, startProgram } from '../ingest/program.ts';
import { median, percentile } from '../measure.ts';
import { atTheEnd, temporaryFolder } from '../resources.ts';
import type { Add, Recorder } from '../result.ts';

/** Enough devices to cover most shards. */
const deviceCount = 24;
const lookMs = 5;
const target = { atMost: 2_000 };
let round = 0;

/** Sends one value per device; resolves when all can be read. */
async function sendAll({ address }: Program, pool: pg.Pool, devices: readonly BenchDevice[]): Promise<number> {
  round += 1;
  const value = round;
  const begunMs = performance.now();
  const send = async (device: BenchDevice) => {
    while (!(await post(address, device, [value]))) await delay(lookMs);
  };
  await Promise.all(devices.map(send));
  const ids = devices.map(({ stateId }) => stateId);
  for (;;) {
    if ((await allNewest(pool, ids)).every((newest) => Number(newest) === value)) return performance.now() - begunMs;
    await delay(lookMs);
  }
}

/** Sends values without pause until the program is killed. */
async function flood({ address }: Program, device: BenchDevice, isOver: () => boolean): Promise<void> {
  while (!isOver()) await post(address, device, upTo(20)).catch(() => false);
}

async function killed(program: Program, devices: readonly BenchDevice[]): Promise<void> {
  let isOver = false;
  const flooding = devices.map((device) => flood(program, device, () => isOver));
  await delay(500);
  await program.kill();
  isOver = true;
  await Promise.all(flooding);
}

async function untilReady(start: () => Promise<Program>): Promise<{ program: Program; readyMs: number }> {
  const begunMs = performance.now();
  const program = await start();
  while (!(await fetch(`${program.address}/health/ready`)).ok) await delay(lookMs);
  return { program, readyMs: performance.now() - begunMs };
}

function addTimes(add: Add, what: string, times: readonly number[], more?: { target: typeof target }): void {
  add(`${what}, median`, median(times), 'ms');
  add(`${what}, worst of ${times.length}`, percentile(times, 1), 'ms', more);
}

async function killAlone(kills: number, add: Add): Promise<void> {
  const dataDir = await temporaryFolder();
  let program = await startProgram(dataDir);
  const ready: number[] = [];
  const seen: number[] = [];
  const world = await openWorld(program);
  const devices = await world.addDevices(deviceCount);
  await world.close();
  for (const _ of upTo(kills)) {
    await killed(program, devices.slice(0, 4));
    const again = await untilReady(() => startProgram(dataDir));
    program = again.program;
    ready.push(again.readyMs);
    // The embedded database was restarted with the program.
    const pool = new pg.Pool({ connectionString: program.databaseUrl });
    const close = atTheEnd(() => pool.end());
    seen.push(await sendAll(program, pool, devices));
    await close();
  }
  addTimes(add, 'from the start to ready', ready);
  addTimes(add, 'from ready until new values can be read', seen, { target });
  await program.stop();
}

async function killOneOfTwo(kills: number, add: Add): Promise<void> {
  const database = await openEmptyDatabase();
  const settings = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('base64') };
  const folders = [await temporaryFolder(), await temporaryFolder()];
  const start = (place: number) => startProgram(folders[place] ?? '', settings);
  const programs = [await start(0), await start(1)];
  const [first] = programs;
  if (!first) return;
  const world = await openWorld(first);
  const devices = await world.addDevices(deviceCount);
  const survivor: number[] = [];
  const ready: number[] = [];
  const seen: number[] = [];
  for (const kill of upTo(kills)) {
    const [dead, alive] = [kill % 2, (kill + 1) % 2].map((place) => programs[place]);
    if (!dead || !alive) return;
    await sendAll(alive, world.pool, devices);
    await killed(dead, devices.slice(0, 4));
    survivor.push(await sendAll(alive, world.pool, devices));
    const again = await untilReady(() => start(kill % 2));
    programs[kill % 2] = again.program;
    ready.push(again.readyMs);
    seen.push(await sendAll(again.program, world.pool, devices));
  }
  addTimes(add, 'from the kill until new values of the other process can be read', survivor, { target });
  addTimes(add, 'from the start to ready', ready);
  addTimes(add, 'from ready until new values can be read', seen, { target });
  await world.close();
  for (const program of programs) await program.stop();
}

async function run({ alone, pairs }: { alone: number; pairs: number }, { table }: Recorder) {
  if (alone > 0) await killAlone(alone, table('A process that is killed and started again'));
  if (pairs > 0) await killOneOfTwo(pairs, table('One of two processes is killed and started again'));
}

export const bench = defineBench({
  about: 'How soon new values can be read after kill -9, with one process and with two.',
  options: {
    alone: { default: 10, about: 'kills of a process that is alone' },
    pairs: { default: 10, about: 'kills of one of two processes, in turn' },
  },
  run,
});
