import { deleteConnector } from '@stellwerk/contract/connector';
import { createState, findStateMessage, listTwinStates, updateState } from '@stellwerk/contract/state';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestConnector, TestTwin, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { recordUnknown } from '../../ingest/log/unknown.store.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import { states } from './state.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.field.ingestion.start();
});
afterAll(() => server.close());

async function place() {
  const user = await server.make.user({ permissions: ['DigitalTwin.write', 'all.manage'] });
  const twin = await server.make.twin({ account: user.account });
  return { user, twin, connector: await server.make.connector({ account: user.account }) };
}

const configOf = (connectorId: number | undefined, identifier: string, variable = '') => ({
  source: 'connector' as const,
  identifier,
  variable,
  ...(connectorId === undefined ? {} : { connectorId }),
});

const create = (as: TestUser, twin: TestTwin, key: string, config: ReturnType<typeof configOf>) =>
  server.call(createState, { params: { id: twin.id }, body: { key, title: key, config } }, { as });

async function send(connector: TestConnector, message: JsonValue): Promise<void> {
  await server.field.ingestion.accept({ connectorId: connector.id, accountId: connector.account.id }, [message]);
  await server.field.ingestion.idle();
}

/** Stores a message that no device or state takes, as the connector does once a second. */
async function keepUnknown({ id }: TestConnector, identifier: string, payload: JsonValue): Promise<void> {
  const receivedAt = Date.now();
  const message = { identifier, receivedAt, content: JSON.stringify({ payload, meta: {}, time: null }) };
  const batch = { identifier, count: 1, firstAt: receivedAt, lastAt: receivedAt, messages: [message] };
  await recordUnknown(server.database.db, id, [batch]);
}

async function valuesOf(as: TestUser, twin: TestTwin) {
  const { body } = await server.call(listTwinStates, { params: { id: twin.id } }, { as });
  return Object.fromEntries(body.data.map(({ key, value }) => [key, value]));
}

describe('a state with the source connector', () => {
  it('is written by the messages of its own connector alone', async () => {
    const { user, twin, connector } = await place();
    const other = await server.make.connector({ account: user.account });
    expect((await create(user, twin, 'mine', configOf(connector.id, 'meter', 't'))).status).toBe(201);
    expect((await create(user, twin, 'theirs', configOf(other.id, 'meter', 't'))).status).toBe(201);
    await send(other, { id: 'meter', payload: { t: 7 } });
    expect(await valuesOf(user, twin)).toEqual({ mine: null, theirs: 7 });
    await send(connector, { id: 'meter', payload: { t: 5 } });
    expect(await valuesOf(user, twin)).toEqual({ mine: 5, theirs: 7 });
  });

  it('names a connector that exists, that its author sees, and that delivers values', async () => {
    const { user, twin } = await place();
    const missing = await create(user, twin, 'a', configOf(undefined, 'meter'));
    expect(missing).toMatchObject({
      status: 400,
      body: {
        code: 'DTWINSTATE_MISSING_PARAMETER',
        params: { name: 'connectorId' },
        issues: [{ path: 'config.connectorId' }],
      },
    });
    const foreign = await server.make.connector();
    expect(await create(user, twin, 'a', configOf(foreign.id, 'meter'))).toMatchObject({
      status: 404,
      body: { code: 'BRIDGE_NOT_FOUND' },
    });
    const outgoing = await server.make.connector({ account: user.account, type: 'webhook-outgoing' });
    expect((await create(user, twin, 'a', configOf(outgoing.id, 'meter'))).body.code).toBe('BRIDGE_NO_STATES');
  });

  it('can’t name a connector of an account below, which the twin’s account never hears', async () => {
    const { user, twin } = await place();
    const below = await server.make.account({ parent: user.account });
    const connector = await server.make.connector({ account: below });
    expect((await create(user, twin, 'a', configOf(connector.id, 'meter'))).body.code).toBe('BRIDGE_NOT_FOUND');
    const child = await server.make.twin({ account: below });
    const above = await server.make.connector({ account: user.account });
    expect((await create(user, child, 'a', configOf(above.id, 'meter'))).status).toBe(201);
  });

  it('that was stored without a connector stays editable, and hears every connector of its account', async () => {
    const { user, twin, connector } = await place();
    const { body } = await create(user, twin, 'old', configOf(connector.id, 'meter'));
    const config = configOf(undefined, 'meter');
    await server.database.db.update(states).set({ config }).where(eq(states.id, body.data.id));
    const change = (next: object) =>
      server.call(
        updateState,
        { params: { id: twin.id, stateId: body.data.id }, body: { title: 'Old', ...next } },
        { as: user },
      );
    expect((await change({ config: { ...config, identifier: 'meter-2' } })).status).toBe(200);
    await send(await server.make.connector({ account: user.account }), { id: 'meter-2', payload: 3 });
    expect(await valuesOf(user, twin)).toEqual({ old: 3 });
    expect((await change({ config: configOf(connector.id, 'meter-2') })).status).toBe(200);
    expect((await change({ config })).body.code).toBe('DTWINSTATE_MISSING_PARAMETER');
  });

  it('keeps its connector from being deleted', async () => {
    const { user, twin, connector } = await place();
    await create(user, twin, 'a', configOf(connector.id, 'meter'));
    expect(await server.call(deleteConnector, { params: { id: connector.id } }, { as: user })).toMatchObject({
      status: 409,
      body: { code: 'BRIDGE_IN_USE', params: { devices: 0, rules: 0, states: 1 } },
    });
  });
});

