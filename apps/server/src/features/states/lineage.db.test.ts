import { readLineage } from '@stellwerk/contract/lineage';
import {
  checkForAggregateLoop,
  createState,
  listLinkedAggregations,
  previewAggregate,
  readState,
  updateState,
} from '@stellwerk/contract/state';
import type { SourceConfig } from '@stellwerk/contract/state-source';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTwin, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { completeNewest } from '../../ingest/newest/testing/newest.fixture.ts';
import { replaceEdges } from './edge.store.ts';
import { createLineageService } from './lineage.service.ts';
import { changeState } from './state.store.ts';
import { createStateFixture, type StateFixture } from './testing/states.fixture.ts';

let server: TestServer;
let make: StateFixture;
beforeAll(async () => {
  server = await startTestServer();
  make = createStateFixture(server);
});
afterAll(() => server.close());

const aggregate = (...stateIds: number[]) => ({ source: 'aggregate' as const, stateIds });

async function place() {
  const user = await server.make.user({ permissions: ['DigitalTwin.write'] });
  return { user, twin: await server.make.twin({ account: user.account }) };
}

const change = (as: TestUser, twin: TestTwin, stateId: number, config: SourceConfig) =>
  server.call(updateState, { params: { id: twin.id, stateId }, body: { config } }, { as });

describe('an aggregate that is made or changed', () => {
  it('gets its value at once, and follows its new sources only', async () => {
    const { user, twin } = await place();
    const [a, b] = [await make.state(twin), await make.state(twin)];
    await make.apply(make.update(a, 1, 1), make.update(b, 5, 9));
    const body = { key: 'sum', title: 'Sum', config: aggregate(b, b) };
    const made = (await server.call(createState, { params: { id: twin.id }, body }, { as: user })).body.data;
    expect(made).toMatchObject({ value: 5, config: aggregate(b), sources: [{ stateId: b, dtwinId: twin.id }] });
    const changed = await change(user, twin, made.id, aggregate(a));
    expect(changed.body.data).toMatchObject({ value: 1, timestamp: make.timeOf(1).toISOString() });
    await make.apply(make.update(b, 6, 10));
    expect((await make.read(made.id)).value).toBe(1);
    await make.apply(make.update(a, 7, 11));
    expect((await make.read(made.id)).value).toBe(7);
    const empty = await change(user, twin, made.id, aggregate(await make.state(twin)));
    expect(empty.body.data).toMatchObject({ value: null, status: 'unknown' });
    await change(user, twin, made.id, aggregate(a));
    await change(user, twin, made.id, { source: 'none' });
    await make.apply(make.update(a, 8, 12));
    expect((await make.read(made.id)).value).toBe(7);
  });

  it('takes the type and the limits that are given to it', async () => {
    const { user, twin } = await place();
    const id = await make.state(twin);
    await make.apply(make.update(id, 5, 1));
    const put = (body: object) =>
      server.call(updateState, { params: { id: twin.id, stateId: id }, body }, { as: user });
    expect((await put({ upperBound: 4 })).body.data).toMatchObject({ value: 5, status: 'error' });
    expect((await put({ valueType: 'string' })).body.data).toMatchObject({ value: '5', status: 'unknown' });
    expect((await put({ valueType: 'boolean' })).body.data.value).toBeNull();
    expect(await make.history(id)).toEqual([[1, 5]]);
  });

  it('may use what its maker can read in other accounts, and nothing else', async () => {
    const parent = await server.make.account();
    const account = await server.make.account({ parent });
    const user = await server.make.user({ account: parent, permissions: ['DigitalTwin.write'] });
    const twin = await server.make.twin({ account: parent });
    const source = await make.state(await server.make.twin({ account }));
    const foreign = await make.state(await server.make.twin());
    const create = (key: string, config: SourceConfig) =>
      server.call(createState, { params: { id: twin.id }, body: { key, title: key, config } }, { as: user });
    expect((await create('a', aggregate(source))).status).toBe(201);
    expect((await create('b', aggregate(foreign))).body.code).toBe('DTWIN_STATE_NOT_FOUND');
    const timeseries = { stateId: foreign, operation: 'sum' } as const;
    const other = { key: 'c', title: 'c', config: { source: 'timeseries-aggregate', timeseries } } as const;
    const answer = await server.call(createState, { params: { id: twin.id }, body: other }, { as: user });
    expect(answer.body.code).toBe('DTWIN_STATE_NOT_FOUND');
  });

  it('of devices takes states of devices alone', async () => {
    const { user, twin } = await place();
    const device = await server.make.twin({ account: user.account });
    await server.database.pool.query(`update twins set category = 'virtualDevice' where id = $1`, [device.id]);
    const [own, sensed] = [await make.state(twin), await make.state(device)];
    const id = await make.state(twin);
    const of = (stateId: number) => ({ source: 'virtual-device-aggregate' as const, stateIds: [stateId] });
    expect((await change(user, twin, id, of(own))).body.code).toBe('DTWINSTATE_SOURCE_NOT_A_DEVICE');
    expect((await change(user, twin, id, of(sensed))).status).toBe(200);
  });

  it('shows sources that the caller may not see by their id alone', async () => {
    const { user, twin } = await place();
    const hidden = await make.state(await server.make.twin());
    const id = await make.state(twin, { config: aggregate(hidden) });
    const { body } = await server.call(readState, { params: { id } }, { as: user });
    expect(body.data.sources).toEqual([
      { stateId: hidden, key: null, title: null, unit: null, dtwinId: null, dtwinTitle: null },
    ]);
  });
});

