import { newState } from '@stellwerk/contract/state';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { devices } from '../../src/features/devices/index.ts';
import { states } from '../../src/features/states/index.ts';
import { twinReferences } from '../../src/features/twins/index.ts';
import { addNewest } from '../../src/ingest/newest/index.ts';
import { newestValue } from '../../src/ingest/newest/testing/newest.fixture.ts';
import type { JsonValue } from '../../src/platform/history/history.ts';
import type { TestAccount, TestConnector, TestTwin } from '../factories.ts';
import { startTestServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.field.ingestion.start();
});
afterAll(() => server.close());

/** Two siblings below the account that owns the connector. */
async function makeFamily() {
  const parent = await server.make.account();
  const connector = await server.make.connector({ account: parent });
  const own = await server.make.account({ parent });
  const sibling = await server.make.account({ parent });
  return { parent, connector, own, sibling };
}

async function addState(twin: TestTwin, key: string, config: object): Promise<number> {
  const { db } = server.database;
  const plain = newState.parse({ key, title: key, valueType: 'number', config });
  const values = { ...plain, twinId: twin.id, source: plain.config.source, position: 0 };
  const [created] = await db.insert(states).values(values).returning({ id: states.id });
  if (!created) throw new Error('insert returned no row');
  await addNewest(db, [created.id]);
  return created.id;
}

/** A state of a plain twin of the account, fed by the messages of an identifier. */
async function listener(account: TestAccount, identifier: string): Promise<number> {
  const twin = await server.make.twin({ account });
  return addState(twin, 'value', { source: 'connector', identifier, variable: '' });
}

async function send(connector: TestConnector, message: JsonValue): Promise<void> {
  await server.field.ingestion.accept({ connectorId: connector.id, accountId: connector.account.id }, [message]);
  await server.field.ingestion.idle();
}

const currentOf = (stateId: number) => newestValue(server.database.db, stateId);

describe('a state that names an identifier on a connector of an account above', () => {
  it('takes the messages of a device of its own account, as does a state of the account above', async () => {
    const { parent, connector, own } = await makeFamily();
    const { externalId } = await server.make.device({ account: own, connector });
    const beside = await listener(own, externalId);
    const above = await listener(parent, externalId);
    await send(connector, { id: externalId, payload: 5 });
    expect([await currentOf(beside), await currentOf(above)]).toEqual([5, 5]);
  });

  it('gets nothing of the devices of a sibling and of the account above', async () => {
    const { parent, connector, own, sibling } = await makeFamily();
    for (const account of [sibling, parent]) {
      const { externalId } = await server.make.device({ account, connector });
      const spy = await listener(own, externalId);
      await send(connector, { id: externalId, payload: 5 });
      expect(await currentOf(spy)).toBeNull();
    }
  });

  it('is fed while no device has the identifier', async () => {
    const { connector, own, sibling } = await makeFamily();
    const state = await listener(own, 'meter');
    await send(connector, { id: 'meter', payload: 5 });
    await server.make.device({ account: sibling, connector, externalId: 'meter' });
    await send(connector, { id: 'meter', payload: 6 });
    expect(await currentOf(state)).toBe(5);
  });

  it('is fed by a device that has moved into its account, and no longer by one that has left', async () => {
    const { connector, own, sibling } = await makeFamily();
    const inner = await server.make.account({ parent: sibling });
    const { externalId } = await server.make.device({ account: inner, connector });
    const [before, after] = [await listener(sibling, externalId), await listener(own, externalId)];
    await send(connector, { id: externalId, payload: 5 });
    const path = `${own.scopePath}.${inner.scopeId}`;
    await server.database.pool.query('update scopes set path = $1::ltree where id = $2', [path, inner.scopeId]);
    await send(connector, { id: externalId, payload: 6 });
    expect([await currentOf(before), await currentOf(after)]).toEqual([5, 6]);
  });
});

describe('a device on a connector of an account above', () => {
  it('sends its values on to twins of its own account and below, not to those of others', async () => {
    const { parent, connector, own, sibling } = await makeFamily();
    const below = await server.make.account({ parent: own });
    const { db } = server.database;
    const targets: number[] = [];
    for (const account of [own, below, sibling, parent]) {
      const twin = await server.make.twin({ account });
      await db.insert(twinReferences).values({ twinId: twin.id, name: 'asset', value: 'HEAT-1', position: 0 });
      targets.push(await addState(twin, 'temperature', { source: 'datarouting' }));
    }
    const device = await server.make.device({ account: own, connector });
    await addState(device, 'temperature', { source: 'connector', identifier: '', variable: 'temperature' });
    const targetReference = { name: 'asset', value: 'HEAT-1' };
    await db.update(devices).set({ targetReference }).where(eq(devices.twinId, device.id));
    await send(connector, { id: device.externalId, payload: { temperature: 21 } });
    expect(await Promise.all(targets.map(currentOf))).toEqual([21, 21, null, null]);
  });
});
