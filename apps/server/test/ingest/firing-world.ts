import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ruleDefinition } from '@stellwerk/contract/rule';
import { newState } from '@stellwerk/contract/state';
import type { SourceConfig } from '@stellwerk/contract/state-source';
import { expect } from 'vitest';
import { insertStates, stateEdges } from '../../src/features/states/index.ts';
import type { Database } from '../../src/platform/db/db.ts';
import { createPostgresHistory } from '../../src/platform/history/postgres-history.ts';
import { createFactories, type TestDevice } from '../factories.ts';
import { allApplied, postTo, seeded, startChild, ttlMs, upTo } from './fault-world.ts';

/**
 * Devices send single values one after another, and repeat each until it is acknowledged. Every value is newer than the
 * one before, so each must trigger the rules, update the aggregates and be delivered, whatever is killed or stalled.
 */

/** A sender without an answer for this long tries another process. */
const patienceMs = 400;
/** Pause between two values of a device, so that a slow machine has no more to do than a fast one. */
const pauseMs = 15;

async function addState(database: Database, device: TestDevice, key: string, config: SourceConfig): Promise<number> {
  const entry = newState.parse({ key, title: key, valueType: 'number', config });
  const [id = 0] = await insertStates(database.db, [
    { ...entry, twinId: device.id, source: config.source, position: 0 },
  ]);
  return id;
}

async function buildDevice(database: Database, device: TestDevice, receiverId: number) {
  const make = createFactories(database.db);
  const own = (variable: string) => ({ source: 'connector' as const, identifier: '', variable });
  const number = await addState(database, device, 'n', own('n'));
  const odd = await addState(database, device, 'odd', own('odd'));
  const copy = await addState(database, device, 'copy', { source: 'aggregate', stateIds: [number] });
  const timeseries = { stateId: number, operation: 'count', durationUnit: 'day' };
  const config = newState.shape.config.parse({ source: 'timeseries-aggregate', timeseries });
  const count = await addState(database, device, 'count', config);
  await database.db.insert(stateEdges).values([copy, count].map((stateId) => ({ stateId, sourceStateId: number })));
  const n = { alias: 'n', stateId: number };
  const webhook = { type: 'webhook', connectorId: receiverId, options: { path: '{{twin.id}}', body: '{{n}}' } };
  const always = await make.rule({
    twin: device,
    definition: ruleDefinition.parse({ metrics: [n], commands: [webhook] }),
  });
  const alternating = ruleDefinition.parse({
    metrics: [n, { alias: 'odd', stateId: odd }],
    conditions: { mode: 'tree', tree: { op: 'when', metric: 'odd', cmp: 'eq', value: 1 } },
    alarm: { severity: 'error', message: '{{n}}' },
  });
  const alarming = await make.rule({ twin: device, definition: alternating });
  return { ...device, aggregates: [copy, count], always: always.id, alarming: alarming.id };
}
type CountedDevice = Awaited<ReturnType<typeof buildDevice>>;

async function buildWorld(database: Database, count: number) {
  const make = createFactories(database.db);
  await database.pool.query('create table received (command jsonb)');
  const connector = await make.connector();
  const receiver = await make.connector({ account: connector.account, type: 'webhook-outgoing' });
  const devices = [];
  for (const _ of upTo(count)) devices.push(await buildDevice(database, await make.device({ connector }), receiver.id));
  await createPostgresHistory({ pool: database.pool }).ensurePartitions(Date.now());
  return { sender: { connectorId: connector.id, accountId: connector.account.id }, devices };
}

/** How many of the numbers from 1 to `last` are missing; duplicates don't matter. */
const missing = (found: Iterable<number>, last: number, step = 1) =>
  new Set(upTo(last).flatMap((index) => (index % step === 0 ? [index + 1] : []))).difference(new Set(found)).size;

