import {
  createConnector,
  listTraffic,
  readConnector,
  testMutator,
  updateConnector,
} from '@stellwerk/contract/connector';
import { createDevice } from '@stellwerk/contract/device';
import { listDevicePackets } from '@stellwerk/contract/packet';
import { createState, listTwinStates } from '@stellwerk/contract/state';
import { listUnknownIds, removeUnknownId, replayUnknownId, unknownLimits } from '@stellwerk/contract/unknown-id';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presets } from '../../../../../plugins/connectors/webhook-incoming/presets/all-presets.ts';
import { addressOf, curl } from '../../../test/connectors/peers.ts';
import { type MadeConnector, makeConnector } from '../../../test/connectors/rig.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer({ connectors: { pollMs: 200 } });
  await server.field.ingestion.start();
  await server.connectors.start();
  address = await addressOf(server);
});
afterAll(async () => {
  await server.connectors.stop();
  await server.close();
});

const permissions = ['all.manage', 'VirtualDevice.manage', 'DigitalTwin.write'] as const;
const english = { 'accept-language': 'en' };
const at = (...path: (string | number)[]) => ({ from: 'body' as const, path });
const mappingOf = (more: object = {}) => ({
  language: 'mapping' as const,
  script: '',
  mapping: { id: { ...at('eui'), format: 'eui' }, payload: { ...at('data'), format: 'json' }, ...more },
});

async function makeWebhook(fields: Record<string, unknown> = {}): Promise<MadeConnector> {
  const user = await server.make.user({ permissions: [...permissions] });
  return makeConnector(server, { type: 'webhook-incoming', ...fields }, user);
}

const urlOf = ({ id }: MadeConnector) => `${address}/api/v1/webhook/${id}`;
const post = ({ generated, ...connector }: MadeConnector, body: unknown) =>
  curl(urlOf({ generated, ...connector }), JSON.stringify(body), [
    ...['-H', `x-api-key: ${generated.key}`],
    ...['-H', 'accept-language: en'],
  ]);

function addDevice({ id, user }: MadeConnector, externalId: string) {
  const body = {
    title: `device ${externalId}`,
    externalId,
    connectorId: id,
    driverId: null,
    tenantId: user.account.id,
  };
  return server.call(createDevice, { body }, { as: user });
}

async function unknownOf({ id, user }: MadeConnector) {
  await server.connectors.flush();
  return (await server.call(listUnknownIds, { params: { id } }, { as: user })).body.data;
}

const packetsOf = async ({ user }: MadeConnector, device: { id: number }) =>
  (await server.call(listDevicePackets, { params: { id: device.id }, query: {} }, { as: user })).body.data.packets;

