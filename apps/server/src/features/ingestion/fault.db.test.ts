import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ruleDefinition } from '@stellwerk/contract/rule';
import { newState } from '@stellwerk/contract/state';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { createFactories } from '../../../test/factories.ts';
import { connect, type Database } from '../../platform/db/db.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import { createPostgresHistory } from '../../platform/history/postgres-history.ts';
import { startCluster } from '../../platform/postgres/cluster.ts';
import { states, stateValues } from '../states/index.ts';
import type { Order } from './testing/ingest-child.ts';

const runs = Number(process.env.FAULT_RUNS ?? 1);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const program = new URL('./testing/ingest-child.ts', import.meta.url);
const ttlMs = 1_500;
/** Programs are started and killed several times, on machines that have other work. */
const timeout = 120_000;

/** Small and repeatable: a failing run can be repeated with its seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function seeded() {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));
  process.stdout.write(`FAULT_SEED=${seed}\n`);
  return { random: createRandom(seed), message: `repeat with FAULT_SEED=${seed}` };
}

/** Devices whose messages count up; each value has a time of its own. */
async function buildDevices(database: Database, count: number) {
  const make = createFactories(database.db);
  const connector = await make.connector();
  const devices = [];
  for (const _ of upTo(count)) {
    const device = await make.device({ connector });
    const config = { source: 'connector' as const, identifier: '', variable: 'n' };
    const plain = newState.parse({ key: 'n', title: 'n', valueType: 'number', config });
    const [state] = await database.db
      .insert(states)
      .values({ ...plain, twinId: device.id, source: 'connector', position: 0 })
      .returning({ id: states.id });
    if (!state) throw new Error('insert returned no row');
    await database.db.insert(stateValues).values({ stateId: state.id });
    const definition = ruleDefinition.parse({
      metrics: [{ alias: 'n', stateId: state.id }],
      commands: [{ type: 'mail', options: { to: ['watch@example.com'], subject: 'n', body: '{{n}}' } }],
      alarm: { severity: 'error', message: '{{n}}' },
    });
    const rule = await make.rule({ twin: device, definition });
    devices.push({ twinId: device.id, externalId: device.externalId, stateId: state.id, ruleId: rule.id });
  }
  await createPostgresHistory({ pool: database.pool }).ensurePartitions(Date.now());
  return { sender: { connectorId: connector.id, accountId: connector.account.id }, devices };
}
type World = Awaited<ReturnType<typeof buildDevices>>;

async function startChild(url: string): Promise<ChildProcess> {
  const child = fork(program, [url, String(ttlMs)]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.signalCode === null) await once(child, 'exit');
}

/** Sends without pause, through whoever is there; remembers what was acknowledged. */
function createLoad({ sender, devices }: World, random: () => number) {
  const acknowledged = new Map<number, Set<number>>(devices.map(({ twinId }) => [twinId, new Set()]));
  const waiting = new Map<number, (isStored: boolean) => void>();
  const baseMs = Date.now() - 3_600_000;
  let orders = 0;
  let counter = 0;
  let isOver = false;

  function attach(child: ChildProcess): ChildProcess {
    child.on('message', (answer: { number: number; isStored: boolean }) => {
      waiting.get(answer.number)?.(answer.isStored);
    });
    return child;
  }

  async function post(child: ChildProcess): Promise<void> {
    const sent = upTo(1 + Math.floor(random() * 20)).map(() => {
      counter += 1;
      const device = devices[Math.floor(random() * devices.length)];
      if (!device) throw new Error('no device');
      return { device, n: counter };
    });
    const messages = sent.map(({ device, n }) => ({ id: device.externalId, payload: { n }, time: baseMs + n }));
    orders += 1;
    const order: Order = { number: orders, sender, messages };
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting.set(order.number, resolve);
    const fail = () => resolve(false);
    child.once('exit', fail);
    child.send(order, (error) => error && fail());
    if (await promise) for (const { device, n } of sent) acknowledged.get(device.twinId)?.add(n);
    child.removeListener('exit', fail);
    waiting.delete(order.number);
  }

  /** Several at once, to whoever `choose` names. */
  const workers = (choose: () => ChildProcess | undefined) =>
    Promise.all(
      upTo(8).map(async () => {
        while (!isOver) {
          const child = choose();
          if (child?.connected && child.exitCode === null && child.signalCode === null) await post(child);
          else await delay(5);
        }
      }),
    );

  return { acknowledged, attach, workers, end: () => (isOver = true) };
}

const openPackets = async (database: Database): Promise<number> => {
  const { rows } = await database.pool.query<{ open: number }>(
    `select (select count(*) from packet_handoff) + (select count(*) from packets p join ingest_cursors c using (shard)
       where p.seq > c.cursor) as open`,
  );
  return Number(rows[0]?.open);
};

/** Each value that was the newest set its rule off once: one alarm, and every command that a record tells of is queued. */
async function countRules(database: Database, message: string): Promise<void> {
  const { rows } = await database.db.execute<Record<string, number | null>>(sql`
    select r.id, status.executions::int,
      (select value::text::int from rule_states edge join state_values v using (state_id) where edge.rule_id = r.id) as newest,
      (select sum(e.count)::int from rule_executions e where e.rule_id = r.id) as recorded,
      (select count(*)::int - count(distinct e.metrics -> 0 ->> 'value')::int from rule_executions e
        where e.rule_id = r.id) as twice,
      (select count(*)::int from rule_commands c join rule_executions e on e.id = c.execution_id
        where e.rule_id = r.id and c.state = 'queued') as sent,
      (select count(*)::int from outbox where key = 'rule/' || r.id) as queued,
      (select count(*)::int from alarms where origin = 'rule' and origin_id = r.id) as alarms
    from twin_rules r join rule_status status on status.rule_id = r.id`);
  expect(rows.length, message).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row.recorded, `${message}: records and counters agree`).toBe(row.executions);
    expect(row.twice, `${message}: no value sets a rule off twice`).toBe(0);
    expect(row.queued, `${message}: what was recorded as given is in the outbox`).toBe(row.sent);
    expect(row.alarms, `${message}: one alarm`).toBe(row.newest === null ? 0 : 1);
  }
}

