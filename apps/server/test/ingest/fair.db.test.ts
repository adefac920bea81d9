import { setTimeout as delay } from 'node:timers/promises';
import { ruleDefinition } from '@stellwerk/contract/rule';
import { newState } from '@stellwerk/contract/state';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stateEdges, states } from '../../src/features/states/index.ts';
import { addNewest } from '../../src/ingest/newest/index.ts';
import { holdNewest, newestValue } from '../../src/ingest/newest/testing/newest.fixture.ts';
import type { JsonValue } from '../../src/platform/history/history.ts';
import type { TestDevice } from '../factories.ts';
import { startTestServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ingest: { capacity, accountShare: 0.5 } });
  await server.field.ingestion.start();
});
afterAll(() => server.close());

/** Maximum number of waiting packets over all accounts; one account may use half of it. */
const capacity = 400;

const dayMs = 86_400_000;
/** A few pages of this cost more than an account may take of everybody's batch. */
const slowPageMs = 150;
/** Longer than a batch may take. */
const slowScriptMs = 500;
const endless = 'for (;;) {}';
const busyLoop = 'let n = 0; for (let i = 0; i < 3e6; i += 1) n += i % 7;';

interface Entry {
  key: string;
  config: object;
  transformer?: string;
}

async function addStates(device: TestDevice, entries: readonly Entry[]): Promise<number[]> {
  const { db } = server.database;
  const rows = entries.map(({ key, config, transformer = '' }, position) => {
    const plain = newState.parse({ key, title: key, valueType: 'number', config, transformer });
    return { ...plain, twinId: device.id, source: plain.config.source, position };
  });
  const ids: number[] = [];
  for (let from = 0; from < rows.length; from += 1_000) {
    const part = rows.slice(from, from + 1_000);
    const created = await db.insert(states).values(part).returning({ id: states.id });
    const newIds = created.map(({ id }) => id);
    await addNewest(db, newIds);
    ids.push(...newIds);
  }
  return ids;
}

const fedBy = (variable: string) => ({ source: 'connector', identifier: '', variable });

/** A device in its own account, with a state for `n`. */
async function makeDevice(options: { transformer?: string; script?: string } = {}) {
  const account = await server.make.account();
  const connector = await server.make.connector({ account });
  const driver = options.script ? await server.make.driver({ account, script: options.script }) : undefined;
  const device = await server.make.device({ connector, ...(driver ? { driver } : {}) });
  const [state = 0] = await addStates(device, [
    { key: 'n', config: fedBy('n'), transformer: options.transformer ?? '' },
  ]);
  return { account, connector, device, state };
}
type Made = Awaited<ReturnType<typeof makeDevice>>;

/** Adds states that are computed from one state. */
async function addDependants(
  { device, state }: Made,
  count: number,
  config: (index: number) => object,
  transformer = '',
): Promise<void> {
  const keys = Array.from({ length: count }, (_, index) => ({ key: `d${index}`, config: config(index), transformer }));
  const ids = await addStates(device, keys);
  await server.database.db.execute(
    sql`insert into ${stateEdges} (state_id, source_state_id) select id, ${state} from unnest(${sql.param(ids)}::bigint[]) id`,
  );
}

const post = async (
  { connector, device }: Made,
  values: readonly number[],
  payloadOf = (n: number): JsonValue => ({ n }),
) => {
  const sender = { connectorId: connector.id, accountId: connector.account.id };
  const messages = values.map((n) => ({ id: device.externalId, payload: payloadOf(n), meta: { lora: { fport: 1 } } }));
  const result = await server.field.ingestion.accept(sender, messages);
  expect(result).toMatchObject({ isFull: false, accepted: values.length });
};

/** The JSON text of the newest value. */
const newestOf = async ({ state }: Made): Promise<string | null> => {
  const value = await newestValue(server.database.db, state);
  return value === null ? null : JSON.stringify(value);
};

