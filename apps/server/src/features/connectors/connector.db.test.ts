import { listConnectorConfigs, listConnectorKinds, listConnectors } from '@stellwerk/contract/connector';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectorCalls, nobodyThere } from '../../../test/connectors/calls.ts';
import { type Rig, startRig } from '../../../test/connectors/rig.ts';
import { secrets as secretTable } from '../../platform/secrets/secret.table.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { admin, create, read, update } = connectorCalls(() => rig.server);

describe('GET /api/v1/bridge/types', () => {
  it('describes the kinds to users who work with devices, and to nobody else', async () => {
    const reader = await rig.server.make.user({ permissions: ['VirtualDevice.read'] });
    const { body } = await rig.server.call(listConnectorKinds, {}, { as: reader });
    const known = ['mail-outgoing', 'mqtt-broker', 'mqtt-incoming', 'mqtt-outgoing', 'webhook-incoming'];
    const types = body.data.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining([...known, 'webhook-outgoing']));
    expect(types).toEqual(types.toSorted());
    const mqtt = body.data.find(({ type }) => type === 'mqtt-incoming');
    expect(mqtt).toMatchObject({ direction: 'both', identifier: 'text', version: 1 });
    expect(mqtt?.optionsSchema).toMatchObject({ type: 'object', required: ['url', 'topics'] });
    expect(mqtt?.secrets).toContainEqual({ name: 'password', required: false, generated: false });
    const stranger = await rig.server.make.user({ permissions: ['DigitalTwin.read'] });
    expect((await rig.server.call(listConnectorKinds, {}, { as: stranger })).status).toBe(403);
  });
});

