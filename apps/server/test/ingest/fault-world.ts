import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ruleDefinition } from '@stellwerk/contract/rule';
import { newState } from '@stellwerk/contract/state';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import { states } from '../../src/features/states/index.ts';
import { addNewest } from '../../src/ingest/newest/index.ts';
import { newestNumber, packetsApplied } from '../../src/ingest/newest/testing/newest.fixture.ts';
import type { Database } from '../../src/platform/db/db.ts';
import { createPostgresHistory } from '../../src/platform/history/postgres-history.ts';
import { createFactories } from '../factories.ts';
import type { Order } from './ingest-child.ts';

/**
 * Shared code of the fault tests: devices that count up, a load that records acknowledgements, and the checks at the
 * end.
 */

export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const program = new URL('./ingest-child.ts', import.meta.url);
export const ttlMs = 1_500;
/** Long, because processes are started and killed several times, on busy machines. */
export const timeout = 120_000;

/** Seeded, so that a failing run can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function seeded() {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));
  process.stdout.write(`FAULT_SEED=${seed}\n`);
  return { random: createRandom(seed), message: `repeat with FAULT_SEED=${seed}` };
}

/** Devices whose messages count up; each value has its own time. */
export async function buildDevices(database: Database, count: number) {
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
    await addNewest(database.db, [state.id]);
    const definition = ruleDefinition.parse({
      metrics: [{ alias: 'n', stateId: state.id }],
      commands: [{ type: 'mail', options: { to: ['watch@example.com'], subject: 'n', body: '{{n}}' } }],
      alarm: { severity: 'error', message: '{{n}}' },
    });
    await make.rule({ twin: device, definition });
    const never = { mode: 'tree', tree: { op: 'when', metric: 'n', cmp: 'lt', value: 0 } };
    const quiet = ruleDefinition.parse({ metrics: [{ alias: 'n', stateId: state.id }], conditions: never });
    await make.rule({ twin: device, definition: quiet });
    devices.push({ twinId: device.id, externalId: device.externalId, stateId: state.id });
  }
  await createPostgresHistory({ pool: database.pool }).ensurePartitions(Date.now());
  return { sender: { connectorId: connector.id, accountId: connector.account.id }, devices };
}
export type World = Awaited<ReturnType<typeof buildDevices>>;

/** With `receives`, commands of its rules are delivered into the table `received`. */
export async function startChild(url: string, leaseMs = ttlMs, peer?: 'receives'): Promise<ChildProcess> {
  const child = fork(program, [url, String(leaseMs), ...(peer ? [peer] : [])]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.signalCode === null) await once(child, 'exit');
}

/** Resolves with whether the messages were acknowledged; a killed process acknowledges nothing. */
export function postTo(child: ChildProcess, sender: World['sender']) {
  const waiting = new Map<number, (isStored: boolean) => void>();
  let orders = 0;
  child.on('message', (answer: { number: number; isStored: boolean }) => {
    waiting.get(answer.number)?.(answer.isStored);
  });
  child.on('exit', () => {
    for (const resolve of waiting.values()) resolve(false);
  });
  return async (messages: Order['messages']): Promise<boolean> => {
    orders += 1;
    const order: Order = { number: orders, sender, messages };
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting.set(order.number, resolve);
    child.send(order, (error) => error && resolve(false));
    const isStored = await promise;
    waiting.delete(order.number);
    return isStored;
  };
}

/** Waits until all packets are applied. */
export function allApplied({ pool }: Database): Promise<void> {
  const open = async () => {
    const { rows } = await pool.query<{ open: number }>(
      `select (select count(*) from packet_handoff) + (select count(*) from packets p join ingest_cursors c using (shard)
         left join ingest_lanes l using (shard, account_id) where p.seq > least(c.cursor, l.cursor)) as open`,
    );
    return Number(rows[0]?.open);
  };
  return expect.poll(open, { timeout: 60_000 }).toBe(0);
}