describe('loops', () => {
  it('are refused, however long', async () => {
    const { user, twin } = await place();
    const a = await make.state(twin);
    const b = await make.state(twin, { config: aggregate(a) });
    const c = await make.state(twin, { config: aggregate(b) });
    for (const source of [a, b, c]) {
      const answer = await change(user, twin, a, aggregate(source));
      expect([answer.status, answer.body.code]).toEqual([409, 'DTWINSTATE_AGGREGATE_LOOP']);
    }
    const timeseries = { stateId: c, operation: 'sum', mode: 'duration' } as never;
    expect((await change(user, twin, a, { source: 'timeseries-aggregate', timeseries })).status).toBe(409);
    const check = async (stateIds: number[]) => {
      const call = { params: { id: twin.id, stateId: a }, body: { stateIds } };
      return (await server.call(checkForAggregateLoop, call, { as: user })).body.data;
    };
    const found = await check([c]);
    expect([found.loop, found.way.map(({ stateId }) => stateId)]).toEqual([true, [a, b, c, a]]);
    expect((await check([a])).way.map(({ stateId }) => stateId)).toEqual([a, a]);
    expect(await check([await make.state(twin)])).toEqual({ loop: false, way: [] });
  });

  it('can not be closed by two changes at once', async () => {
    const { user, twin } = await place();
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await make.state(twin), await make.state(twin)];
      const answers = await Promise.all([change(user, twin, a, aggregate(b)), change(user, twin, b, aggregate(a))]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });
});

describe('a value that arrives while an aggregate is made', () => {
  const someoneWaits = async () => {
    const found = await server.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return found.rows.length > 0;
  };

  it('is not missed', async () => {
    const { twin } = await place();
    const [source, id] = [await make.state(twin), await make.state(twin)];
    await make.apply(make.update(source, 1, 1));
    let isApplied = false;
    let applying = Promise.resolve();
    await make.db.transaction(async (tx) => {
      await changeState(tx, id, { source: 'aggregate', config: aggregate(source) });
      await replaceEdges(tx, [{ stateId: id, sourceIds: [source] }]);
      await make.values.recompute(tx, [id], [source]);
      applying = make.apply(make.update(source, 2, 2)).then(() => {
        isApplied = true;
      });
      while (!isApplied && !(await someoneWaits())) {}
    });
    await applying;
    expect((await make.read(id)).value).toBe(2);
    expect(await make.history(id)).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });
});

describe('GET …/linked-aggregations', () => {
  it('names those that the caller may see and counts the others', async () => {
    const { user, twin } = await place();
    const a = await make.state(twin);
    const seen = await make.state(twin, { config: aggregate(a) });
    await make.state(twin, { config: aggregate(seen) });
    await make.state(await server.make.twin(), { config: aggregate(a) });
    const call = { params: { id: twin.id, stateId: a } };
    const { body } = await server.call(listLinkedAggregations, call, { as: user });
    expect(body.data).toMatchObject({ states: [{ stateId: seen, dtwinId: twin.id }], hidden: 1 });
  });
});