describe('POST /api/v1/bridge', () => {
  it('generates keys, returns them once, and stores them encrypted', async () => {
    const user = await admin();
    const { status, body } = await create(user, { description: 'from the gate' });
    expect(status).toBe(201);
    const { connector, generated } = body.data;
    expect(connector).toMatchObject({
      name: 'A connector',
      description: 'from the gate',
      kind: 'incoming',
      isUnknown: false,
      tenantId: user.account.id,
      secrets: ['key'],
      capabilities: { devices: true, downlinks: false },
      endpoints: [{ name: 'url', value: `https://stellwerk.test/api/v1/webhook/${connector.id}` }],
    });
    expect(generated.key).toMatch(/^[0-9a-f]{64}$/);
    const again = await read(user, connector.id);
    expect(JSON.stringify(again.body)).not.toContain(generated.key);
    const rows = await rig.server.database.db
      .select()
      .from(secretTable)
      .where(eq(secretTable.owner, `connector/${connector.id}`));
    expect(rows.map(({ name }) => name)).toEqual(['key']);
    expect(JSON.stringify(rows)).not.toContain(generated.key);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['an unknown kind', { type: 'carrier-pigeon' }, 400, 'BRIDGE_TYPE_UNKNOWN'],
    ['a kind named like a part of objects', { type: '__proto__' }, 400, 'BRIDGE_TYPE_UNKNOWN'],
    ['no address', { type: 'mqtt-incoming', options: { topics: ['a'] } }, 400, 'BRIDGE_OPTIONS_INVALID'],
    ['a secret that it does not know', { secrets: { password: 'x' } }, 400, 'BRIDGE_OPTIONS_INVALID'],
    ['no name', { name: ' ' }, 400, 'VALIDATION_ERROR'],
    [
      'a mutator that does not compile',
      { mutator: { language: 'javascript', script: 'return {' } },
      400,
      'BRIDGE_INVALID_MUTATOR_SCRIPT',
    ],
    [
      'a transformation that does not compile',
      { mutator: { language: 'jsonata', script: '{ "id": ' } },
      400,
      'BRIDGE_INVALID_MUTATOR_SCRIPT',
    ],
  ])('refuses %s', async (_name, fields, status, code) => {
    expect(await create(await admin(), fields)).toMatchObject({ status, body: { code } });
  });

  it('names the invalid field', async () => {
    const { body } = await create(await admin(), {
      type: 'mqtt-incoming',
      options: { url: 'http://x', topics: ['a#'] },
    });
    expect(body).toMatchObject({ params: { field: 'url' } });
    expect((body as unknown as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual([
      'options.url',
      'options.topics.0',
    ]);
  });

  it('refuses a name that the account already has, in upper or lower case', async () => {
    const user = await admin();
    await create(user, {});
    expect(await create(user, { name: 'a CONNECTOR' })).toMatchObject({
      status: 409,
      body: { code: 'BRIDGE_DUPLICATE_NAME' },
    });
    expect((await create(await admin(), {})).status).toBe(201);
  });

  it('saves a connector that can’t connect only if it is switched off', async () => {
    const user = await admin();
    const fields = { type: 'mqtt-incoming', options: await nobodyThere() };
    const refused = await create(user, fields);
    expect(refused).toMatchObject({ status: 502, body: { code: 'BRIDGE_CONNECTION_FAILED' } });
    const { status, body } = await create(user, { ...fields, active: false });
    expect([status, body.data.connector.state]).toEqual([201, 'disabled']);
    expect(await update(user, body.data.connector.id, { options: fields.options, active: true })).toMatchObject({
      status: 502,
    });
  });

  it('creates nothing in other accounts', async () => {
    const [user, other] = [await admin(), await admin()];
    expect(await create(user, { tenantId: other.account.id })).toMatchObject({
      status: 404,
      body: { code: 'ACCOUNT_NOT_FOUND' },
    });
    const reader = await rig.server.make.user({ permissions: ['VirtualDevice.manage'] });
    expect((await create(reader, {})).status).toBe(403);
  });
});

describe('GET /api/v1/bridge', () => {
  it('lists those of the caller’s accounts, filtered and sorted', async () => {
    const user = await admin();
    const below = await rig.server.make.account({ parent: user.account });
    await create(user, { name: 'Beta' });
    await create(user, { name: 'alpha', type: 'mqtt-broker' });
    await create(user, { name: 'Gamma 100%', active: false, tenantId: below.id });
    await create(await admin(), { name: 'foreign' });
    const list = async (query: Record<string, unknown>) => {
      const { body } = await rig.server.call(listConnectors, { query }, { as: user });
      return body.data.map(({ name }) => name);
    };
    expect(await list({})).toEqual(['alpha', 'Beta', 'Gamma 100%']);
    expect(await list({ sort: '-name', limit: 2 })).toEqual(['Gamma 100%', 'Beta']);
    expect(await list({ types: 'mqtt-broker' })).toEqual(['alpha']);
    expect(await list({ state: 'disabled' })).toEqual(['Gamma 100%']);
    expect(await list({ search: '%' })).toEqual(['Gamma 100%']);
    expect(await list({ search: '100 GAM' })).toEqual(['Gamma 100%']);
    expect(await list({ tenantId: below.id })).toEqual(['Gamma 100%']);
    const reader = await rig.server.make.user({ account: user.account, permissions: ['VirtualDevice.read'] });
    expect((await rig.server.call(listConnectors, { query: {} }, { as: reader })).status).toBe(403);
  });
});

describe('GET /api/v1/bridge/configs', () => {
  it('offers those of the account and of the ones above, without their configuration', async () => {
    const top = await admin();
    const below = await rig.server.make.account({ parent: top.account });
    const reader = await rig.server.make.user({ account: below, permissions: ['VirtualDevice.read'] });
    await create(top, { name: 'above' });
    await create(top, { name: 'below', tenantId: below.id });
    const beside = await rig.server.make.account({ parent: top.account });
    await create(top, { name: 'beside', tenantId: beside.id });
    await create(await admin(), { name: 'foreign' });
    const { body } = await rig.server.call(listConnectorConfigs, { query: {} }, { as: reader });
    expect(body.data.map(({ name }) => name)).toEqual(['above', 'below']);
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(['capabilities', 'id', 'name', 'state', 'tenantId', 'type']);
    const own = await rig.server.call(listConnectorConfigs, { query: { tenantId: below.id } }, { as: top });
    expect(own.body.data.map(({ name }) => name)).toEqual(['above', 'below']);
    const foreign = await rig.server.call(listConnectorConfigs, { query: { tenantId: beside.id } }, { as: reader });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'ACCOUNT_NOT_FOUND' } });
  });
});
