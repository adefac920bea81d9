import { setTimeout as delay } from 'node:timers/promises';
import { healthEntry } from '@stellwerk/contract/health';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { createFactories, type TestDevice } from '../../../test/factories.ts';
import { completeNewest, setNewest } from '../../ingest/newest/testing/newest.fixture.ts';
import type { Db } from '../../platform/db/db.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import { createPostgresHistory } from '../../platform/history/postgres-history.ts';
import { createLog } from '../../platform/log/log.ts';
import { createSandbox, type Sandbox } from '../../platform/sandbox/sandbox.ts';
import { alarms } from '../alarms/index.ts';
import { twins } from '../twins/index.ts';
import { createHealth, deviceProblems, failureOf, type Health, type HealthSubject, shownProblems } from './index.ts';

let server: Awaited<ReturnType<typeof startDatabase>>;
let health: Health;
beforeAll(async () => {
  server = await startDatabase();
  health = createHealth({ ...server, log: createLog('silent') });
});
afterAll(async () => {
  await server.sandbox.close();
  await server.database.drop();
});

async function startDatabase() {
  const database = await createTestDatabase();
  const history = createPostgresHistory({ pool: database.pool });
  await history.ensurePartitions(Date.now());
  const sandbox = createSandbox({ log: createLog('silent'), processes: 1 });
  return { database, history, sandbox, make: createFactories(database.db) };
}

const start = Date.UTC(2026, 0, 1);
const at = (minutes: number) => new Date(start + minutes * 60_000);
const lowBattery = { identifier: 'battery', category: 'battery', severity: 'error', message: 'The battery is low' };
const entry = (more: Record<string, unknown> = {}) =>
  healthEntry.parse({ ...lowBattery, check: 'return states.battery < 3', ...more });

interface DeviceWithBattery {
  device: TestDevice;
  subject: HealthSubject;
  stateId: number;
}

/** A device with a state `battery`. */
async function make(more: Partial<HealthSubject> = {}): Promise<DeviceWithBattery> {
  const device = await server.make.device();
  const state = await server.make.state({ twin: device, key: 'battery' });
  const subject: HealthSubject = {
    ...{ twinId: device.id, accountId: device.account.id, entries: [entry()], lastSeenAt: at(0), operationalStatus: 3 },
    states: [{ stateId: state.id, key: 'battery' }],
    ...more,
  };
  return { device, subject, stateId: state.id };
}

const setValue = (stateId: number, value: JsonValue) =>
  setNewest(server.database.db, stateId, { value, measuredAt: at(0) });

const evaluate = (subjects: HealthSubject[], minutes: number, values?: ReadonlyMap<number, number>) =>
  server.database.db.transaction((tx) => health.evaluate(tx, subjects, at(minutes), values ? { values } : {}));
const evaluateOne = async (subject: HealthSubject, minutes: number, value?: number) => {
  const stateId = subject.states[0]?.stateId ?? 0;
  const [outcome] = await evaluate([subject], minutes, value === undefined ? undefined : new Map([[stateId, value]]));
  return outcome;
};

const alarmsOf = (twinId: number) =>
  server.database.db.select().from(alarms).where(eq(alarms.originId, twinId)).orderBy(alarms.id);
const twinOf = async (twinId: number) => {
  const [twin] = await server.database.db.select().from(twins).where(eq(twins.id, twinId));
  return twin;
};