describe('GET …/connector-message', () => {
  const find = (as: TestUser, twin: TestTwin, query: { connectorId: number; identifier: string }) =>
    server.call(findStateMessage, { params: { id: twin.id }, query }, { as });

  it('returns the newest message with this identifier', async () => {
    const { user, twin, connector } = await place();
    const query = { connectorId: connector.id, identifier: 'meter' };
    const messageOf = async () => (await find(user, twin, query)).body.data.message;
    expect(await messageOf()).toBeNull();
    await keepUnknown(connector, 'meter', { t: 1 });
    await keepUnknown(connector, 'other', { t: 2 });
    expect(await messageOf()).toMatchObject({ payload: { t: 1 } });
    await create(user, twin, 'fed', configOf(connector.id, 'meter', 't'));
    await send(connector, { id: 'meter', payload: { t: 3 } });
    expect(await messageOf()).toMatchObject({ payload: { t: 3 } });
  });

  it('leaves out what a device of another account sent, as the state would', async () => {
    const { user, connector } = await place();
    const [own, sibling] = [
      await server.make.account({ parent: user.account }),
      await server.make.account({ parent: user.account }),
    ];
    const author = await server.make.user({ account: own, permissions: ['DigitalTwin.write'] });
    const twin = await server.make.twin({ account: own });
    const foreign = await server.make.device({ account: sibling, connector });
    const mine = await server.make.device({ account: own, connector });
    for (const { externalId } of [foreign, mine]) await send(connector, { id: externalId, payload: 1 });
    const messageOf = async (identifier: string) =>
      (await find(author, twin, { connectorId: connector.id, identifier })).body.data.message;
    expect(await messageOf(foreign.externalId)).toBeNull();
    expect(await messageOf(mine.externalId)).toMatchObject({ payload: 1 });
  });

  it('is for those who may change the states, with a connector that they see', async () => {
    const { user, twin, connector } = await place();
    const query = { connectorId: connector.id, identifier: 'meter' };
    const reader = await server.make.user({ account: user.account, permissions: ['DigitalTwin.read'] });
    expect((await find(reader, twin, query)).status).toBe(403);
    const foreign = await server.make.connector();
    expect((await find(user, twin, { ...query, connectorId: foreign.id })).status).toBe(404);
  });
});
