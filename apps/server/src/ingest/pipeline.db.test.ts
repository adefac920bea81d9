import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { OverBudgetError, withinBudget } from '../platform/clock/work-budget.ts';
import type { Database } from '../platform/db/db.ts';
import { fail } from '../platform/errors/app-error.ts';
import { createLog } from '../platform/log/log.ts';
import type { NewPacket } from './log/packet.ts';
import { createPacketLog, type PacketLog } from './log/packet-log.ts';
import { createPipeline } from './pipeline.ts';
import type { Batch, DeviceEntry, LiveDirectory, Parsers, Work } from './ports.ts';

const log = createLog('silent');
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

const packet = (identifier: string, payload: unknown): NewPacket => ({
  accountId: 1,
  connectorId: 1,
  deviceId: null,
  identifier,
  receivedAt: Date.UTC(2026, 0, 1),
  content: JSON.stringify({ payload, meta: {}, time: null }),
});

/** More than a slice of a lane shall take. */
const slowCommitMs = 300;

const device = (twinId: number, more: Partial<DeviceEntry> = {}): DeviceEntry => ({
  twinId,
  accountId: 1,
  isDisabled: false,
  parserId: null,
  stateOf: new Map([['n', [twinId * 10]]]),
  rawStateId: null,
  description: { id: twinId, title: '', tags: [], keyValue: {}, groups: [] },
  accountPath: '1',
  forwards: null,
  ...more,
});

interface Setup {
  devices?: Record<string, DeviceEntry>;
  parsers?: Parsers;
  directory?: Partial<LiveDirectory>;
  maxBatch?: number;
  slowMs?: number;
  onApply?(batch: Batch): Promise<void>;
  /** Called with each event of a unit of work, by its number. */
  onWork?(work: number, event: 'added' | 'published' | 'discarded'): void;
  /** Wraps the log that is passed to the pipeline. */
  seen?(packets: PacketLog): PacketLog;
}

/** The real log and database, with minimal stubs for the features. */
async function start(
  database: Database,
  {
    devices = {},
    parsers,
    directory,
    maxBatch = 50,
    slowMs,
    onApply = async () => {},
    onWork,
    seen = (own) => own,
  }: Setup = {},
) {
  await database.pool.query(
    'create table if not exists results (id bigserial, state bigint, value jsonb); create table if not exists problems (identifier text, code text)',
  );
  let works = 0;
  const beginWork = (): Work => {
    works += 1;
    const work = works;
    return {
      add: () => onWork?.(work, 'added'),
      async apply(db, batch) {
        const { updates, faults } = batch;
        await onApply(batch);
        for (const { stateId, value } of updates) {
          const text = JSON.stringify(value);
          await db.execute(sql`insert into results (state, value) values (${stateId}, ${text}::jsonb)`);
        }
        for (const { packet: of, reason } of faults) {
          await db.execute(sql`insert into problems values (${of.identifier}, ${reason.code})`);
        }
        return { publish: () => onWork?.(work, 'published') };
      },
      discard: async () => onWork?.(work, 'discarded'),
    };
  };
  const packets = createPacketLog({
    ...database,
    log,
    owner: randomUUID(),
    onReady: () => pipeline.wake(),
    onParked: (accountIds) => pipeline.park(accountIds),
  });
  const pipeline = createPipeline({
    db: database.db,
    log,
    packets: seen(packets),
    sink: { begin: beginWork },
    parsers: parsers ?? { parse: async () => [] },
    directory: {
      find: (_connectorId, identifier) => devices[identifier],
      deviceOf: ({ identifier }) => devices[identifier],
      connectorOf: () => undefined,
      statesOf: () => [],
      findUnknown: async () => new Set(),
      mark: () => 'the only one',
      isStale: async () => false,
      refresh: async () => {},
      ...directory,
    },
    maxBatch,
    ...(slowMs === undefined ? {} : { slowMs }),
  });
  await packets.start();
  onTestFinished(async () => {
    await pipeline.stop();
    await packets.stop();
  });
  return { packets, pipeline };
}

const resultsOf = async (database: Database) =>
  (await database.pool.query<{ state: number; value: unknown }>('select state, value from results order by id')).rows;
const problemsOf = async (database: Database) =>
  (await database.pool.query<{ identifier: string; code: string }>('select * from problems order by 1')).rows;