describe('evaluating devices', () => {
  it('keeps problems, opens and resolves alarms, and tells the twin', async () => {
    const { subject, stateId, device } = await make();
    await setValue(stateId, 3.6);
    expect(await evaluateOne(subject, 0)).toMatchObject({ health: 1, problems: [] });
    expect(await twinOf(device.id)).toMatchObject({ health: 1, status: 1 });
    await setValue(stateId, 2.5);
    expect(await evaluateOne(subject, 1)).toMatchObject({ health: 3, problems: [{ identifier: 'battery' }] });
    expect(await twinOf(device.id)).toMatchObject({ health: 3, status: 3 });
    await evaluateOne(subject, 2);
    const [open, second] = await alarmsOf(device.id);
    expect(second).toBeUndefined();
    expect(open).toMatchObject({
      ...{ accountId: device.account.id, twinId: device.id, origin: 'health', identifier: 'battery' },
      ...{ category: 'battery', severity: 'error', message: 'The battery is low', openedAt: at(1), resolvedAt: null },
    });
    const evidence = { values: { battery: 2.5 }, lastSeenAt: at(0).toISOString(), durationMinutes: 0 };
    expect(open?.evidence).toEqual({ ...evidence, revision: expect.stringMatching(/^[\w-]{12}$/) });
    await setValue(stateId, 3.4);
    expect(await evaluateOne(subject, 3)).toMatchObject({ health: 1, problems: [] });
    expect(await alarmsOf(device.id)).toMatchObject([{ resolvedAt: at(3) }]);
    expect(await twinOf(device.id)).toMatchObject({ health: 1, status: 1 });
    await evaluateOne(subject, 4, 1);
    expect(await alarmsOf(device.id)).toMatchObject([{ resolvedAt: at(3) }, { openedAt: at(4), resolvedAt: null }]);
  });

  it('takes values that are handed in instead of reading them', async () => {
    const { subject, stateId } = await make();
    await setValue(stateId, 3.6);
    expect(await evaluateOne(subject, 0, 1)).toMatchObject({ health: 3 });
    expect(await evaluateOne(subject, 1)).toMatchObject({ health: 1 });
  });

  it('asks checks that need nothing from the database before it is its turn', async () => {
    const { subject, stateId } = await make();
    const turn = Promise.withResolvers<Db>();
    const outcomes = await server.database.db.transaction((tx) => {
      const runBatch: Sandbox['runBatch'] = (script, inputs) => {
        turn.resolve(tx);
        return server.sandbox.runBatch(script, inputs);
      };
      const early = createHealth({ ...server, sandbox: { ...server.sandbox, runBatch }, log: createLog('silent') });
      return early.evaluate(turn.promise, [subject], at(0), { values: new Map([[stateId, 2.5]]) });
    });
    expect(outcomes).toMatchObject([{ health: 3, problems: [{ identifier: 'battery' }] }]);
  });

  it('shows the worst of health and states at the twin, whichever changes', async () => {
    const { subject, stateId, device } = await make();
    const { db } = server.database;
    await setNewest(db, stateId, { status: 2 });
    await evaluateOne(subject, 0, 3.6);
    expect((await twinOf(device.id))?.status).toBe(2);
    await evaluateOne(subject, 1, 1);
    expect((await twinOf(device.id))?.status).toBe(3);
    await evaluateOne(subject, 2, 3.6);
    expect((await twinOf(device.id))?.status).toBe(2);
  });

  it('waits for the duration, also over clocks that jump', async () => {
    const { subject, device } = await make({ entries: [entry({ durationMinutes: 30 })] });
    expect(await evaluateOne(subject, 0, 1)).toMatchObject({ health: 1, problems: [{ activeSince: null }] });
    expect(await shownProblems(server.database.db, [device.id], 'en')).toEqual(new Map([[device.id, []]]));
    await evaluateOne(subject, -10_000, 1);
    expect(await evaluateOne(subject, -9_971, 1)).toMatchObject({ health: 1 });
    expect(await alarmsOf(device.id)).toEqual([]);
    expect(await evaluateOne(subject, -9_970, 1)).toMatchObject({ health: 3 });
    // Resolved by a clock that is behind: the alarm does not end before it began.
    await evaluateOne(subject, -20_000, 3.6);
    expect(await alarmsOf(device.id)).toMatchObject([{ openedAt: at(-9_970), resolvedAt: at(-9_970) }]);
  });

  it('resolves what no check asks for any more, and follows checks that become graver', async () => {
    const { subject, device } = await make({ entries: [entry({ severity: 'warning' })] });
    expect(await evaluateOne(subject, 0, 1)).toMatchObject({ health: 2 });
    const graver = { ...subject, entries: [entry({ category: 'device' })] };
    expect(await evaluateOne(graver, 1, 1)).toMatchObject({ health: 3 });
    expect(await alarmsOf(device.id)).toMatchObject([{ severity: 'error', category: 'device', resolvedAt: null }]);
    expect(await evaluateOne({ ...subject, entries: [] }, 2, 1)).toMatchObject({ health: 1, problems: [] });
    expect(await alarmsOf(device.id)).toMatchObject([{ resolvedAt: at(2) }]);
  });

  it('knows nothing of devices that never sent anything and have no checks', async () => {
    const { subject } = await make({ entries: [], lastSeenAt: null });
    expect(await evaluateOne(subject, 0)).toMatchObject({ health: 0 });
    expect(await evaluateOne({ ...subject, lastSeenAt: at(0) }, 0)).toMatchObject({ health: 1 });
  });

  it('lets a device’s own check take the place of its driver’s', async () => {
    const { subject } = await make({ entries: [entry(), entry({ severity: 'warning', check: 'return "own"' })] });
    expect(await evaluateOne(subject, 0, 1)).toMatchObject({ health: 2, problems: [{ message: 'own' }] });
  });

  it('shows a check that fails as a problem of its own, in the language of the reader', async () => {
    const { subject, device } = await make({ entries: [entry({ check: 'return states.missing.value' })] });
    expect(await evaluateOne(subject, 0)).toMatchObject({ health: 4 });
    const [shown] = (await shownProblems(server.database.db, [device.id], 'de')).get(device.id) ?? [];
    expect(shown).toMatchObject({ identifier: failureOf('battery'), category: 'device', severity: 'warning' });
    expect(shown?.message).toMatch(/battery.*line 1: TypeError/);
    expect(await alarmsOf(device.id)).toMatchObject([
      { code: 'HEALTH_CHECK_FAILED', params: { identifier: 'battery' } },
    ]);
    const endless = { ...subject, entries: [entry({ check: 'for (;;) {}' })] };
    await evaluateOne(endless, 1);
    const [said] = (await shownProblems(server.database.db, [device.id], 'en')).get(device.id) ?? [];
    expect(said?.message).toContain('The script was stopped after 200 ms.');
    expect(
      await evaluateOne(subject.entries.length > 0 ? { ...subject, entries: [entry()] } : subject, 2, 3),
    ).toMatchObject({
      health: 1,
    });
    expect(await alarmsOf(device.id)).toMatchObject([{ resolvedAt: at(2) }]);
  });

  it('looks into the past of the states that a check names', async () => {
    const check =
      'const [last, before] = history("battery", 60); return before && last.value < before.value - 1 && "fell"';
    const { subject, stateId } = await make({ entries: [entry({ check, stateKeys: ['battery', 'other'] })] });
    const today = new Date();
    const point = (minutes: number, value: number) => ({
      ...{ series: stateId, at: today.getTime() + minutes * 60_000, shard: 0, seq: 1000 + minutes, value },
      source: 'live' as const,
    });
    const { db } = server.database;
    // The one of the future comes from a clock that is wrong.
    await server.history.write(db, [point(-90, 9), point(-50, 5), point(-1, 3), point(700, 9)]);
    expect((await health.evaluate(db, [subject], today))[0]).toMatchObject({ problems: [{ message: 'fell' }] });
    await server.history.write(db, [point(0, 3)]);
    expect((await health.evaluate(db, [subject], today))[0]).toMatchObject({ health: 1 });
  });
});

