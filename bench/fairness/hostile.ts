import { ruleDefinition } from '../../packages/contract/src/rule.ts';
import { type BenchDevice, type FairWorld, upTo } from './world.ts';

/** An account that sends as much as it may. */
export interface Hostile {
  name: string;
  devices: readonly BenchDevice[];
  payloadOf?: (n: number) => unknown;
}

export interface Scene {
  /** A device of another account. */
  neighbour: BenchDevice;
  /** Devices with a year of minute values and three aggregates over it, one without, and a slow one. */
  yearly: readonly BenchDevice[];
  plain: BenchDevice;
  slow: BenchDevice;
  hostiles: readonly Hostile[];
}

/** About 50 ms of CPU time. */
const busyScript = 'let n = 0; for (let i = 0; i < 2e7; i += 1) n += i % 7;';
const endless = 'for (;;) {}';

const yearOf = (stateId: number, operation: string) => ({
  source: 'timeseries-aggregate',
  timeseries: { stateId, operation, mode: 'duration', durationLength: 1, durationUnit: 'year' },
});

const pick = (devices: readonly BenchDevice[]): BenchDevice => {
  const [first] = devices;
  if (!first) throw new Error('no device');
  return first;
};

async function addYearly(world: FairWorld, years: number) {
  const devices = await world.addDevices(years + 2);
  const [slow, plain, ...yearly] = devices;
  if (!slow || !plain) throw new Error('no device');
  for (const { twin, stateId } of yearly) {
    const entries = ['avg', 'median', 'max'].map((operation) => ({
      key: operation,
      config: yearOf(stateId, operation),
    }));
    await world.addStates(twin.id, entries, stateId);
  }
  await world.pool.query('update states set transformer = $1 where id = $2', [
    `${busyScript} return value`,
    slow.stateId,
  ]);
  await world.addYear(yearly.map(({ stateId }) => stateId));
  return { slow, plain, yearly };
}

/** One account for each way to slow down the pipeline. */
export async function addHostiles(world: FairWorld, years: number): Promise<Scene> {
  const neighbour = pick(await world.addDevices(1));
  const windows = await addYearly(world, years);
  const driven = await world.addDevices(1, { script: `function decodeUplink(input) { ${endless} }` });
  const transformed = await world.addDevices(1, { transformer: `${endless} return value` });
  const computed = await world.addDevices(1);
  const { twin, stateId } = pick(computed);
  const aggregate = { source: 'aggregate', stateIds: [stateId] };
  const scripts = upTo(20).map((index) => ({
    key: `s${index}`,
    config: aggregate,
    transformer: `${endless} return ${index}`,
  }));
  await world.addStates(twin.id, scripts, stateId);
  const ruled = await world.addDevices(1);
  const source = pick(ruled);
  for (const index of upTo(20)) {
    await world.make.rule({
      twin: source.twin,
      definition: ruleDefinition.parse({
        metrics: [{ alias: 'n', stateId: source.stateId }],
        conditions: { mode: 'script', script: `${endless} return ${index}` },
      }),
    });
  }
  const followed = await world.addDevices(1);
  const one = pick(followed);
  const dependants = upTo(10_000).map((index) => ({
    key: `d${index}`,
    config: { source: 'aggregate', stateIds: [one.stateId] },
  }));
  await world.addStates(one.twin.id, dependants, one.stateId);
  return {
    ...{ neighbour, ...windows },
    hostiles: [
      { name: `${years} devices with windows of a year`, devices: windows.yearly },
      { name: 'a driver without end', devices: driven, payloadOf: (n) => (n % 256).toString(16).padStart(2, '0') },
      { name: 'a transformer without end', devices: transformed },
      { name: '20 computed states without end', devices: computed },
      { name: '20 rules without end', devices: ruled },
      { name: '10,000 states that follow from one', devices: followed },
    ],
  };
}