describe('messages of unknown ids', () => {
  it('count as dropped, are listed, and are replayed exactly once after their device is created', async () => {
    const connector = await makeWebhook();
    const { id, user } = connector;
    const list = [
      { id: 'new-1', payload: { n: 1 }, time: '2026-01-15T08:30:00Z' },
      { payload: 1 },
      { id: 'new-1', payload: { n: 2 } },
      { id: 'new-2', payload: { n: 3 } },
    ];
    const { status, body } = await post(connector, list);
    expect(status).toBe(202);
    expect(body.data).toMatchObject({
      accepted: 0,
      rejected: 1,
      dropped: 3,
      errors: [{ index: 1, code: 'PACKET_IDENTIFIER_MISSING' }],
    });
    const unknown = await unknownOf(connector);
    expect(unknown.map(({ identifier, count, kept, hasDevice }) => [identifier, count, kept, hasDevice])).toEqual([
      ['new-2', 1, 1, false],
      ['new-1', 2, 2, false],
    ]);
    expect(unknown[1]).toMatchObject({ newest: { payload: { n: 2 } } });
    const traffic = await server.call(
      listTraffic,
      { params: { id }, query: { outcome: 'dropped' } },
      { as: user, headers: english },
    );
    expect(traffic.body.data).toHaveLength(3);
    expect(traffic.body.data[0]).toMatchObject({ reason: { code: 'PACKET_NO_DEVICE' }, device: null });
    const counted = (await server.call(readConnector, { params: { id } }, { as: user })).body.data;
    expect(counted).toMatchObject({ accepted: 0, rejected: 1, dropped: 3 });

    const replay = () => server.call(replayUnknownId, { params: { id }, body: { identifier: 'new-1' } }, { as: user });
    expect((await replay()).body.code).toBe('BRIDGE_UNKNOWN_ID_NO_DEVICE');
    const device = (await addDevice(connector, 'new-1')).body.data;
    expect((await unknownOf(connector)).find(({ identifier }) => identifier === 'new-1')?.hasDevice).toBe(true);
    const answers = await Promise.all([replay(), replay(), replay()]);
    expect(answers.map(({ body }) => body.data.replayed).sort()).toEqual([0, 0, 2]);
    await expect.poll(async () => (await packetsOf(connector, device)).length).toBe(2);
    const packets = await packetsOf(connector, device);
    expect(packets.map(({ payload, outcome }) => [payload, outcome])).toEqual([
      [{ n: 2 }, 'applied'],
      [{ n: 1 }, 'applied'],
    ]);
    expect((await unknownOf(connector)).map(({ identifier }) => identifier)).toEqual(['new-2']);
    // The first message after the creation is assigned to the new device.
    expect((await post(connector, { id: 'new-1', payload: { n: 4 } })).body.data).toMatchObject({
      accepted: 1,
      dropped: 0,
    });
  });

  it('can be removed from the list', async () => {
    const connector = await makeWebhook();
    await post(connector, [
      { id: 'a', payload: 1 },
      { id: 'b', payload: 1 },
    ]);
    await unknownOf(connector);
    const { id, user } = connector;
    const removed = await server.call(removeUnknownId, { params: { id }, body: { identifier: 'a' } }, { as: user });
    expect(removed.status).toBe(200);
    expect((await unknownOf(connector)).map(({ identifier }) => identifier)).toEqual(['b']);
  });

  it('of a sender with random ids don’t fill the database', async () => {
    const connector = await makeWebhook();
    for (let round = 0; round < 3; round += 1) {
      const list = Array.from({ length: 1_000 }, (_, number) => ({ id: `random-${round}-${number}`, payload: round }));
      expect((await post(connector, list)).body.data?.dropped).toBe(1_000);
      await server.connectors.flush();
    }
    await post(
      connector,
      Array.from({ length: 100 }, (_, n) => ({ id: 'random-2-999', payload: n })),
    );
    const unknown = await unknownOf(connector);
    expect(unknown).toHaveLength(unknownLimits.ids);
    expect(unknown[0]).toMatchObject({ identifier: 'random-2-999', count: 101, kept: unknownLimits.keptPerId });
    const stored = async (table: string) =>
      (await server.database.pool.query(`select from ${table} where connector_id = $1`, [connector.id])).rowCount;
    expect(await stored('unknown_messages')).toBeLessThan(unknownLimits.ids + unknownLimits.keptPerId);
    expect(await stored('packets')).toBe(0);
    expect(await stored('packet_faults')).toBe(0);
  });

  it('keep their content within a size for each connector', async () => {
    const connector = await makeWebhook();
    const large = 'x'.repeat(200_000);
    for (let round = 0; round < 12; round += 1) {
      await post(
        connector,
        Array.from({ length: 5 }, (_, n) => ({ id: `large-${round}-${n}`, payload: large })),
      );
      await server.connectors.flush();
    }
    const { rows } = await server.database.pool.query<{ bytes: string }>(
      'select sum(octet_length(content)) as bytes from unknown_messages where connector_id = $1',
      [connector.id],
    );
    expect(Number(rows[0]?.bytes)).toBeLessThanOrEqual(unknownLimits.keptBytes);
    expect(await unknownOf(connector)).toHaveLength(60);
  });
});

