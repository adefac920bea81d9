import { setTimeout as delay } from 'node:timers/promises';
import { defineBench } from '../bench.ts';
import { type Program, startProgram } from '../ingest/program.ts';
import { median, percentile } from '../measure.ts';
import { temporaryFolder } from '../resources.ts';
import type { Add, Recorder } from '../result.ts';
import { addHostiles, type Hostile, type Scene } from './hostile.ts';
import { type BenchDevice, type FairWorld, openWorld, post, upTo } from './world.ts';

const targetMs = 1_000;
/** Polling interval, which is the error of each figure. */
const lookMs = 2;
let count = 0;

interface Stage {
  program: Program;
  world: FairWorld;
}

async function untilRead({ world }: Stage, { stateId }: BenchDevice, value: number): Promise<void> {
  while (Number(await world.newest(stateId)) !== value) await delay(lookMs);
}

/** Sends one value and resolves when it can be read. */
async function sendOne(stage: Stage, device: BenchDevice): Promise<number> {
  count += 1;
  const value = count;
  const begunMs = performance.now();
  while (!(await post(stage.program.address, device, [value]))) await delay(lookMs);
  await untilRead(stage, device, value);
  return performance.now() - begunMs;
}

interface Cost {
  /** CPU time of the program, which computes the windows. */
  cpuMs: number;
  /** Time until the value can be read. */
  waitMs: number;
}

const cpuMs = async ({ program }: Stage) => (await program.usage()).cpuMs;

/** Cost of single values; devices alternate, so that all have the same conditions. */
async function costsOf(
  stage: Stage,
  rounds: number,
  devices: readonly BenchDevice[],
  prepare = async () => {},
): Promise<Cost[]> {
  const costs = devices.map(() => ({ cpu: [] as number[], wait: [] as number[] }));
  for (const _ of upTo(rounds)) {
    for (const [index, device] of devices.entries()) {
      await prepare();
      const before = await cpuMs(stage);
      costs[index]?.wait.push(await sendOne(stage, device));
      costs[index]?.cpu.push((await cpuMs(stage)) - before);
    }
  }
  return costs.map(({ cpu, wait }) => ({ cpuMs: median(cpu), waitMs: median(wait) }));
}

/** Sends calls of a hundred values and waits until the last can be read. */
async function bulkCost(stage: Stage, device: BenchDevice, calls: number): Promise<Cost> {
  const { program } = stage;
  const before = await cpuMs(stage);
  const begunMs = performance.now();
  for (const _ of upTo(calls)) {
    const values = upTo(100).map((n) => count + 1 + n);
    if (await post(program.address, device, values)) count += 100;
  }
  await untilRead(stage, device, count);
  const values = calls * 100;
  return { cpuMs: ((await cpuMs(stage)) - before) / values, waitMs: (performance.now() - begunMs) / values };
}

function addCosts(add: Add, what: string, without: Cost, cost: Cost): void {
  add(`${what}, without windows`, without.waitMs, 'ms');
  add(what, cost.waitMs, 'ms');
  add(`${what}, processor time of the windows`, cost.cpuMs - without.cpuMs, 'ms', { target: { atMost: 1 } });
}

/** Cost of a value with windows of a year, compared with the same value without. */
async function measureWindows(stage: Stage, { yearly, plain, slow }: Scene, rounds: number, add: Add): Promise<void> {
  const [device] = yearly;
  if (!device) return;
  for (const each of [plain, device]) await bulkCost(stage, each, 10);
  addCosts(add, 'each of calls of 100', await bulkCost(stage, plain, 20), await bulkCost(stage, device, 20));
  const [single, windowed] = await costsOf(stage, rounds, [plain, device]);
  if (single && windowed) addCosts(add, 'alone, until it can be read', single, windowed);
  let mark = 0;
  const sendSlow = async (values: number) => {
    mark += 1;
    while (!(await post(stage.program.address, slow, Array<number>(values).fill(mark)))) await delay(lookMs);
  };
  /**
   * Slow values that exceed the time of a batch, so that the next value of the account is processed in a lane. They are
   * repeated, because a lane that closes between two polls goes unnoticed.
   */
  const openLane = async () => {
    do {
      await sendSlow(30);
      while (!(await stage.world.isAside(slow)) && Number(await stage.world.newest(slow.stateId)) !== mark)
        await delay(lookMs);
    } while (!(await stage.world.isAside(slow)));
    await sendSlow(1);
    await untilRead(stage, slow, mark);
  };
  const [plainInLane, windowedInLane] = await costsOf(stage, Math.ceil(rounds / 4), [plain, device], openLane);
  if (plainInLane && windowedInLane)
    addCosts(add, 'alone in a lane, until it can be read', plainInLane, windowedInLane);
}