/** Acknowledged means stored, stored means applied, and applied means once. */
async function countAll(
  database: Database,
  { devices }: World,
  acknowledged: Map<number, Set<number>>,
  message: string,
) {
  const { rows } = await database.db.execute<{ twin: number; stored: number; seen: number; points: number[] }>(sql`
    select d.twin_id as twin, (select count(*)::int from packets where device_id = d.twin_id) as stored,
      d.packets::int as seen, (select coalesce(array_agg(number::int order by number), '{}') from history_points
        join states on states.id = history_points.series where states.twin_id = d.twin_id) as points
    from device_status d`);
  expect(rows.length, message).toBe(devices.length);
  let total = 0;
  for (const { twin, stored, seen, points } of rows) {
    const own = acknowledged.get(twin) ?? new Set();
    expect(seen, `${message}: applied as often as stored`).toBe(stored);
    expect(points.length, `${message}: a point a packet`).toBe(stored);
    expect(new Set(points).size, `${message}: none twice`).toBe(points.length);
    expect(own.difference(new Set(points)).size, `${message}: none lost`).toBe(0);
    total += own.size;
  }
  const newest = await database.pool.query<{ wrong: number }>(
    `select count(*)::int as wrong from state_values v where v.value::text::int <>
       (select max(number)::int from history_points where series = v.state_id)`,
  );
  expect(newest.rows[0]?.wrong, `${message}: the newest value is the newest point`).toBe(0);
  await countRules(database, message);
  return total;
}

it.each(upTo(runs))(
  'a server that is killed loses nothing it acknowledged, and applies nothing twice (run %i)',
  { timeout },
  async () => {
    const { random, message } = seeded();
    const database = await useTestDatabase();
    const world = await buildDevices(database, 20);
    const load = createLoad(world, random);
    let child: ChildProcess | undefined = load.attach(await startChild(database.url));
    const sending = load.workers(() => child);
    for (const _ of upTo(2)) {
      await delay(200 + random() * 600);
      await kill(child);
      child = load.attach(await startChild(database.url));
    }
    await delay(300);
    load.end();
    await sending;
    await expect.poll(() => openPackets(database), { timeout: 60_000 }).toBe(0);
    expect(await countAll(database, world, load.acknowledged, message)).toBeGreaterThan(100);
  },
);

it.each(upTo(runs))(
  'two processes share the work, one of them stalls, is thrown out and killed (run %i)',
  { timeout },
  async () => {
    const { random, message } = seeded();
    const database = await useTestDatabase();
    const world = await buildDevices(database, 20);
    const load = createLoad(world, random);
    const children = [await startChild(database.url), await startChild(database.url)].map(load.attach);
    const sending = load.workers(() => children[Math.floor(random() * children.length)]);
    await delay(400 + random() * 400);
    // It holds shards, and does not even know that it has lost them when it wakes.
    children[0]?.kill('SIGSTOP');
    await delay(ttlMs * 1.5);
    children[0]?.kill('SIGCONT');
    await delay(300 + random() * 400);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await delay(300 + random() * 400);
    const [, last] = children;
    if (last) await kill(last);
    await delay(300);
    load.end();
    await sending;
    await expect.poll(() => openPackets(database), { timeout: 60_000 }).toBe(0);
    expect(await countAll(database, world, load.acknowledged, message)).toBeGreaterThan(100);
  },
);

/** A database of the test's own, which is brought back when it dies, as the program does it. */
async function useOwnCluster(): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-fault-'));
  await chmod(dataDir, 0o711);
  const cluster = await startCluster({ dataDir });
  const database = connect({ url: cluster.url });
  onTestFinished(async () => {
    await database.close();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  await migrateDatabase(cluster.url);
  return database;
}

/** Answers when the next one is there. */
async function killDatabase({ pool }: Database): Promise<void> {
  const readPid = async () => {
    const file = `select split_part(pg_read_file('postmaster.pid'), e'\n', 1)::int as pid`;
    return (await pool.query<{ pid: number }>(file)).rows[0]?.pid ?? 0;
  };
  const before = await readPid();
  process.kill(before, 'SIGKILL');
  const isBack = () =>
    readPid().then(
      (pid) => pid !== before,
      () => false,
    );
  await expect.poll(isBack, { timeout: 60_000 }).toBe(true);
}

it.each(upTo(runs))('a database that is killed loses nothing that was acknowledged (run %i)', { timeout }, async () => {
  const { random, message } = seeded();
  const database = await useOwnCluster();
  const world = await buildDevices(database, 20);
  const load = createLoad(world, random);
  const child = load.attach(await startChild(database.url));
  const sending = load.workers(() => child);
  for (const _ of upTo(2)) {
    await delay(300 + random() * 600);
    await killDatabase(database);
  }
  await delay(500);
  load.end();
  await sending;
  await expect.poll(() => openPackets(database), { timeout: 60_000 }).toBe(0);
  expect(await countAll(database, world, load.acknowledged, message)).toBeGreaterThan(100);
});