describe('the pipeline', () => {
  it('applies each packet once, in order by device', async () => {
    const database = await useTestDatabase();
    const devices = Object.fromEntries(upTo(4).map((n) => [`d${n}`, device(n + 1)]));
    const { packets, pipeline } = await start(database, { devices });
    await Promise.all(upTo(400).map((n) => packets.append([packet(`d${n % 4}`, { n })])));
    await pipeline.idle();
    const rows = await resultsOf(database);
    expect(rows).toHaveLength(400);
    for (const n of upTo(4)) {
      const own = rows.filter(({ state }) => state === (n + 1) * 10).map(({ value }) => value);
      expect(own).toEqual(upTo(400).filter((each) => each % 4 === n));
    }
    expect(packets.open()).toBe(0);
  });

  it('says what became of packets that it can’t apply', async () => {
    const database = await useTestDatabase();
    const parsers: Parsers = {
      parse: async (_id, inputs) =>
        inputs.map(() => ({ ok: false, reason: { code: 'SCRIPT_ERROR', params: { reason: 'no' } } })),
    };
    const devices = { off: device(1, { isDisabled: true }), broken: device(2, { parserId: 7, rawStateId: 99 }) };
    const { packets, pipeline } = await start(database, { devices, parsers });
    await packets.append([packet('unknown', {}), packet('off', { n: 1 }), packet('broken', { n: 2 })]);
    await pipeline.idle();
    expect(await problemsOf(database)).toEqual([
      { identifier: 'broken', code: 'SCRIPT_ERROR' },
      { identifier: 'off', code: 'PACKET_DEVICE_DISABLED' },
      { identifier: 'unknown', code: 'PACKET_NO_DEVICE' },
    ]);
    // The packet itself is stored, whatever its parser returns.
    expect(await resultsOf(database)).toEqual([{ state: 99, value: { payload: { n: 2 }, meta: {}, time: null } }]);
  });

  it('takes names with dots for what is nested, and skips what is null', async () => {
    const database = await useTestDatabase();
    const devices = {
      d: device(1, {
        stateOf: new Map([
          ['a.b', [1]],
          ['a.c', [2]],
          ['list', [3]],
        ]),
      }),
    };
    const { packets, pipeline } = await start(database, { devices });
    await packets.append([packet('d', { a: { b: 1, c: null }, list: [1, 2], other: 5 })]);
    await pipeline.idle();
    expect(await resultsOf(database)).toEqual([
      { state: 1, value: 1 },
      { state: 3, value: [1, 2] },
    ]);
  });

  it('lets no packet that can’t be stored stop the others', async () => {
    const database = await useTestDatabase();
    const devices = { d: device(1), bad: device(2) };
    const { packets, pipeline } = await start(database, { devices });
    await packets.append([
      ...upTo(20).map((n) => packet('d', { n })),
      // PostgreSQL stores no NUL in JSON.
      packet('bad', { n: '\0' }),
      ...upTo(20).map((n) => packet('d', { n: 20 + n })),
    ]);
    await pipeline.idle();
    expect((await resultsOf(database)).map(({ value }) => value)).toEqual(upTo(40));
    expect(await problemsOf(database)).toEqual([{ identifier: 'bad', code: 'PACKET_UNSTORABLE' }]);
  });

  it('looks again when the configuration has changed meanwhile', async () => {
    const database = await useTestDatabase();
    const devices: Record<string, DeviceEntry> = { d: device(1) };
    let stale = true;
    const { packets, pipeline } = await start(database, {
      devices,
      directory: {
        isStale: async () => stale,
        async refresh() {
          stale = false;
          devices.d = device(5);
        },
      },
    });
    await packets.append([packet('d', { n: 1 })]);
    await pipeline.idle();
    expect(await resultsOf(database)).toEqual([{ state: 50, value: 1 }]);
  });

  it('looks again at packets that were judged before others noticed the change', async () => {
    const database = await useTestDatabase();
    const devices: Record<string, DeviceEntry> = {};
    let mark = 'before';
    const judged = new Set<string>();
    const areBothJudged = Promise.withResolvers<void>();
    const { packets, pipeline } = await start(database, {
      // The second packet is its own batch, and is taken before the first is written.
      maxBatch: 1,
      directory: {
        deviceOf({ identifier }) {
          judged.add(identifier);
          if (judged.size === 2) areBothJudged.resolve();
          return devices[identifier];
        },
        mark: () => mark,
        async isStale(_db, read) {
          await areBothJudged.promise;
          return read !== 'after';
        },
        async refresh() {
          Object.assign(devices, { first: device(1), second: device(2) });
          mark = 'after';
        },
      },
    });
    await packets.append([packet('first', { n: 1 }), packet('second', { n: 2 })]);
    await pipeline.idle();
    expect(await problemsOf(database)).toEqual([]);
    // The order between devices does not matter.
    const results = (await resultsOf(database)).toSorted((one, other) => one.state - other.state);
    expect(results).toEqual([
      { state: 10, value: 1 },
      { state: 20, value: 2 },
    ]);
  });

  /** The first batch stays open until three more packets of the device have been interpreted, one by one. */
  async function whileOneIsWritten(database: Database, meanwhile: () => Promise<unknown>, more: Setup = {}) {
    const batches: Batch[] = [];
    let judged = Promise.withResolvers<void>();
    const areAllJudged = Promise.withResolvers<void>();
    const { packets, pipeline } = await start(database, {
      directory: {
        deviceOf() {
          judged.resolve();
          return device(1);
        },
      },
      async onApply(batch) {
        batches.push(batch);
        await areAllJudged.promise;
        await more.onApply?.(batch);
      },
      ...(more.onWork ? { onWork: more.onWork } : {}),
      ...(more.seen ? { seen: more.seen } : {}),
    });
    for (const n of upTo(4)) {
      judged = Promise.withResolvers<void>();
      await packets.append([packet('d', { n })]);
      await judged.promise;
    }
    await meanwhile();
    areAllJudged.resolve();
    await pipeline.idle();
    return batches.map(({ packets: { length }, sightings }) => ({ packets: length, sightings }));
  }

  it('writes together what came in while the last batch was written', async () => {
    const database = await useTestDatabase();
    const batches = await whileOneIsWritten(database, async () => {});
    expect((await resultsOf(database)).map(({ value }) => value)).toEqual([0, 1, 2, 3]);
    const seen = { twinId: 1, receivedAt: new Date(Date.UTC(2026, 0, 1)) };
    expect(batches).toEqual([
      { packets: 1, sightings: [{ ...seen, packets: 1 }] },
      { packets: 3, sightings: [{ ...seen, packets: 3 }] },
    ]);
  });

  it('goes on behind what somebody else has applied, with what it had taken already', async () => {
    const database = await useTestDatabase();
    await whileOneIsWritten(database, () =>
      database.pool.query('update ingest_cursors set cursor = 2 where shard = (select shard from packets limit 1)'),
    );
    expect((await resultsOf(database)).map(({ value }) => value)).toEqual([2, 3]);
  });

  it('tries until it can take packets again', async () => {
    const database = await useTestDatabase();
    let failures = 0;
    const seen = (own: PacketLog): PacketLog => ({
      ...own,
      async rewind(lost) {
        failures += 1;
        if (failures === 1) throw new Error('the database is away');
        return own.rewind(lost);
      },
    });
    const meanwhile = () =>
      database.pool.query('update ingest_cursors set cursor = 2 where shard = (select shard from packets limit 1)');
    await whileOneIsWritten(database, meanwhile, { seen });
    expect(failures).toBe(2);
    expect((await resultsOf(database)).map(({ value }) => value)).toEqual([2, 3]);
  });

  it('computes the next batch while one is written, and again when that one failed', async () => {
    const database = await useTestDatabase();
    const events: string[] = [];
    let isBroken = true;
    await whileOneIsWritten(database, async () => {}, {
      onWork: (work, event) => events.push(`${work} ${event}`),
      async onApply() {
        if (!isBroken) return;
        isBroken = false;
        throw new Error('the database went away');
      },
    });
    // Work that was computed on top of the failed one is discarded first, and computed again after it.
    const distinct = [
      '1 added',
      '2 added',
      '2 discarded',
      '1 discarded',
      '3 added',
      '3 published',
      '4 added',
      '4 published',
    ];
    expect([...new Set(events)].sort()).toEqual(distinct.toSorted());
    const order = ['2 discarded', '1 discarded', '3 added', '3 published', '4 published'];
    expect(events.filter((event) => order.includes(event))).toEqual(order);
    expect((await resultsOf(database)).map(({ value }) => value)).toEqual([0, 1, 2, 3]);
  });

  it('keeps what stands when nobody can be told of it', async () => {
    const database = await useTestDatabase();
    const events: string[] = [];
    const { packets, pipeline } = await start(database, {
      devices: { d: device(1) },
      onWork(work, event) {
        events.push(`${work} ${event}`);
        if (event === 'published') throw new Error('nobody listens');
      },
    });
    for (const n of upTo(2)) {
      await packets.append([packet('d', { n })]);
      await pipeline.idle();
    }
    expect(events).toEqual(['1 added', '1 published', '2 added', '2 published']);
    expect((await resultsOf(database)).map(({ value }) => value)).toEqual([0, 1]);
  });

  it('survives connections that break, and goes on', async () => {
    const database = await useTestDatabase();
    const { packets, pipeline } = await start(database, { devices: { d: device(1) } });
    const sent: number[] = [];
    for (const n of upTo(60)) {
      if (n % 15 === 7) {
        await database.pool.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
      }
      // A sender retries after an error.
      for (;;) {
        const stored = await packets.append([packet('d', { n })]).catch(() => 'failed');
        if (stored === 'stored') break;
      }
      sent.push(n);
    }
    await pipeline.idle();
    const values = (await resultsOf(database)).map(({ value }) => Number(value));
    expect([...new Set(values)]).toEqual(sent);
  });

  it('goes on without an account that takes too long, which keeps its order, also over a restart', async () => {
    const database = await useTestDatabase();
    const devices = { slow: device(2), quick: device(1) };
    const ofSlow = (n: number) => ({ ...packet('slow', { n }), accountId: 2 });
    const first = await start(database, {
      devices,
      async onApply(batch) {
        if (batch.packets.some(({ accountId }) => accountId === 2)) throw new OverBudgetError();
      },
    });
    await first.packets.append(upTo(5).map(ofSlow));
    await first.packets.append([packet('quick', { n: 1 })]);
    await expect.poll(() => resultsOf(database)).toEqual([{ state: 10, value: 1 }]);
    await first.packets.append([ofSlow(5), ofSlow(6)]);
    await first.packets.append([packet('quick', { n: 2 })]);
    await expect.poll(async () => (await resultsOf(database)).length).toBe(2);
    expect(first.packets.open()).toBe(7);
    await first.pipeline.stop();
    await first.packets.stop();

    const second = await start(database, { devices });
    await second.packets.append([ofSlow(7)]);
    await second.pipeline.idle();
    const values = (await resultsOf(database)).filter(({ state }) => state === 20).map(({ value }) => value);
    expect(values).toEqual(upTo(8));
    expect((await database.pool.query('select from ingest_lanes')).rowCount).toBe(0);
  });

  it('applies more and more packets of a slow account at once when only the database is slow', async () => {
    const database = await useTestDatabase();
    const sizes: number[] = [];
    let isBusy = true;
    const { packets, pipeline } = await start(database, {
      devices: { slow: device(2) },
      async onApply(batch) {
        if (batch.packets.length === 0) return;
        // Over budget in the shared batch and in a new lane: slow from then on.
        if (isBusy && batch.packets.length > 1) throw new OverBudgetError();
        isBusy = false;
        sizes.push(batch.packets.length);
        await delay(slowCommitMs);
      },
    });
    await packets.append(upTo(60).map((n) => ({ ...packet('slow', { n }), accountId: 2 })));
    await pipeline.idle();
    const values = (await resultsOf(database)).map(({ value }) => value);
    expect(values).toEqual(upTo(60));
    expect(sizes).toEqual([1, 2, 4, 8, 16, 29]);
    expect((await database.pool.query('select from ingest_lanes')).rowCount).toBe(0);
  });

  it('lets no number of accounts that never end hold up one that is merely slow', async () => {
    const database = await useTestDatabase();
    const released = Promise.withResolvers<void>();
    const tries = new Map<number, number>();
    const { packets, pipeline } = await start(database, {
      devices: { endless: device(2), other: device(3), slow: device(4) },
      slowMs: 20,
      async onApply(batch) {
        const accounts = new Set(batch.packets.map(({ accountId }) => accountId));
        for (const id of accounts) tries.set(id, (tries.get(id) ?? 0) + 1);
        if (accounts.has(2) || accounts.has(3)) await withinBudget(released.promise);
        // Over budget in the shared batch and in a new lane.
        else if (accounts.has(4) && (tries.get(4) ?? 0) <= 2) throw new OverBudgetError();
      },
    });
    await packets.append([
      { ...packet('endless', { n: 1 }), accountId: 2 },
      { ...packet('other', { n: 1 }), accountId: 3 },
    ]);
    const areSlow = () => [2, 3].every((id) => (tries.get(id) ?? 0) >= 3);
    await expect.poll(areSlow).toBe(true);
    await packets.append([{ ...packet('slow', { n: 2 }), accountId: 4 }]);
    await expect.poll(() => resultsOf(database)).toEqual([{ state: 40, value: 2 }]);
    released.resolve();
    await pipeline.idle();
    expect((await resultsOf(database)).map(({ state }) => state).sort()).toEqual([20, 30, 40]);
  });

  it('goes on without an account whose scripts are refused because too many of its calls wait', async () => {
    const database = await useTestDatabase();
    let isFull = true;
    const { packets, pipeline } = await start(database, {
      devices: { full: device(2, { accountId: 2, parserId: 1 }), other: device(1, { parserId: 1 }) },
      parsers: {
        async parse(_, inputs) {
          if (isFull && inputs.some(({ accountId }) => accountId === 2)) fail('SERVICE_UNAVAILABLE');
          return inputs.map(() => ({ ok: true, sets: [{ at: null, values: { n: 5 } }] }));
        },
      },
    });
    await packets.append([{ ...packet('full', {}), accountId: 2 }, packet('other', {})]);
    await expect.poll(() => resultsOf(database)).toEqual([{ state: 10, value: 5 }]);
    isFull = false;
    await pipeline.idle();
    expect((await resultsOf(database)).map(({ state }) => state)).toEqual([10, 20]);
  });
});
