import {
  createState,
  deleteState,
  listStates,
  listTwinStates,
  type newState,
  orderStates,
  readState,
  updateState,
} from '@stellwerk/contract/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestTwin, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const permissions = ['DigitalTwin.write'];

async function place(): Promise<{ user: TestUser; twin: TestTwin }> {
  const user = await server.make.user({ permissions });
  return { user, twin: await server.make.twin({ account: user.account }) };
}

type NewState = z.input<typeof newState>;
const create = (as: TestUser, twin: TestTwin, body: Partial<NewState> = {}) =>
  server.call(
    createState,
    {
      params: { id: twin.id },
      body: { key: 'temperature', title: 'Temperature', config: { source: 'none' }, ...body },
    },
    { as },
  );

describe('POST …/dtwin/{id}/state/', () => {
  it('adds a state without a value at the end of the order', async () => {
    const { user, twin } = await place();
    expect((await create(user, twin)).status).toBe(201);
    const { status, body } = await create(user, twin, { key: 'humidity', unit: '%' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      dtwinId: twin.id,
      key: 'humidity',
      unit: '%',
      position: 1,
      source: 'none',
      valueType: 'number',
      value: null,
      timestamp: null,
      origin: null,
      status: 'unknown',
      problem: null,
      sources: [],
    });
  });

  it('refuses a key that the twin has already, whatever its case', async () => {
    const { user, twin } = await place();
    await create(user, twin);
    const { status, body } = await create(user, twin, { key: 'TEMPERATURE' });
    expect([status, body.code]).toEqual([409, 'DTWINSTATE_DUPLICATE_KEY']);
    const other = await server.make.twin({ account: user.account });
    expect((await create(user, other)).status).toBe(201);
  });

  it.each(['', 'a b', 'ä', '_raw', 'a-b', 'a.b', 'a\0b', 'x'.repeat(65), '💡', "a';--"])(
    'refuses the key %j',
    async (key) => {
      const { user, twin } = await place();
      expect((await create(user, twin, { key })).status).toBe(400);
    },
  );

  it('refuses limits and thresholds that contradict each other', async () => {
    const { user, twin } = await place();
    const bad: Partial<NewState>[] = [
      { lowerBound: 5, upperBound: 5 },
      { visualisation: { thresholds: [0] } },
      { visualisation: { thresholds: [100] } },
      { visualisation: { thresholds: [60, 40] } },
      { visualisation: { thresholds: [40, 40] } },
      { visualisation: { thresholds: [20, 60, 40] } },
      { visualisation: { thresholds: Array.from({ length: 21 }, (_, index) => index + 1) } },
      { visualisation: { thresholds: [20], statuses: ['ok'] } },
      { visualisation: { minimum: 10, maximum: 10 } },
      { visualisation: { decimals: 11 } },
      { config: { source: 'random', lower: 2, upper: 2 } },
      { config: { source: 'aggregate', stateIds: [] } },
    ];
    for (const body of bad) expect((await create(user, twin, body)).status).toBe(400);
    expect((await create(user, twin, { visualisation: { thresholds: [40, 60] } })).status).toBe(201);
  });

  it('needs an identifier for messages to a twin, and none on a virtual device', async () => {
    const { user, twin } = await place();
    const device = await server.make.device({ account: user.account });
    const connectorId = (await server.make.connector({ account: user.account })).id;
    const own = (identifier: string) => ({ config: { source: 'connector' as const, identifier, variable: 't' } });
    const config = (identifier: string) => ({ config: { ...own(identifier).config, connectorId } });
    const missing = await create(user, twin, config(''));
    expect([missing.status, missing.body.code]).toEqual([400, 'DTWINSTATE_MISSING_PARAMETER']);
    expect(missing.body).toMatchObject({ params: { name: 'identifier' }, issues: [{ path: 'config.identifier' }] });
    for (const strange of [own('other'), config('')]) {
      const { status, body } = await create(user, device, strange);
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    expect((await create(user, device, own(''))).status).toBe(201);
    const { body } = await create(user, twin, config('sensor'));
    const params = { id: twin.id, stateId: body.data.id };
    const cleared = await server.call(updateState, { params, body: config('') }, { as: user });
    expect(cleared.body.code).toBe('DTWINSTATE_MISSING_PARAMETER');
    expect((await server.call(updateState, { params, body: { title: 'T' } }, { as: user })).status).toBe(200);
  });

  it('gives an aggregate of one state its unit, unless it has one or a script', async () => {
    const { user } = await place();
    const device = await server.make.device({ account: user.account });
    const other = await server.make.device({ account: user.account });
    const ids = [];
    for (const each of [device, other]) {
      ids.push((await create(user, each, { key: 'power', unit: 'kW' })).body.data.id);
    }
    const [one = 0, two = 0] = ids;
    const twin = await server.make.twin({ account: user.account });
    const config = (...stateIds: number[]) => ({ config: { source: 'virtual-device-aggregate' as const, stateIds } });
    const unitOf = async (key: string, body: Partial<NewState>) =>
      (await create(user, twin, { key, ...body })).body.data.unit;
    expect(await unitOf('a', config(one))).toBe('kW');
    expect(await unitOf('b', { ...config(one), unit: 'W' })).toBe('W');
    expect(await unitOf('c', { ...config(one), transformer: 'return value[0] * 2' })).toBe('');
    expect(await unitOf('d', config(one, two))).toBe('');
  });

  it('names the line of a script that can not be read', async () => {
    const { user, twin } = await place();
    const { status, body } = await create(user, twin, { transformer: 'const a = 1;\nreturn a +;' });
    expect([status, body.code]).toEqual([422, 'SCRIPT_ERROR']);
    expect(body.message).toContain('line 2');
  });

  it('refuses the 501st state', async () => {
    const { user, twin } = await place();
    await server.database.pool.query(
      `insert into states (twin_id, key, title, value_type, visualisation, source, config, position)
       select $1, 'k' || n, 'k', 'number', '{}', 'none', '{"source":"none"}', n from generate_series(1, 500) n`,
      [twin.id],
    );
    const { status, body } = await create(user, twin);
    expect([status, body.code]).toEqual([409, 'DTWINSTATE_TOO_MANY']);
  });

  it('needs the permission to change the twin or its states', async () => {
    const { user, twin } = await place();
    const reader = await server.make.user({ account: user.account, permissions: ['DigitalTwinStates.write'] });
    expect((await create(reader, twin)).status).toBe(403);
    const manager = await server.make.user({ account: user.account, permissions: ['DigitalTwinStates.manage'] });
    expect((await create(manager, twin)).status).toBe(201);
    const stranger = await server.make.user({ permissions });
    expect((await create(stranger, twin)).status).toBe(404);
  });
});

describe('PUT …/state/{stateId}', () => {
  const change = (as: TestUser, id: number, stateId: number, body: object) =>
    server.call(updateState, { params: { id, stateId }, body }, { as });

  it('changes what is named and leaves the rest', async () => {
    const { user, twin } = await place();
    const made = (await create(user, twin, { unit: 'K', upperBound: 10 })).body.data;
    const { body } = await change(user, twin.id, made.id, { title: 'New', lowerBound: 1 });
    expect(body.data).toMatchObject({ title: 'New', unit: 'K', lowerBound: 1, upperBound: 10, key: 'temperature' });
    expect((await change(user, twin.id, made.id, { lowerBound: 20 })).status).toBe(400);
    expect((await change(user, twin.id, made.id, { key: 'other' })).body.data.key).toBe('temperature');
  });

  it('does not know a state of another twin', async () => {
    const { user, twin } = await place();
    const other = await server.make.state({ account: user.account });
    expect((await change(user, twin.id, other.id, { title: 'x' })).body.code).toBe('DTWIN_STATE_NOT_FOUND');
  });
});

describe('POST …/dtwin/{id}/order', () => {
  it('puts the named states first and keeps the order of the others', async () => {
    const { user, twin } = await place();
    const ids: number[] = [];
    for (const key of ['a', 'b', 'c', 'd']) ids.push((await create(user, twin, { key })).body.data.id);
    const [a, b, c, d] = ids;
    const call = { params: { id: twin.id }, body: { stateIds: [d!, b!] } };
    const { body } = await server.call(orderStates, call, { as: user });
    expect(body.data).toEqual([d, b, a, c].map((id, position) => ({ id, position })));
    const listed = await server.call(listTwinStates, { params: { id: twin.id } }, { as: user });
    expect(listed.body.data.map(({ key }) => key)).toEqual(['d', 'b', 'a', 'c']);
    const foreign = await server.make.state({ account: user.account });
    const wrong = { params: { id: twin.id }, body: { stateIds: [foreign.id] } };
    expect((await server.call(orderStates, wrong, { as: user })).body.code).toBe('DTWIN_STATE_NOT_FOUND');
  });
});

describe('DELETE …/state/{stateId}', () => {
  it('removes the state and leaves its series to be dropped', async () => {
    const { user, twin } = await place();
    const { id } = (await create(user, twin)).body.data;
    const remove = () => server.call(deleteState, { params: { id: twin.id, stateId: id } }, { as: user });
    expect((await remove()).body).toEqual({ data: { deleted: true } });
    expect((await remove()).status).toBe(404);
    expect((await server.call(readState, { params: { id } }, { as: user })).status).toBe(404);
    const dropped = await server.database.pool.query('select 1 from dropped_series where series = $1', [id]);
    expect(dropped.rowCount).toBe(1);
  });

  it('is refused while another state is computed from it', async () => {
    const { user, twin } = await place();
    const { id } = (await create(user, twin)).body.data;
    await create(user, twin, { key: 'copy', config: { source: 'aggregate', stateIds: [id] } });
    const { status, body } = await server.call(deleteState, { params: { id: twin.id, stateId: id } }, { as: user });
    expect([status, body.code]).toEqual([409, 'DTWIN_DELETE_STATES_AGGREGATED']);
  });
});

describe('GET /api/v1/digitaltwin/states/dtwins', () => {
  const list = (as: TestUser, query = {}) => server.call(listStates, { query }, { as });

  it('answers the states that the caller may see, by twin and position', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwinStates.read'] });
    const [b, a] = [
      await server.make.twin({ account: user.account, title: 'Beta' }),
      await server.make.twin({ account: user.account, title: 'alpha' }),
    ];
    for (const twin of [b, a]) for (const key of ['two', 'one']) await server.make.state({ twin, key });
    await server.make.state();
    const { body } = await list(user);
    expect(body.total).toBe(4);
    expect(body.data.map(({ key, dtwin }) => `${dtwin.title} ${key}`)).toEqual([
      'alpha two',
      'alpha one',
      'Beta two',
      'Beta one',
    ]);
    expect(body.data[0]).toMatchObject({
      source: 'none',
      status: 'unknown',
      dtwin: { id: a.id, type: 'default', category: 'digitalTwin', tenantId: user.account.id },
    });
    expect((await list(user, { sort: '-title', limit: 1, offset: 1 })).body.data).toMatchObject([{ key: 'two' }]);
  });

  it('filters by words, twin, source, status and type', async () => {
    const { user, twin } = await place();
    const below = await server.make.twin({ parent: twin, title: 'Boiler 50%' });
    await create(user, twin, { key: 'flow', title: 'Flow rate' });
    await create(user, below, { key: 'flow', title: 'Flow' });
    await create(user, below, { key: 'name', valueType: 'string', config: { source: 'datarouting' } });
    const keys = async (query: object) => (await list(user, query)).body.data.map(({ key }) => key);
    expect(await keys({ search: 'FLOW boil' })).toEqual(['flow']);
    expect(await keys({ search: 'rate flow' })).toEqual(['flow']);
    expect(await keys({ search: '5_%' })).toEqual([]);
    expect(await keys({ search: '50%' })).toEqual(['flow', 'name']);
    expect(await keys({ twinId: below.id })).toEqual(['flow', 'name']);
    expect(await keys({ twinId: below.id, sort: '-dtwin' })).toEqual(['flow', 'name']);
    expect((await list(user, { twinId: twin.id })).body.total).toBe(3);
    expect(await keys({ sources: 'datarouting,random' })).toEqual(['name']);
    expect(await keys({ valueType: 'string' })).toEqual(['name']);
    const device = await server.make.device({ account: user.account });
    await create(user, device, { key: 'own' });
    expect(await keys({ category: 'virtualDevice' })).toEqual(['own']);
    expect((await list(user, { category: 'digitalTwin' })).body.total).toBe(3);
    await server.database.pool.query('delete from states where twin_id = $1', [device.id]);
    expect((await list(user, { status: 'error' })).body.total).toBe(0);
    expect((await list(user, { tenantId: user.account.id })).body.total).toBe(3);
    expect((await list(user, { sort: '-timestamp' })).body.total).toBe(3);
    expect((await list(user, { sort: 'status' })).body.total).toBe(3);
    expect((await list(user, { sort: 'id' })).status).toBe(400);
  });
});