/**
 * The values that must have triggered rules, in the order in which the packets were stored: those that were newer than all
 * before them. Computed from the packets alone, not from any effect.
 */
async function newestInTurn(database: Database): Promise<Map<number, number[]>> {
  const { rows } = await database.db.execute<{ device: number; n: number }>(sql`
    select device, n from (
      select device_id as device, n, max(n) over (
        partition by device_id order by shard, seq rows between unbounded preceding and 1 preceding) as before
      from packets, lateral (select (content::jsonb -> 'payload' ->> 'n')::int as n) value
    ) packet where before is null or n > before order by n`);
  const byDevice = Map.groupBy(rows, ({ device }) => Number(device));
  return new Map([...byDevice].map(([device, own]) => [device, own.map(({ n }) => n)]));
}

/** Each value that was the newest triggered its rule once: one alarm, and every command in a record is queued. */
export async function countRules(database: Database, message: string): Promise<void> {
  const expected = await newestInTurn(database);
  const { rows } = await database.db.execute<Record<string, number | null> & { twin: number; fired: number[] }>(sql`
    select r.id, r.twin_id::int as twin, status.executions::int, status.evaluations::int,
      (select count(*)::int from rule_executions e where e.rule_id = r.id) as records,
      (r.definition -> 'alarm' <> 'null')::int as firing,
      (select coalesce(jsonb_agg(n order by n), '[]') from (
        select distinct (e.metrics -> 0 ->> 'value')::int as n from rule_executions e where e.rule_id = r.id) value) as fired,
      (select ${sql.raw(newestNumber('edge.state_id'))} from rule_states edge where edge.rule_id = r.id) as newest,
      (select coalesce(sum(e.count), 0)::int from rule_executions e where e.rule_id = r.id) as recorded,
      (select count(*)::int - count(distinct e.metrics -> 0 ->> 'value')::int from rule_executions e
        where e.rule_id = r.id) as twice,
      (select count(*)::int from rule_commands c join rule_executions e on e.id = c.execution_id
        where e.rule_id = r.id and c.state = 'queued') as sent,
      (select count(*)::int from outbox where key = 'rule/' || r.id) as queued,
      (select count(*)::int from alarms where origin = 'rule' and origin_id = r.id) as alarms
    from twin_rules r join rule_status status on status.rule_id = r.id`);
  expect(rows.length, message).toBeGreaterThan(0);
  for (const row of rows) {
    const values = expected.get(row.twin) ?? [];
    if (row.firing === 0) {
      // Its record is as safe as any; a kill may lose counts of the last seconds, but nothing counts twice.
      expect(row.records, `${message}: evaluations without effect share a record`).toBe(values.length > 0 ? 1 : 0);
      expect(row.evaluations, `${message}: no evaluation counts twice`).toBeLessThanOrEqual(values.length);
      continue;
    }
    expect(row.evaluations, `${message}: evaluations with an effect are counted with it`).toBe(values.length);
    expect(row.executions, `${message}: each newest value set its rule off`).toBe(values.length);
    // Executions beyond the hourly limit of commands share one record.
    expect(row.fired, `${message}: no other value did`).toEqual(values.filter((n) => row.fired.includes(n)));
    expect(row.recorded, `${message}: records and counters agree`).toBe(row.executions);
    expect(row.twice, `${message}: no value sets a rule off twice`).toBe(0);
    expect(row.queued, `${message}: what was recorded as given is in the outbox`).toBe(row.sent);
    expect(row.alarms, `${message}: one alarm`).toBe(row.newest === null ? 0 : 1);
  }
}

/** Counts all stored points, including duplicates that readers would drop; a numeric point takes 31 bytes. */
export const pointsStored = async ({ pool }: Database) =>
  (
    await pool.query<{ points: number }>(
      'select coalesce(sum(octet_length(points)) / 31, 0)::float8 as points from history_open',
    )
  ).rows[0]?.points;

