import {
  commandConnector,
  deleteConnector,
  listConnectorLogs,
  listTraffic,
  resetConnectorState,
  validateConnector,
} from '@stellwerk/contract/connector';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectorCalls, nobodyThere } from '../../../test/connectors/calls.ts';
import { makeConnector, type Rig, startRig } from '../../../test/connectors/rig.ts';
import { secrets as secretTable } from '../../platform/secrets/secret.table.ts';
import { connectors } from './connector.table.ts';
import { writeState } from './status.store.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const english = { 'accept-language': 'en' };
const { admin, create, read, update } = connectorCalls(() => rig.server);

describe('one connector', () => {
  it('is unknown to other accounts', async () => {
    const { id } = await makeConnector(rig.server, { type: 'webhook-incoming' });
    const stranger = await admin();
    const as = { as: stranger };
    const answers = [
      await read(stranger, id),
      await update(stranger, id, { name: 'x' }),
      await rig.server.call(deleteConnector, { params: { id } }, as),
      await rig.server.call(listTraffic, { params: { id }, query: {} }, as),
      await rig.server.call(listConnectorLogs, { params: { id }, query: {} }, as),
      await rig.server.call(resetConnectorState, { params: { id }, body: {} }, as),
      await rig.server.call(commandConnector, { params: { id }, body: { command: 1 } }, as),
      await rig.server.call(validateConnector, { body: { id, type: 'webhook-incoming' } }, as),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'BRIDGE_NOT_FOUND']);
  });

  it('changes the given fields only', async () => {
    const { id, user } = await makeConnector(rig.server, { type: 'webhook-incoming', description: 'before' });
    const mutator = { language: 'jsonata', script: '{ "id": body.dev, "payload": body }' };
    const { status, body } = await update(user, id, { name: 'Renamed', mutator, deviceLimit: 5 });
    expect(status).toBe(200);
    expect(body.data.connector).toMatchObject({ name: 'Renamed', description: 'before', mutator, deviceLimit: 5 });
    expect(body.data.generated).toEqual({});
    expect(await update(user, id, { mutator: { language: 'jsonata', script: '(' } })).toMatchObject({
      status: 400,
      body: { code: 'BRIDGE_INVALID_MUTATOR_SCRIPT' },
    });
    expect(await update(user, id, { options: { surprise: 1 }, secrets: { other: 'x' } })).toMatchObject({
      status: 400,
      body: { code: 'BRIDGE_OPTIONS_INVALID' },
    });
  });

  it('removes optional secrets', async () => {
    const user = await admin();
    const options = await nobodyThere();
    const fields = { type: 'mqtt-incoming', options, active: false, secrets: { password: 'p', clientKey: 'k' } };
    const { id } = (await create(user, fields)).body.data.connector;
    const { body } = await update(user, id, { secrets: { clientKey: null } });
    expect(body.data.connector.secrets).toEqual(['password']);
    expect(await update(user, id, { secrets: { password: '' } })).toMatchObject({ status: 200 });
    expect((await read(user, id)).body.data.secrets).toEqual(['password']);
  });

  it('is not deleted while devices or rules use it, and leaves no secret behind', async () => {
    const { id, user } = await makeConnector(rig.server, { type: 'webhook-incoming' });
    const device = await rig.server.make.device({ account: user.account, connector: { id, account: user.account } });
    const commands = [{ type: 'webhook', connectorId: id, dtwinId: null, options: {} }];
    await rig.server.make.rule({ account: user.account, definition: { commands } });
    const remove = () => rig.server.call(deleteConnector, { params: { id } }, { as: user });
    expect(await remove()).toMatchObject({
      status: 409,
      body: { code: 'BRIDGE_IN_USE', params: { devices: 1, rules: 1, states: 0 } },
    });
    expect((await read(user, id)).body.data.deviceCount).toBe(1);
    await rig.server.database.pool.query('delete from devices where twin_id = $1', [device.id]);
    expect(await remove()).toMatchObject({ status: 409, body: { params: { devices: 0, rules: 1, states: 0 } } });
    await rig.server.database.pool.query('delete from twin_rules');
    expect(await remove()).toMatchObject({ status: 200, body: { data: { deleted: true } } });
    expect((await read(user, id)).status).toBe(404);
    const left = await rig.server.database.db
      .select()
      .from(secretTable)
      .where(eq(secretTable.owner, `connector/${id}`));
    expect(left).toEqual([]);
  });

  it('of a missing kind shows the reason, and can be renamed and deleted but not configured', async () => {
    const { id, user } = await makeConnector(rig.server, { type: 'webhook-incoming' });
    await rig.server.database.db.update(connectors).set({ type: 'gone' }).where(eq(connectors.id, id));
    expect((await read(user, id)).body.data).toMatchObject({ isUnknown: true, type: 'gone', endpoints: [] });
    expect((await update(user, id, { name: 'Old one', active: false })).status).toBe(200);
    expect(await update(user, id, { options: {} })).toMatchObject({
      status: 400,
      body: { code: 'BRIDGE_TYPE_UNKNOWN' },
    });
    expect((await rig.server.call(deleteConnector, { params: { id } }, { as: user })).status).toBe(200);
  });

  it('refuses commands that its kind can’t send', async () => {
    const { id, user } = await makeConnector(rig.server, { type: 'webhook-incoming' });
    const sent = await rig.server.call(commandConnector, { params: { id }, body: { command: {} } }, { as: user });
    expect(sent).toMatchObject({ status: 409, body: { code: 'BRIDGE_NO_COMMANDS' } });
  });

  it('keeps its last hundred changes of state', async () => {
    const { id, user } = await makeConnector(rig.server, { type: 'webhook-incoming' });
    const logs = async (limit?: number) =>
      (
        await rig.server.call(
          listConnectorLogs,
          { params: { id }, query: limit ? { limit } : {} },
          { as: user, headers: english },
        )
      ).body.data;
    await vi.waitFor(async () =>
      expect(await logs()).toMatchObject([{ state: 'connected', code: null, message: null }]),
    );
    for (let index = 0; index < 120; index += 1) {
      const reason = { code: 'BRIDGE_CONNECTION_FAILED', params: { reason: `no ${index}` } };
      await writeState(rig.server.database.db, { connectorId: id, state: 'error', reason });
    }
    expect(await logs()).toHaveLength(100);
    expect((await logs(1))[0]).toMatchObject({ state: 'error', message: 'The connection failed: no 119' });
    const { rows } = await rig.server.database.pool.query('select from connector_logs where connector_id = $1', [id]);
    expect(rows).toHaveLength(100);
    expect((await read(user, id)).body.data.stateReason?.code).toBe('BRIDGE_CONNECTION_FAILED');
  });

  it('is switched off and on by a reset', async () => {
    const { id, user } = await makeConnector(rig.server, { type: 'webhook-incoming' });
    const reset = (state: 'waiting' | 'disabled') =>
      rig.server.call(resetConnectorState, { params: { id }, body: { state } }, { as: user });
    expect((await reset('disabled')).body.data).toMatchObject({ active: false, state: 'disabled' });
    expect((await reset('waiting')).body.data).toMatchObject({ active: true });
    await vi.waitFor(async () => expect((await read(user, id)).body.data.state).toBe('connected'));
  });
});