/** Delays of single values of another account during some load. */
async function delaysOf(
  stage: Stage,
  neighbour: BenchDevice,
  work: (isOver: () => boolean) => Promise<void>,
  seconds: number,
) {
  const delaysMs: number[] = [];
  const endMs = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() >= endMs;
  const working = work(isOver);
  while (!isOver()) {
    delaysMs.push(await sendOne(stage, neighbour));
    await delay(10);
  }
  await working;
  return delaysMs;
}

function addDelays(add: Add, what: string, delaysMs: readonly number[]): void {
  add(`${what}, median`, median(delaysMs), 'ms');
  add(`${what}, worst of ${delaysMs.length}`, percentile(delaysMs, 1), 'ms', { target: { atMost: targetMs } });
}

/** Measures the delay of another account's values while a hostile account sends as much as it may. */
async function measureHostile(stage: Stage, scene: Scene, hostile: Hostile, seconds: number, add: Add): Promise<void> {
  const { program } = stage;
  const delays = await delaysOf(
    stage,
    scene.neighbour,
    async (isOver) => {
      const send = async (device: BenchDevice) => {
        const values = upTo(100).map((n) => n + 1);
        while (!isOver()) if (!(await post(program.address, device, values, hostile.payloadOf))) await delay(50);
      };
      await Promise.all(hostile.devices.map(send));
    },
    seconds,
  );
  addDelays(add, hostile.name, delays);
}

async function open(dataDir: string): Promise<Stage> {
  const program = await startProgram(dataDir);
  return { program, world: await openWorld(program) };
}

async function close({ program, world }: Stage): Promise<void> {
  await world.close();
  await program.stop();
}

async function run({ seconds, years, rounds }: Record<'seconds' | 'years' | 'rounds', number>, { table }: Recorder) {
  const dataDir = await temporaryFolder();
  const first = await open(dataDir);
  const scene = await addHostiles(first.world, years);
  await close(first);

  const stage = await open(dataDir);
  const { neighbour, yearly } = scene;
  const addDelay = table('Values of another account, one by one, until they can be read');
  const nobody = await delaysOf(stage, neighbour, async () => {}, Math.min(seconds, 5));
  addDelays(addDelay, 'nobody else', nobody);
  const addWindow = table('A value of a device with a year of minute values: mean, median and maximum of the year');
  const cold: number[] = [];
  const duringCold = await delaysOf(
    stage,
    neighbour,
    async () => {
      for (const device of yearly) cold.push(await sendOne(stage, device));
    },
    seconds,
  );
  addWindow('the first after a start, until it can be read, worst', percentile(cold, 1), 'ms');
  addDelays(addDelay, `${years} years of minute values are read`, duringCold);
  await measureWindows(stage, scene, rounds, addWindow);
  for (const hostile of scene.hostiles) await measureHostile(stage, scene, hostile, seconds, addDelay);
  await close(stage);
}

export const bench = defineBench({
  about: 'What windows of a year cost a value, and how long a hostile account delays another one.',
  options: {
    seconds: { default: 15, about: 'for each kind of hostile account' },
    years: { default: 3, about: 'devices of the hostile account with a year of minute values' },
    rounds: { default: 60, about: 'values that are sent alone' },
  },
  run,
});