describe('POST …/aggregate/value', () => {
  const preview = (as: TestUser, twin: TestTwin, config: SourceConfig, transformer = '') =>
    server.call(previewAggregate, { params: { id: twin.id }, body: { config, transformer } }, { as });

  it('reports what comes in and what goes out, and stores nothing', async () => {
    const { user, twin } = await place();
    const [a, b] = [await make.state(twin, { key: 'a' }), await make.state(twin, { key: 'b' })];
    await make.apply(make.update(a, 2, 1), make.update(b, 4, 2));
    expect((await preview(user, twin, aggregate(b, a))).body.data).toMatchObject({
      value: 3,
      timestamp: make.timeOf(2).toISOString(),
      window: null,
      inputs: [
        { stateId: b, key: 'b', value: 4 },
        { stateId: a, key: 'a', value: 2, timestamp: make.timeOf(1).toISOString() },
      ],
      problem: null,
      logs: [],
    });
    const script = 'console.log("hello", value.length); return Math.max(...value)';
    expect((await preview(user, twin, aggregate(a, b), script)).body.data).toMatchObject({
      value: 4,
      logs: ['hello 2'],
    });
    const wrong = (await preview(user, twin, aggregate(a), 'const x = 1;\nreturn x.y.z')).body.data;
    expect(wrong).toMatchObject({ value: null, problem: { code: 'SCRIPT_ERROR', line: 2 } });
    expect((await preview(user, twin, { source: 'none' })).body.data).toMatchObject({ value: null, inputs: [] });
  });

  it('shows the window of a time series', async () => {
    const { user, twin } = await place();
    const a = await make.state(twin);
    await make.apply(make.update(a, 2, 30), make.update(a, 4, 70));
    const timeseries = { stateId: a, operation: 'sum', mode: 'period', periodUnit: 'hour', zone: 'UTC' } as never;
    const { body } = await preview(user, twin, { source: 'timeseries-aggregate', timeseries });
    expect(body.data).toMatchObject({
      value: 2,
      timestamp: make.timeOf(60).toISOString(),
      window: { start: make.timeOf(0).toISOString(), end: make.timeOf(60).toISOString() },
    });
  });

  it('is refused for sources that the caller may not read', async () => {
    const { user, twin } = await place();
    const foreign = await make.state(await server.make.twin());
    expect((await preview(user, twin, aggregate(foreign))).status).toBe(404);
  });
});

describe('GET …/lineage', () => {
  it('leads both ways, with a gap where the caller may not look', async () => {
    const { user, twin } = await place();
    const foreign = await server.make.twin();
    const root = await make.state(foreign, { key: 'root' });
    const a = await make.state(twin, { key: 'a', config: aggregate(root) });
    const b = await make.state(twin, { key: 'b', config: aggregate(a, root) });
    const c = await make.state(twin, { key: 'c', config: aggregate(b) });
    await make.apply(make.update(root, 3, 1));
    const { body } = await server.call(readLineage, { params: { id: b } }, { as: user });
    expect(body.data.nodes.map(({ stateId, depth, value }) => [stateId, depth, value])).toEqual([
      [root, -1, null],
      [a, -1, 3],
      [b, 0, 3],
      [c, 1, 3],
    ]);
    expect(body.data.nodes[0]).toMatchObject({ key: null, title: null, source: null, timestamp: null, dtwinId: null });
    expect(body.data.edges).toHaveLength(4);
    expect(body.data.edges).toContainEqual({ from: root, to: b });
    expect(body.data).toMatchObject({ uses: [], isCut: false });
  });

  it('ends after ten levels and 500 nodes', async () => {
    const { user, twin } = await place();
    const first = await make.state(twin);
    let last = first;
    for (let level = 0; level < 12; level += 1) last = await make.state(twin, { config: aggregate(last) });
    const deep = (await server.call(readLineage, { params: { id: first } }, { as: user })).body.data;
    expect([deep.isCut, deep.nodes.length]).toEqual([true, 11]);
    const many = await server.make.twin({ account: user.account });
    const source = await make.state(many);
    await server.database.pool.query(
      `with made as (
         insert into states (twin_id, key, title, value_type, visualisation, source, config, position)
         select $1, 'wide' || n, 'k', 'number', '{}', 'none', '{"source":"none"}', n from generate_series(1, 600) n
         returning id
       )
       insert into state_sources select id, $2 from made`,
      [many.id, source],
    );
    await completeNewest(server.database.pool);
    const wide = (await server.call(readLineage, { params: { id: source } }, { as: user })).body.data;
    expect([wide.isCut, wide.nodes.length, wide.edges.length]).toEqual([true, 500, 499]);
  });

  it('reports what else uses the state', async () => {
    const { user, twin } = await place();
    const a = await make.state(twin);
    const service = createLineageService({
      uses: () => [
        async (_db, _actor, ids) => ids.map((stateId) => ({ kind: 'rule', stateId, id: 5, title: 'R', twinId: 9 })),
      ],
    });
    const grants = [{ scope: user.account.scopePath, permissions: ['DigitalTwin.read'] }];
    const ctx = { db: server.database.db, actor: { grants } } as never;
    expect((await service.read(ctx, a)).uses).toEqual([{ kind: 'rule', stateId: a, id: 5, title: 'R', dtwinId: 9 }]);
  });
});