describe('POST /api/v1/bridge/validate', () => {
  const validate = async (body: Record<string, unknown>) =>
    rig.server.call(validateConnector, { body: body as never }, { as: await admin(), headers: english });

  it('reports why data can’t work', async () => {
    const options = await nobodyThere();
    const { body } = await validate({ type: 'mqtt-incoming', options });
    expect(body.data).toMatchObject({ isValid: false, problem: { code: 'EGRESS_FAILED' } });
    const incomplete = await validate({ type: 'mqtt-incoming', options: { topics: ['a'] } });
    expect(incomplete.body.data.problem).toEqual({
      code: 'BRIDGE_OPTIONS_INVALID',
      message: 'The connector’s setting “url” is invalid.',
    });
    expect((await validate({ type: 'webhook-incoming' })).body.data).toEqual({ isValid: true, problem: null });
    expect(await validate({ type: 'nothing' })).toMatchObject({ status: 400, body: { code: 'BRIDGE_TYPE_UNKNOWN' } });
  });

  it.each(['mqtt://169.254.169.254', 'ws://10.0.0.1/mqtt', 'mqtts://[::ffff:10.0.0.1]', 'wss://192.168.1.1'])(
    'does not go where nobody may: %s',
    async (url) => {
      const { body } = await validate({ type: 'mqtt-incoming', options: { url, topics: ['#'] } });
      expect(body.data).toMatchObject({ isValid: false, problem: { code: 'EGRESS_DENIED' } });
    },
  );
});