describe('alarms of devices', () => {
  it('are not raised while a device is inactive or decommissioned, and end when it becomes so', async () => {
    const { subject, device } = await make();
    const inactive = { ...subject, operationalStatus: 4 };
    expect(await evaluateOne(inactive, 0, 1)).toMatchObject({ health: 3 });
    expect(await alarmsOf(device.id)).toEqual([]);
    await evaluateOne(subject, 1, 1);
    expect(await alarmsOf(device.id)).toMatchObject([{ openedAt: at(1), resolvedAt: null }]);
    expect(await evaluateOne({ ...subject, operationalStatus: 5 }, 2, 1)).toMatchObject({ health: 3 });
    expect(await alarmsOf(device.id)).toMatchObject([{ resolvedAt: at(2) }]);
  });

  it('are opened once when many evaluate at the same time, and resolved once', async () => {
    const { subject, device } = await make();
    const others = Array.from({ length: 6 }, () => createHealth({ ...server, log: createLog('silent') }));
    const values = (value: number) => ({ values: new Map([[subject.states[0]?.stateId ?? 0, value]]) });
    const { db } = server.database;
    await Promise.all(others.map((one, n) => db.transaction((tx) => one.evaluate(tx, [subject], at(n), values(1)))));
    expect(await alarmsOf(device.id)).toHaveLength(1);
    await Promise.all(
      others.map((one, n) => db.transaction((tx) => one.evaluate(tx, [subject], at(10 + n), values(5)))),
    );
    const [only, more] = await alarmsOf(device.id);
    expect([only?.resolvedAt !== null, more]).toEqual([true, undefined]);
    expect(await db.$count(deviceProblems, eq(deviceProblems.twinId, device.id))).toBe(0);
  });

  it('are never open inside a disabled device, whoever comes first', async () => {
    const { subject, device } = await make();
    const { db } = server.database;
    const disable = async (tx: typeof db) => {
      await tx.update(twins).set({ disabled: true }).where(eq(twins.id, device.id));
      await health.rest(tx, [device.id], at(5));
    };
    // The evaluation is not committed yet when the device is disabled, which waits for it and finds its alarm.
    let disabling: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await health.evaluate(tx, [subject], at(0), { values: new Map([[subject.states[0]?.stateId ?? 0, 1]]) });
      disabling = db.transaction(disable);
      await waiting();
    });
    await disabling;
    expect(await alarmsOf(device.id)).toMatchObject([{ openedAt: at(0), resolvedAt: at(5) }]);
    expect(await twinOf(device.id)).toMatchObject({ health: 0, status: 0 });
    // The other way round: an evaluation that began before finds the device disabled.
    await db.update(twins).set({ disabled: false }).where(eq(twins.id, device.id));
    let evaluating: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await disable(tx);
      evaluating = evaluateOne(subject, 6, 1);
      await waiting();
    });
    await evaluating;
    expect(await alarmsOf(device.id)).toHaveLength(1);
    // Enabled again, the problem that is still there raises its alarm.
    await db.update(twins).set({ disabled: false }).where(eq(twins.id, device.id));
    await evaluateOne(subject, 7, 1);
    expect(await alarmsOf(device.id)).toMatchObject([{}, { openedAt: at(7), resolvedAt: null }]);
  });

  it('end with their device, and stay in the log', async () => {
    const { subject, device } = await make();
    await evaluateOne(subject, 0, 1);
    await server.database.db.transaction(async (tx) => {
      await health.rest(tx, [device.id], at(1));
      await tx.delete(twins).where(eq(twins.id, device.id));
    });
    expect(await alarmsOf(device.id)).toMatchObject([
      { twinId: null, resolvedAt: at(1), message: 'The battery is low' },
    ]);
  });
});