describe('a message that the database can’t store as it is', () => {
  it('is listed, and does not affect other connectors', async () => {
    const [first, second] = [await makeWebhook({ mutator: mappingOf() }), await makeWebhook()];
    await post(first, { eui: '\0zz', data: 1 });
    await post(first, { eui: `${'z'.repeat(99)}😀`, data: 1 });
    await post(second, { id: 'lost', payload: 1 });
    expect((await unknownOf(second)).map(({ identifier }) => identifier)).toEqual(['lost']);
    const { id, user } = first;
    const { body } = await server.call(listTraffic, { params: { id }, query: {} }, { as: user });
    expect(body.data.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected']);
  });
});

describe('a connector with a field mapping', () => {
  it('finds devices by EUIs in any spelling, and stores the ids of new devices normalised', async () => {
    const connector = await makeWebhook({ mutator: mappingOf() });
    const { body: added } = await addDevice(connector, '70-b3-d5-49-9a-1f-0c-22');
    expect(added.data.externalId).toBe('70B3D5499A1F0C22');
    const spellings = ['70B3D5499A1F0C22', '70b3d5499a1f0c22', '70:B3:D5:49:9a:1f:0c:22'];
    const { body } = await post(
      connector,
      spellings.map((eui) => ({ eui, data: { n: 1 } })),
    );
    expect(body.data).toMatchObject({ accepted: 3, rejected: 0, dropped: 0 });
    const again = await addDevice(connector, '70b3d5499a1f0c22');
    expect([again.status, again.body.code]).toEqual([409, 'VDEVICE_DUPLICATE_EXTERNAL_ID']);
    expect((await addDevice(connector, 'sensor 17')).body.code).toBe('VDEVICE_INVALID_HEX_ID');
  });

  it('normalises the ids of its devices when the mapping is saved, and refuses equal ones', async () => {
    const connector = await makeWebhook();
    const { id, user } = connector;
    const first = (await addDevice(connector, 'a8-40-41-00-00-00-00-01')).body.data;
    const twin = (await addDevice(connector, 'a840410000000001')).body.data;
    await addDevice(connector, 'sensor 17');
    const save = () =>
      server.call(updateConnector, { params: { id }, body: { mutator: mappingOf() as never } }, { as: user });
    const refused = await save();
    expect([refused.status, refused.body.code]).toEqual([409, 'BRIDGE_IDS_EQUAL']);
    await server.database.pool.query("update devices set external_id = 'other' where twin_id = $1", [twin.id]);
    expect((await save()).status).toBe(200);
    const { rows } = await server.database.pool.query<{ external_id: string }>(
      'select external_id from devices where connector_id = $1 order by external_id',
      [id],
    );
    expect(rows.map(({ external_id }) => external_id).sort()).toEqual(['A840410000000001', 'other', 'sensor 17']);
    expect((await post(connector, { eui: 'a840410000000001', data: { n: 1 } })).body.data).toMatchObject({
      accepted: 1,
    });
    await expect.poll(async () => (await packetsOf(connector, first)).length).toBe(1);
  });

  const saveMapping = ({ id, user }: MadeConnector) =>
    server.call(updateConnector, { params: { id }, body: { mutator: mappingOf() as never } }, { as: user });

  it('replays messages that were listed under other spellings before the mapping was saved', async () => {
    const connector = await makeWebhook();
    const { id, user } = connector;
    for (const [n, spelling] of ['a8-40-41-00-00-00-00-09', 'a840410000000009', 'A840410000000009'].entries())
      await post(connector, { id: spelling, payload: { n } });
    await post(connector, { id: 'sensor 17', payload: 1 });
    // These messages are still in memory, and must be renamed as well.
    await post(connector, { id: 'a8:40:41:00:00:00:00:09', payload: { n: 3 } });
    expect((await saveMapping(connector)).status).toBe(200);
    const device = (await addDevice(connector, 'a8-40-41-00-00-00-00-09')).body.data;
    const unknown = await unknownOf(connector);
    expect(
      unknown.map(({ identifier, count, kept, hasDevice }) => [identifier, count, kept, hasDevice]).sort(),
    ).toEqual([
      ['A840410000000009', 4, 4, true],
      ['sensor 17', 1, 1, false],
    ]);
    const body = { identifier: 'A840410000000009' };
    const replayed = await server.call(replayUnknownId, { params: { id }, body }, { as: user });
    expect(replayed.body.data).toEqual({ replayed: 4 });
    await expect.poll(async () => (await packetsOf(connector, device)).length).toBe(4);
  });

  it('finds the states that name an EUI in any spelling, from before and after the mapping was saved', async () => {
    const connector = await makeWebhook();
    const { user } = connector;
    const twin = await server.make.twin({ account: user.account });
    const addState = (key: string, identifier: string) => {
      const config = { source: 'connector' as const, connectorId: connector.id, identifier, variable: 't' };
      return server.call(createState, { params: { id: twin.id }, body: { key, title: key, config } }, { as: user });
    };
    await addState('before', 'a8-40-41-00-00-00-00-08');
    await addState('other', 'sensor 17');
    await saveMapping(connector);
    await addState('after', 'a840410000000008');
    expect((await post(connector, { eui: 'a840410000000008', data: { t: 5 } })).body.data).toMatchObject({
      accepted: 1,
      dropped: 0,
    });
    const statesOf = async () =>
      (await server.call(listTwinStates, { params: { id: twin.id } }, { as: user })).body.data;
    await expect
      .poll(async () => (await statesOf()).map(({ key, value }) => [key, value]))
      .toEqual([
        ['before', 5],
        ['other', null],
        ['after', 5],
      ]);
    expect((await statesOf()).map(({ config }) => Reflect.get(config, 'identifier'))).toEqual([
      'A840410000000008',
      'sensor 17',
      'A840410000000008',
    ]);
  });

  it('reports unreadable messages with their index, and accepts the rest', async () => {
    const connector = await makeWebhook({ mutator: mappingOf({ only: { ...at('eui'), equals: null } }) });
    await addDevice(connector, 'AA01');
    const list = [
      { event: 'join' },
      { eui: 'aa01', data: 1 },
      { eui: 'aa01' },
      { eui: 'zz', data: 1 },
      { eui: 'AA-01', data: 2 },
    ];
    expect((await post(connector, list)).body.data).toMatchObject({
      accepted: 2,
      rejected: 2,
      dropped: 0,
      errors: [
        { index: 2, code: 'BRIDGE_MAPPING_PAYLOAD_MISSING', message: 'The message has no payload at “data”.' },
        { index: 3, code: 'BRIDGE_MAPPING_ID_NOT_HEX' },
      ],
    });
  });

  it.each(presets.map((preset) => [preset.title, preset] as const))(
    'accepts a message of %s',
    async (_title, preset) => {
      const connector = await makeWebhook({ mutator: { language: 'mapping', script: '', mapping: preset.mapping } });
      expect((await post(connector, preset.sample)).body.data).toMatchObject({ accepted: 0, rejected: 0, dropped: 1 });
      const [unknown] = await unknownOf(connector);
      expect((await addDevice(connector, unknown?.identifier ?? '')).status).toBe(201);
      expect((await post(connector, preset.sample)).body.data).toMatchObject({ accepted: 1, rejected: 0, dropped: 0 });
    },
  );

  it('is stored unchanged, previewed without saving, and refused if it is invalid', async () => {
    const connector = await makeWebhook({ mutator: mappingOf() });
    const { id, user } = connector;
    const read = (await server.call(readConnector, { params: { id } }, { as: user })).body.data;
    expect(read.mutator).toMatchObject({
      language: 'mapping',
      mapping: { id: { path: ['eui'], format: 'eui' }, items: null },
    });
    const { body } = await server.call(
      testMutator,
      {
        body: {
          mutator: mappingOf() as never,
          message: {
            body: [
              { eui: 'aa01', data: 5 },
              { eui: 'zz', data: 1 },
            ],
          },
        },
      },
      { as: user, headers: english },
    );
    expect(body.data).toMatchObject({
      messages: [{ id: 'AA01', payload: 5, meta: {} }],
      refused: [
        { index: 1, code: 'BRIDGE_MAPPING_ID_NOT_HEX', message: '“zz” is no EUI: hexadecimal digits are expected.' },
      ],
      problem: null,
    });
    const tenantId = user.account.id;
    for (const mutator of [
      { language: 'mapping', script: '' },
      mappingOf({ id: { ...at('__proto__'), format: 'text' } }),
      mappingOf({ meta: Array.from({ length: 41 }, (_, n) => ({ ...at('x'), name: `m${n}`, format: 'value' })) }),
    ]) {
      const made = { name: 'x', tenantId, type: 'webhook-incoming', mutator };
      expect((await server.call(createConnector, { body: made as never }, { as: user })).status).toBe(400);
    }
  });
});

describe('GET /api/v1/webhook/{connectorId}', () => {
  const get = (url: string, more: string[] = []) => curl(url, '', ['-X', 'GET', ...more]);

  it('accepts the query as a message if it is switched on, and otherwise answers as to a wrong key', async () => {
    const sigfox = presets.find(({ id }) => id === 'sigfox');
    const mutator = { language: 'mapping', script: '', mapping: sigfox?.mapping };
    const off = await makeWebhook({ mutator });
    const on = await makeWebhook({ mutator, options: { allowGet: true } });
    await addDevice(on, '1CB8A7');
    const query = 'device=1cb8a7&time=1772435704&data=0100c8&seqNumber=5';
    const call = (connector: MadeConnector, key = connector.generated.key) =>
      get(`${urlOf(connector)}?auth=${key}&${query}`);
    expect((await call(off)).status).toBe(401);
    expect((await call(on, 'wrong')).status).toBe(401);
    const { status, body } = await call(on);
    expect([status, body.data]).toEqual([202, { accepted: 1, rejected: 0, dropped: 0, errors: [] }]);
    expect((await fetch(`${urlOf(on)}?auth=${on.generated.key}&${query}`, { method: 'HEAD' })).status).toBe(404);
    const { rows } = await server.database.pool.query<{ content: string }>(
      'select content from packets where connector_id = $1',
      [on.id],
    );
    expect(rows.map(({ content }) => JSON.parse(content))).toEqual([
      { payload: '0100c8', meta: { sigfox: { seqNumber: 5 } }, time: 1_772_435_704_000 },
    ]);
    expect(JSON.stringify(rows)).not.toContain(on.generated.key);
  });
});

describe('the time of a message', () => {
  it.each(['12345', 'sensor 5', '2026', 'yesterday'])(
    '“%s” is refused before it is counted as accepted',
    async (time) => {
      const connector = await makeWebhook();
      await addDevice(connector, 'clock');
      expect((await post(connector, { id: 'clock', payload: 1, time })).body.data).toMatchObject({
        accepted: 0,
        rejected: 1,
        errors: [{ index: 0, code: 'PACKET_TIME_INVALID' }],
      });
    },
  );
});
