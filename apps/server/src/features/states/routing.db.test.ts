import { listRoutedStates } from '@stellwerk/contract/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { OverBudgetError, withinBudget } from '../../platform/clock/work-budget.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import { createLog } from '../../platform/log/log.ts';
import { randomBetween, setRandomValues } from './random.job.ts';
import { routeValues } from './routing.service.ts';
import { createStateFixture, type StateFixture } from './testing/states.fixture.ts';

let server: TestServer;
let make: StateFixture;
beforeAll(async () => {
  server = await startTestServer();
  make = createStateFixture(server);
});
afterAll(() => server.close());

const disable = (twinId: number) =>
  server.database.pool.query('update twins set disabled = true where id = $1', [twinId]);

describe('data routing', () => {
  async function twinWith(account: TestAccount, references: Record<string, string>) {
    const twin = await server.make.twin({ account });
    for (const [position, [name, value]] of Object.entries(references).entries()) {
      await server.database.pool.query('insert into twin_references values ($1, $2, $3, $4)', [
        twin.id,
        name,
        value,
        position,
      ]);
    }
    return twin;
  }
  const message = (routing: Record<string, string>, key: string, value: JsonValue = 1) => {
    const { measuredAt, receivedAt, shard, seq } = make.update(0, value, 1);
    const packet = { shard, seq, connectorId: 1, deviceId: null, identifier: '', receivedAt: receivedAt.getTime() };
    return { packet, routing, key, value, measuredAt, isExpected: true };
  };
  const route = async (account: TestAccount, ...messages: ReturnType<typeof message>[]) => {
    const values = messages.map((each) => ({ ...each, senderPath: account.scopePath }));
    const { updates, unmatched } = await routeValues(make.db, values);
    return {
      updates,
      ids: updates.map(({ stateId }) => stateId),
      unmatched: values.flatMap((each, index) => (unmatched.includes(each) ? [index] : [])),
    };
  };

  it('lists where messages can go, with what they must name', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const twin = await twinWith(user.account, { serial: '4711', site: 'North' });
    const routed = await make.state(twin, { key: 'Flow', config: { source: 'datarouting' } });
    await make.state(twin, { key: 'Other', config: { source: 'none' } });
    const foreign = await twinWith(await server.make.account(), { serial: '4711' });
    await make.state(foreign, { key: 'Flow', config: { source: 'datarouting' } });
    const { status, body } = await server.call(listRoutedStates, { query: {} }, { as: user });
    expect([status, body.total]).toEqual([200, 1]);
    const references = [
      { name: 'serial', value: '4711' },
      { name: 'site', value: 'North' },
    ];
    expect(body.data).toMatchObject([{ id: routed, key: 'Flow', dtwin: { id: twin.id }, references }]);
  });

  it('finds every twin that has all of the reference ids, in the account and below', async () => {
    const account = await server.make.account();
    const below = await server.make.account({ parent: account });
    const config = { source: 'datarouting' as const };
    const states: number[] = [];
    for (const [home, references] of [
      [account, { serial: '1', site: 'A' }],
      [below, { serial: '1' }],
      [account, { serial: '2' }],
      [await server.make.account(), { serial: '1' }],
    ] as const) {
      states.push(await make.state(await twinWith(home, references), { key: 'Flow', config }));
    }
    const [both, one, other] = states;
    const { updates, ids, unmatched } = await route(
      account,
      message({ serial: '1' }, 'flow', 11),
      message({ serial: '1', site: 'A' }, 'Flow'),
      message({ serial: '1', site: 'B' }, 'Flow'),
      message({ serial: '2' }, 'pressure'),
      message({}, 'Flow'),
    );
    expect(ids).toEqual([both, one, both]);
    expect(unmatched).toEqual([2, 3, 4]);
    await make.apply(...updates);
    expect((await make.read(one ?? 0)).value).toBe(11);
    expect((await make.read(other ?? 0)).value).toBeNull();
  });

  it('writes neither states with another source nor disabled twins', async () => {
    const account = await server.make.account();
    const twin = await twinWith(account, { serial: '7' });
    await make.state(twin, { key: 'manual' });
    const routed = await make.state(twin, { key: 'routed', config: { source: 'datarouting' } });
    const sent = [message({ serial: '7' }, 'manual'), message({ serial: '7' }, 'routed')] as const;
    expect((await route(account, ...sent)).ids).toEqual([routed]);
    await disable(twin.id);
    expect((await route(account, ...sent)).ids).toEqual([]);
  });
});