/** Until somebody waits for a lock. */
async function waiting(): Promise<void> {
  for (;;) {
    const { rows } = await server.database.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
    await delay(10);
  }
}

describe('many devices', () => {
  it('need as few statements as one, and few calls of the sandbox', async () => {
    const account = await server.make.account();
    const connector = await server.make.connector({ account });
    const { db } = server.database;
    const { rows: made } = await db.execute<{ id: number; stateId: number }>(sql`
      with made as (
        insert into twins (account_id, path, scope_id, category, title, search_text)
        select ${account.id}, '0'::ltree, ${account.scopeId}, 'virtualDevice', 'd' || n, '' from generate_series(1, 600) n
        returning id
      ), devices as (
        insert into devices (twin_id, connector_id, external_id) select id, ${connector.id}, 'x' || id from made
      ), states as (
        insert into states (twin_id, key, title, value_type, visualisation, source, config, position)
        select id, 'battery', 'battery', 'number', '{}', 'none', '{}', 0 from made returning id, twin_id
      ) select twin_id as id, id as "stateId" from states`);
    await completeNewest(server.database.pool);
    for (const { stateId } of made)
      await setNewest(db, stateId, { value: stateId % 3 === 0 ? 1 : 5, measuredAt: at(0) });
    const subjects = made.map(({ id, stateId }): HealthSubject => {
      const states = [{ stateId, key: 'battery' }];
      return { twinId: id, accountId: account.id, entries: [entry()], states, lastSeenAt: at(0), operationalStatus: 3 };
    });
    const outcomes = await evaluate(subjects, 0);
    const bad = made.filter(({ stateId }) => stateId % 3 === 0);
    expect(outcomes.filter((outcome) => outcome.health === 3)).toHaveLength(bad.length);
    expect(await db.$count(alarms, eq(alarms.accountId, account.id))).toBe(bad.length);
    await evaluate(subjects, 1);
    const statements = await countStatements(() => evaluate(subjects, 1));
    const one = await countStatements(() => evaluate(subjects.slice(0, 1), 2));
    expect(statements).toBe(one);
    expect(statements).toBeGreaterThan(2);
    expect(statements).toBeLessThanOrEqual(6);
  });
});

/** What one client sends to the database while it works. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { pool } = server.database;
  const connect = pool.connect.bind(pool);
  let count = 0;
  const client = await connect();
  const query = client.query.bind(client);
  client.release();
  Object.assign(client, {
    query: (...args: Parameters<typeof query>) => {
      count += 1;
      return query(...args);
    },
  });
  await work();
  Object.assign(client, { query });
  return count;
}