/** Whether the account has its own lane. */
const asideOf = async ({ account }: Made): Promise<boolean> => {
  const found = await server.database.db.execute(
    sql`select from ingest_lanes where account_id = ${account.id} limit 1`,
  );
  return found.rows.length > 0;
};

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('an account that takes its time', () => {
  it.each([
    ['scripts of states that are slow', 100, () => makeDevice({ transformer: `${busyLoop} return value` }), undefined],
    [
      'a driver that is slow',
      100,
      () =>
        makeDevice({ script: `function decodeUplink(input) { ${busyLoop} return { data: { n: input.bytes[0] } }; }` }),
      (n: number) => n.toString(16).padStart(2, '0'),
    ],
    [
      'a computed state without end',
      8,
      async () => {
        const made = await makeDevice();
        await addDependants(made, 1, () => ({ source: 'aggregate', stateIds: [made.state] }), endless);
        return made;
      },
      undefined,
    ],
    [
      'a rule without end',
      20,
      async () => {
        const made = await makeDevice();
        const definition = ruleDefinition.parse({
          metrics: [{ alias: 'n', stateId: made.state }],
          conditions: { mode: 'script', script: endless },
        });
        await server.make.rule({ twin: made.device, definition });
        return made;
      },
      undefined,
    ],
    [
      '10,000 states that follow from one',
      40,
      async () => {
        const made = await makeDevice();
        await addDependants(made, 10_000, () => ({ source: 'aggregate', stateIds: [made.state] }));
        return made;
      },
      undefined,
    ],
  ] as const)('does not keep others waiting: %s', { timeout: 120_000 }, async (_, count, makeHostile, payloadOf) => {
    const hostile = await makeHostile();
    const others = await Promise.all(upTo(5).map(() => makeDevice()));
    await post(hostile, upTo(count), payloadOf);
    await Promise.all(others.map((other) => post(other, [7])));
    await expect
      .poll(() => Promise.all(others.map(newestOf)), { timeout: 60_000, interval: 10 })
      .toEqual(others.map(() => '7'));
    const [single = hostile] = others;
    for (const value of upTo(3)) {
      await post(single, [value]);
      await expect.poll(() => newestOf(single), { timeout: 60_000, interval: 10 }).toBe(String(value));
    }
    expect(server.field.ingestion.open()).toBeGreaterThan(count / 2);
    await server.field.ingestion.idle();
    expect(server.field.ingestion.open()).toBe(0);
    expect(Number(await newestOf(hostile))).toBe(count);
    const points = await server.history.range({
      series: hostile.state,
      from: 0,
      to: 4e12,
      limit: 1_000,
      order: 'ascending',
    });
    expect(points.at(-1)?.value).toBe(count);
    // Later values of all accounts are applied as usual.
    await Promise.all([hostile, ...others].map((each) => post(each, [9], each === hostile ? payloadOf : undefined)));
    await server.field.ingestion.idle();
    expect(await Promise.all([hostile, ...others].map(newestOf))).toEqual([hostile, ...others].map(() => '9'));
  });

  it('does not keep others waiting while its states are read', { timeout: 120_000 }, async () => {
    const hostile = await makeDevice();
    const other = await makeDevice();
    await post(other, [1]);
    await server.field.ingestion.idle();
    const isSeen = Promise.withResolvers<void>();
    const holding = server.database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${stateEdges} in access exclusive mode`);
      await post(hostile, [1]);
      await isSeen.promise;
    });
    try {
      await expect.poll(() => asideOf(hostile), { timeout: 30_000, interval: 10 }).toBe(true);
      await post(other, [2]);
      await expect.poll(() => newestOf(other), { timeout: 30_000, interval: 10 }).toBe('2');
      expect(await newestOf(hostile)).toBeNull();
    } finally {
      isSeen.resolve();
      await holding;
    }
    await server.field.ingestion.idle();
    expect(await newestOf(hostile)).toBe('1');
  });

  /** The mean of a year, over 9,000 points. */
  async function addYearWindow(made: Made): Promise<void> {
    const timeseries = {
      ...{ stateId: made.state, operation: 'avg' },
      ...{ mode: 'duration', durationLength: 1, durationUnit: 'year' },
    };
    await addDependants(made, 1, () => ({ source: 'timeseries-aggregate', timeseries }));
    const startMs = Date.now() - 100 * dayMs;
    await server.history.write(
      server.database.db,
      upTo(9_000).map((index) => ({
        ...{ series: made.state, at: startMs + index * 600_000, shard: 1, seq: index },
        ...{ value: index % 97, source: 'live' as const },
      })),
    );
  }

  it('does not keep others waiting while its windows are read', { timeout: 120_000 }, async () => {
    const hostile = await makeDevice();
    await addYearWindow(hostile);
    const other = await makeDevice();
    const read = server.history.columns;
    const isSeen = Promise.withResolvers<void>();
    // A slow disk: every page of the window takes long, and in a lane the reading does not end before others were seen.
    const reading = vi.spyOn(server.history, 'columns').mockImplementation(async (query, ...more) => {
      if (query.series === hostile.state) await ((await asideOf(hostile)) ? isSeen.promise : delay(slowPageMs));
      return read(query, ...more);
    });
    try {
      await post(hostile, [1]);
      await expect.poll(() => asideOf(hostile), { timeout: 30_000, interval: 10 }).toBe(true);
      for (const value of upTo(3)) {
        await post(other, [value]);
        await expect.poll(() => newestOf(other), { timeout: 30_000, interval: 10 }).toBe(String(value));
      }
      expect(await newestOf(hostile)).toBeNull();
    } finally {
      isSeen.resolve();
      await server.field.ingestion.idle();
      reading.mockRestore();
    }
    expect(await newestOf(hostile)).toBe('1');
  });

  it('keeps the windows that it has read, whenever it becomes slow again', { timeout: 120_000 }, async () => {
    const made = await makeDevice();
    const slow = await server.make.device({ connector: made.connector });
    const [state = 0] = await addStates(slow, [{ key: 'n', config: fedBy('n'), transformer: 'return value' }]);
    await addYearWindow(made);
    // The script waits instead of computing: a fast machine may run any script within the budget.
    const run = server.sandbox.runBatch;
    const running = vi.spyOn(server.sandbox, 'runBatch').mockImplementation(async (...call) => {
      await delay(slowScriptMs);
      return run(...call);
    });
    const send = async (hostile: Made, values: readonly number[]) => {
      await post(hostile, values);
      await server.field.ingestion.idle();
    };
    await send(made, [1]);
    const reading = vi.spyOn(server.history, 'columns');
    for (const value of upTo(3)) {
      await send({ ...made, device: slow, state }, [1]);
      expect(await asideOf(made)).toBe(true);
      await send(made, [value]);
      expect(await newestOf(made)).toBe(String(value));
    }
    expect(reading.mock.calls.filter(([{ series }]) => series === made.state)).toEqual([]);
    reading.mockRestore();
    running.mockRestore();
  });

  // Must be the last test: its remaining packets are dropped with the server.
  it('does not keep others waiting while a call holds its rows', { timeout: 120_000 }, async () => {
    const [busy, other] = [await makeDevice(), await makeDevice()];
    const nowIs = (made: Made, n: string) => expect.poll(() => newestOf(made), { timeout: 60_000 }).toBe(n);
    await Promise.all([post(busy, [1]), post(other, [1])]);
    await Promise.all([nowIs(busy, '1'), nowIs(other, '1')]);
    const call = await server.database.pool.connect();
    await call.query('begin');
    await holdNewest(call, busy.state);
    await Promise.all([post(busy, [2]), post(other, [2])]);
    await nowIs(other, '2');
    await post(other, [3]);
    await nowIs(other, '3');
    expect(await newestOf(busy)).toBe('1');
    await call.query('rollback');
    call.release();
    await nowIs(busy, '2');
  });

  it('fills its own part of the queue alone, however many such accounts there are', { timeout: 120_000 }, async () => {
    const hostiles = await Promise.all(upTo(3).map(() => makeDevice({ transformer: endless })));
    const other = await makeDevice();
    const half = upTo(capacity / 2);
    for (const hostile of hostiles) {
      await post(hostile, half);
      const isAside = () => asideOf(hostile);
      await expect.poll(isAside, { timeout: 60_000, interval: 10 }).toBe(true);
    }
    await expect(post(hostiles[0] ?? other, half)).rejects.toThrow('isFull');
    await post(other, half);
    const newest = () => newestOf(other);
    await expect.poll(newest, { timeout: 60_000, interval: 10 }).toBe(String(capacity / 2));
    expect(server.field.ingestion.open()).toBeGreaterThan(capacity);
  });
});
