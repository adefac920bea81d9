import { readFileSync } from 'node:fs';
import { createStateCache } from '../../apps/server/src/features/states/engine/cache.ts';
import { createValues } from '../../apps/server/src/features/states/engine/values.ts';
import { noteSightings } from '../../apps/server/src/ingest/newest/index.ts';
import type { Sighting, Update } from '../../apps/server/src/ingest/ports.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createSandbox } from '../../apps/server/src/platform/sandbox/sandbox.ts';
import { defineBench } from '../bench.ts';
import { ownMs } from '../cpu.ts';
import { type OpenDatabase, openDatabase } from '../database.ts';
import { buildWorld, messageOf } from '../ingest/world.ts';
import { percentile } from '../measure.ts';
import { atTheEnd } from '../resources.ts';
import type { Recorder } from '../result.ts';

const batchSize = 1_000;
const startMs = Date.now() - 3_600_000;

/** CPU time of one connection's process, in nanoseconds: finer than the hundredths of a second of `/proc/…/stat`. */
function backendNs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}

async function buildDevices({ pool }: OpenDatabase, devices: number): Promise<void> {
  await pool.query(`insert into scopes (id, path, name) overriding system value values (1, '1', 'Bench')`);
  await pool.query(`insert into accounts (id, name, scope_id) overriding system value values (1, 'Bench', 1)`);
  await pool.query(`insert into connectors (id, account_id, type, name, mutator) overriding system value
    values (1, 1, 'webhook-incoming', 'Bench', '{"language":"none","script":""}')`);
  await buildWorld(pool, { devices, connectorId: 1 });
}

/** The values of a message of each device of the batch: three numbers and the message itself. */
function batchOf(firstDevice: number, devices: number, round: number): { updates: Update[]; sightings: Sighting[] } {
  const updates: Update[] = [];
  const sightings: Sighting[] = [];
  for (let index = 0; index < batchSize; index += 1) {
    const device = 1 + ((firstDevice + index) % devices);
    const measuredAt = new Date(startMs + round * 1_000 + index);
    const packet = { shard: 1 + (device % 16), seq: round * devices + device };
    const common = { ...packet, measuredAt, receivedAt: measuredAt, origin: 'live' as const };
    const firstState = (device - 1) * 4 + 1;
    const numbers = [
      15 + ((device * 7 + round * 13) % 1_000) / 100,
      30 + ((device + round) % 80) / 2,
      3 + round / 1_000,
    ];
    for (const [place, value] of [...numbers, { ...messageOf(device, round) }].entries()) {
      updates.push({ ...common, stateId: firstState + place, value });
    }
    sightings.push({ twinId: device, receivedAt: measuredAt, packets: 1 });
  }
  return { updates, sightings };
}

/** CPU time for one message. */
interface Cost {
  program: number;
  sighting: number;
  values: number;
}

function createApplying({ db, pool }: OpenDatabase, devices: number) {
  const sandbox = createSandbox({ log: createLog('silent') });
  atTheEnd(sandbox.close);
  const history = createPostgresHistory({ pool });
  const values = createValues({ history, sandbox, clock: systemClock });
  const cache = createStateCache();

  /** Applies a batch as the pipeline does. */
  async function apply(firstDevice: number, round: number): Promise<Cost> {
    const { updates, sightings } = batchOf(firstDevice, devices, round);
    const ownBefore = ownMs();
    await cache.ensure(db, new Set(updates.map(({ stateId }) => stateId)));
    const work = values.begin(db, cache);
    work.add(updates);
    const [begun, seen, done] = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
      const pid = rows[0]?.pid ?? 0;
      const begunNs = backendNs(pid);
      await noteSightings(tx, sightings);
      const seenNs = backendNs(pid);
      await work.apply(Promise.resolve(tx));
      return [begunNs, seenNs, backendNs(pid)] as const;
    });
    work.settle();
    const perMessage = 1 / batchSize;
    return {
      program: (ownMs() - ownBefore) * 1_000 * perMessage,
      sighting: ((seen - begun) / 1_000) * perMessage,
      values: ((done - seen) / 1_000) * perMessage,
    };
  }

  return { history, apply };
}

async function measure({ devices, batches }: { devices: number; batches: number }, { table }: Recorder): Promise<void> {
  const database = await openDatabase();
  const { pool } = database;
  await buildDevices(database, devices);
  const { history, apply } = createApplying(database, devices);
  await history.ensurePartitions(Date.now());

  async function addRun(name: string, count: number, firstRound: number): Promise<void> {
    const costs: Cost[] = [];
    const written = "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes";
    const before = Number((await pool.query<{ bytes: string }>(written)).rows[0]?.bytes);
    for (let batch = 0; batch < count; batch += 1) {
      const first = batch * batchSize;
      costs.push(await apply(first % devices, firstRound + Math.floor(first / devices)));
    }
    const after = Number((await pool.query<{ bytes: string }>(written)).rows[0]?.bytes);
    const add = table(name);
    // Other load on the machine only ever adds to a cost, so the lower quartile varies less than the median.
    const of = (part: keyof Cost) =>
      percentile(
        costs.map((cost) => cost[part]),
        0.25,
      );
    add('processor, program', of('program'), 'µs a message');
    add('processor, database: sighting', of('sighting'), 'µs a message');
    add('processor, database: values and history', of('values'), 'µs a message');
    add('write-ahead log', (after - before) / (count * batchSize), 'bytes a message');
  }

  const round = Math.ceil(devices / batchSize);
  await addRun('First message of each device', round, 0);
  await pool.query('vacuum');
  for (let batch = 0; batch < round; batch += 1) await apply(batch * batchSize, 1);
  await addRun('Further messages', batches, 2);
}

export const bench = defineBench({
  about: 'What it costs to apply a message of four values: processor time, which other load hardly changes, and log.',
  options: {
    devices: { default: 10_000, about: 'devices that report in turn, each with a twin that computes' },
    batches: { default: 60, about: 'batches of 1,000 messages' },
  },
  run: measure,
});