/** Acknowledged means stored, stored means applied, and applied means once. */
async function countAll(
  database: Database,
  { devices }: World,
  acknowledged: Map<number, Set<number>>,
  message: string,
) {
  const { rows } = await database.db.execute<{
    twin: number;
    stored: number;
    seen: number;
    series: number;
    newest: number | null;
  }>(sql`
    select d.twin_id as twin, (select count(*)::int from packets where device_id = d.twin_id) as stored,
      ${sql.raw(packetsApplied('d.twin_id'))} as seen, ${states.id}::int as series,
      ${sql.raw(newestNumber('states.id'))} as newest
    from devices d join ${states} on ${states.twinId} = d.twin_id`);
  expect(rows.length, message).toBe(devices.length);
  const history = createPostgresHistory(database);
  let total = 0;
  for (const { twin, stored, seen, series, newest } of rows) {
    const own = acknowledged.get(twin) ?? new Set();
    const { number: points } = await history.columns({ series, from: 0, to: Date.UTC(2100, 0), limit: 1_000_000 });
    expect(seen, `${message}: applied as often as stored`).toBe(stored);
    expect(points.length, `${message}: a point a packet`).toBe(stored);
    expect(new Set(points).size, `${message}: none twice`).toBe(points.length);
    expect(own.difference(new Set(points)).size, `${message}: none lost`).toBe(0);
    expect(newest, `${message}: the newest value is the newest point`).toBe(
      points.length > 0 ? Math.max(...points) : null,
    );
    total += own.size;
  }
  expect(await pointsStored(database), `${message}: no point is stored twice`).toBe(
    rows.reduce((sum, { stored }) => sum + stored, 0),
  );
  await countRules(database, message);
  return total;
}

/** Sends continuously through any living process, and records the acknowledged values. */
function createLoad(url: string, { sender, devices }: World, random: () => number) {
  const acknowledged = new Map<number, Set<number>>(devices.map(({ twinId }) => [twinId, new Set()]));
  const posts = new Map<ChildProcess, ReturnType<typeof postTo>>();
  const baseMs = Date.now() - 3_600_000;
  let counter = 0;
  let isOver = false;
  const oneOf = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)];

  async function send(post: ReturnType<typeof postTo>): Promise<void> {
    const sent = upTo(1 + Math.floor(random() * 20)).map(() => {
      counter += 1;
      const device = oneOf(devices);
      if (!device) throw new Error('no device');
      return { device, n: counter };
    });
    const messages = sent.map(({ device, n }) => ({ id: device.externalId, payload: { n }, time: baseMs + n }));
    if (await post(messages)) for (const { device, n } of sent) acknowledged.get(device.twinId)?.add(n);
  }

  async function work(): Promise<void> {
    while (!isOver) {
      const alive = [...posts].filter(([child]) => child.connected && child.exitCode === null && !child.signalCode);
      const [, post] = oneOf(alive) ?? [];
      if (post) await send(post);
      else await delay(5);
    }
  }

  const working = Promise.all(upTo(8).map(work));
  return {
    acknowledged,
    /** Starts one more process. */
    async start(): Promise<ChildProcess> {
      const child = await startChild(url);
      posts.set(child, postTo(child, sender));
      return child;
    },
    async end(): Promise<void> {
      isOver = true;
      await working;
    },
  };
}

export interface Scene {
  random: () => number;
  start(): Promise<ChildProcess>;
}

/** Lets twenty devices send continuously while `disturb` kills processes or the database, then checks all counts. */
export async function underLoad(database: Database, disturb: (scene: Scene) => Promise<unknown>): Promise<void> {
  const { random, message } = seeded();
  const world = await buildDevices(database, 20);
  const load = createLoad(database.url, world, random);
  try {
    await disturb({ random, start: load.start });
  } finally {
    await load.end();
  }
  await allApplied(database);
  expect(await countAll(database, world, load.acknowledged, message)).toBeGreaterThan(100);
}