describe('random values', () => {
  it('lie between the bounds and have two decimals', () => {
    expect(randomBetween(1, 2, 0.55555)).toBe(1.56);
    expect([randomBetween(0.001, 0.002, 0.5), randomBetween(-5, 5, 0), randomBetween(-5, 5, 1)]).toEqual([
      0.001, -5, 5,
    ]);
    expect(randomBetween(-1e308, 1e308, 0.5)).toBe(0);
    expect(randomBetween(1.7e308, 1.75e308, 0.5)).toBeLessThan(1.75e308);
  });

  it('are drawn once a minute for enabled twins', async () => {
    const [twin, off] = [await server.make.twin(), await server.make.twin()];
    const config = { source: 'random' as const, lower: 10, upper: 20 };
    const [drawn, silent] = [await make.state(twin, { config }), await make.state(off, { config })];
    await disable(off.id);
    const told: string[] = [];
    const job = setRandomValues({
      values: make.values,
      live: { publish: (topic) => told.push(topic) },
      clock: systemClock,
      random: () => 0.25,
    });
    const scheduledAt = new Date('2024-05-01T12:00:00Z');
    const log = createLog('silent');
    await job.run({ db: make.db, scheduledAt, signal: new AbortController().signal, log });
    expect(await make.read(drawn)).toMatchObject({ value: 12.5, measuredAt: scheduledAt, origin: 'live' });
    expect((await make.read(silent)).value).toBeNull();
    expect(told).toContain(`twin/${twin.id}/values`);
  });

  it('of an account are drawn although those of another fail or take too long', async () => {
    const config = { source: 'random' as const, lower: 10, upper: 20 };
    const twins = [await server.make.twin(), await server.make.twin(), await server.make.twin()];
    const [slow, failing, other] = await Promise.all(twins.map((twin) => make.state(twin, { config })));
    const isApplied = Promise.withResolvers<void>();
    const values: typeof make.values = {
      ...make.values,
      async apply(db, updates) {
        const isFor = (id: number | undefined) => updates.some(({ stateId }) => stateId === id);
        if (isFor(failing)) throw new Error('deadlock');
        // The values of the slow account are computed only after those of the other one.
        if (isFor(slow)) await withinBudget(isApplied.promise);
        const applied = await make.values.apply(db, updates);
        if (isFor(other)) isApplied.resolve();
        return applied;
      },
    };
    const job = setRandomValues({ values, live: { publish() {} }, clock: systemClock, random: () => 0.5 });
    const [scheduledAt, { signal }] = [new Date('2024-05-01T12:01:00Z'), new AbortController()];
    await job.run({ db: make.db, scheduledAt, signal, log: createLog('silent') });
    expect(await make.read(other ?? 0)).toMatchObject({ value: 15, measuredAt: scheduledAt });
    expect((await make.read(failing ?? 0)).value).toBeNull();
    expect((await make.read(slow ?? 0)).value).toBe(15);
  });

  it('of slow accounts take turns, and end in time for the next minute', async () => {
    const config = { source: 'random' as const, lower: 10, upper: 20 };
    const slow: number[] = [];
    while (slow.length < 3) slow.push(await make.state(await server.make.twin(), { config }));
    let nowMs = 0;
    const finished: number[] = [];
    const tried = new Set<number>();
    const values: typeof make.values = {
      ...make.values,
      async apply(_, updates) {
        const [place] = updates.flatMap(({ stateId }) => (slow.includes(stateId) ? [slow.indexOf(stateId)] : []));
        if (place === undefined) return [];
        if (!tried.has(place)) {
          tried.add(place);
          throw new OverBudgetError();
        }
        nowMs += 20_000;
        finished.push(place);
        throw new OverBudgetError();
      },
    };
    const clock = { now: () => new Date(nowMs) };
    const job = setRandomValues({ values, live: { publish() {} }, clock });
    const run = {
      db: make.db,
      scheduledAt: new Date(),
      signal: new AbortController().signal,
      log: createLog('silent'),
    };
    for (const _ of slow) await job.run(run);
    expect(finished).toEqual([0, 1, 2, 0, 1, 2]);
  });
});