/** Counts the expected effects of acknowledged values that are missing. */
async function missingOf(database: Database, device: CountedDevice, last: number) {
  const numbers = async (text: string, value: number) =>
    (await database.pool.query<{ n: number }>(text, [value])).rows.map(({ n }) => n);
  const fired = await numbers(
    "select (metrics -> 0 ->> 'value')::int as n from rule_executions where rule_id = $1 and result = 'executed'",
    device.always,
  );
  const alarms = await numbers(
    "select message::int as n from alarms where origin = 'rule' and origin_id = $1",
    device.alarming,
  );
  const delivered = await numbers(
    "select (command ->> 'body')::int as n from received where command ->> 'path' = $1::text",
    device.id,
  );
  const history = createPostgresHistory({ pool: database.pool });
  const aggregates = device.aggregates.map((series) =>
    history.columns({ series, from: 0, to: Date.UTC(2100, 0), limit: 1_000_000 }),
  );
  return {
    firings: missing(fired, last),
    alarms: missing(alarms, last, 2),
    alarmsTwice: alarms.length - new Set(alarms).size,
    deliveries: missing(delivered, last),
    aggregates: (await Promise.all(aggregates)).reduce((sum, { number }) => sum + missing(number, last), 0),
  };
}

export interface FiringScene {
  random: () => number;
  /** Starts one more process. */
  start(): Promise<ChildProcess>;
  /** Suspends a process; senders try others when their calls to it time out. */
  stall(child: ChildProcess): void;
  resume(child: ChildProcess): void;
  /** Resolves when this many further values of each device are acknowledged. */
  acknowledged(more: number): Promise<void>;
  /** Runs `change`, and resolves when this many shards have changed their owner since. */
  passedOn(shards: number, change: () => unknown): Promise<void>;
}

/** Stops the process gracefully, as a restart does. */
export async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.send({ stop: true });
  await exited;
}

/** Checks all effects of acknowledged values after the disturbance. */
export async function countFirings(
  database: Database,
  { devices: count = 3, leaseMs = ttlMs }: { devices?: number; leaseMs?: number },
  disturb: (scene: FiringScene) => Promise<unknown>,
): Promise<void> {
  const { random, message } = seeded();
  const { sender, devices } = await buildWorld(database, count);
  const posts = new Map<ChildProcess, ReturnType<typeof postTo>>();
  const last = new Map(devices.map(({ id }) => [id, 0]));
  const baseMs = Date.now() - 3_600_000;
  let isOver = false;

  async function isSent({ externalId: id }: CountedDevice, n: number): Promise<boolean> {
    const alive = [...posts].filter(([child]) => child.connected && child.exitCode === null && !child.signalCode);
    const [, post] = alive[Math.floor(random() * alive.length)] ?? [];
    if (!post) return delay(5, false);
    const messages = [{ id, payload: { n, odd: n % 2 }, time: baseMs + n }];
    return Promise.race([post(messages), delay(patienceMs, false)]);
  }

  async function send(device: CountedDevice): Promise<void> {
    for (let n = 1; !isOver; n += 1) {
      let isAcknowledged = false;
      while (!isAcknowledged && !isOver) isAcknowledged = await isSent(device, n);
      if (isAcknowledged) last.set(device.id, n);
      await delay(pauseMs);
    }
  }

  const join = (child: ChildProcess) => posts.set(child, postTo(child, sender));
  const sending = Promise.all(devices.map(send));
  try {
    await disturb({
      random,
      async start() {
        const child = await startChild(database.url, leaseMs, 'receives');
        join(child);
        return child;
      },
      stall(child) {
        posts.delete(child);
        child.kill('SIGSTOP');
      },
      resume(child) {
        child.kill('SIGCONT');
        join(child);
      },
      async acknowledged(more) {
        const wanted = new Map([...last].map(([id, n]) => [id, n + more]));
        const isDone = () => [...wanted].every(([id, n]) => (last.get(id) ?? 0) >= n);
        await expect.poll(isDone, { timeout: 60_000, interval: 10 }).toBe(true);
      },
      async passedOn(shards, change) {
        const fences = async () =>
          (await database.pool.query<{ fence: number }>('select fence from ingest_shards order by shard')).rows;
        const before = await fences();
        await change();
        const passed = async () => (await fences()).filter(({ fence }, index) => fence !== before[index]?.fence).length;
        await expect.poll(passed, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(shards);
      },
    });
  } finally {
    isOver = true;
    await sending;
  }
  await allApplied(database);
  const isOutboxEmpty = async () => (await database.pool.query('select 1 from outbox')).rowCount;
  await expect.poll(isOutboxEmpty, { timeout: 60_000 }).toBe(0);
  for (const device of devices) {
    const sent = last.get(device.id) ?? 0;
    expect(await missingOf(database, device, sent), `${message}: missing of ${sent} acknowledged`).toEqual({
      ...{ firings: 0, alarms: 0, alarmsTwice: 0, deliveries: 0, aggregates: 0 },
    });
  }
}
