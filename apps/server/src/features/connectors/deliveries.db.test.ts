import { commandConnector, listDeliveries } from '@stellwerk/contract/connector';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { openHttpServer } from '../../../test/connectors/http-server.ts';
import { type MadeConnector, makeConnector, type Rig, startRig, stateOf } from '../../../test/connectors/rig.ts';
import { putOutbox } from '../../platform/outbox/outbox.store.ts';
import { addDeliveries } from './delivery.store.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const english = { 'accept-language': 'en' };

async function webhookTo(status: number) {
  const peer = await openHttpServer();
  peer.setAnswer(() => ({ status, body: '{"ticket":7}' }));
  onTestFinished(() => peer.close());
  const made = await makeConnector(rig.server, {
    type: 'webhook-outgoing',
    options: { url: `http://127.0.0.1:${peer.port}` },
  });
  await vi.waitFor(async () => expect(await stateOf(rig.server, made)).toMatchObject({ state: 'connected' }));
  return made;
}

async function deliveriesOf({ id, user }: MadeConnector, query: { outcome?: 'retry' } = {}) {
  const { body } = await rig.server.call(listDeliveries, { params: { id }, query }, { as: user, headers: english });
  return body.data;
}

const call = ({ id, user }: MadeConnector, command: Record<string, string | string[]>) =>
  rig.server.call(commandConnector, { params: { id }, body: { command } }, { as: user, headers: english });

it('shows messages sent by hand, with the response and without secrets', async () => {
  const made = await webhookTo(200);
  const { status, body } = await call(made, {
    path: '/alarms?api_key=geheim-1&place=cellar',
    headers: ['Authorization: geheim-2', 'X-Source: here'],
    body: 'hello',
  });
  expect([status, body]).toMatchObject([200, { data: { result: { status: 200, body: '{"ticket":7}' } } }]);
  const [delivery, ...others] = await deliveriesOf(made);
  expect(others).toEqual([]);
  expect(delivery).toMatchObject({ source: 'call', outcome: 'delivered', reason: null });
  expect(delivery?.answer).toContain('ticket');
  expect(delivery?.content).toContain('place=cellar');
  expect(delivery?.content).toContain('X-Source: here');
  expect(delivery?.content).not.toContain('geheim');
});

it('shows no secret that the other system sends back', async () => {
  const peer = await openHttpServer();
  peer.setAnswer(() => ({ status: 200, body: JSON.stringify(peer.received.at(-1)?.headers) }));
  onTestFinished(() => peer.close());
  const made = await makeConnector(rig.server, {
    type: 'webhook-outgoing',
    options: { url: `http://127.0.0.1:${peer.port}`, authorization: 'header', headerName: 'X-Device-Word' },
    secrets: { secret: 'geheim-and-long' },
  });
  await vi.waitFor(async () => expect(await stateOf(rig.server, made)).toMatchObject({ state: 'connected' }));
  const command = { path: '/a?sig=geheim-1&code=geheim-2', body: 'see https://me:geheim-3@host/ with Bearer geheim-4' };
  const { status, body } = await call(made, command);
  expect(status).toBe(200);
  expect(JSON.stringify(peer.received.at(-1)?.headers)).toContain('geheim-and-long');
  expect(JSON.stringify(body)).not.toContain('geheim');
  expect(JSON.stringify(body)).toContain('x-device-word');
  const [delivery] = await deliveriesOf(made);
  expect(JSON.stringify(delivery)).not.toContain('geheim');
});

it('shows why a message failed', async () => {
  const made = await webhookTo(404);
  expect((await call(made, { body: 'hello' })).status).toBe(502);
  const text = 'The other side answered with the HTTP status 404.';
  expect(await deliveriesOf(made)).toMatchObject([
    { source: 'call', outcome: 'failed', reason: { code: 'BRIDGE_HTTP_STATUS', message: text }, answer: null },
  ]);
});

it('shows waiting, retried and abandoned messages of rules', async () => {
  const made = await webhookTo(200);
  const { db, pool } = rig.server.database;
  const target = `connector/${made.id}`;
  const entry = (body: string) => {
    const payload = { executionId: 1, position: 0, type: 'webhook', options: { body } };
    return { target, key: body, kind: 'nobody-delivers-this', payload };
  };
  await putOutbox(db, [entry('one'), entry('two'), entry('three'), { ...entry('foreign'), target: 'connector/0' }]);
  const change = (key: string, set: string) =>
    pool.query(`update outbox set ${set} where target = $1 and key = $2`, [target, key]);
  const lost = `'{"code":"BRIDGE_CONNECTION_LOST","params":{}}'`;
  await change('two', `attempts = 3, waiting = true, next_at = '2030-01-01T00:00:00Z', last_error = ${lost}`);
  await change('three', `attempts = 9, parked_at = now(), last_error = ${lost}`);
  await rig.server.connectors.send(made.id, { body: 'four' });

  const found = (await deliveriesOf(made)).map(({ outcome, content, reason }) => [
    outcome,
    JSON.parse(content).body,
    reason?.code,
  ]);
  expect(found.sort()).toEqual([
    ['delivered', 'four', undefined],
    ['failed', 'three', 'BRIDGE_CONNECTION_LOST'],
    ['retry', 'two', 'BRIDGE_CONNECTION_LOST'],
    ['waiting', 'one', undefined],
  ]);
  expect(await deliveriesOf(made, { outcome: 'retry' })).toMatchObject([
    { attempts: 3, nextAt: '2030-01-01T00:00:00.000Z', source: 'rule' },
  ]);
});

it('keeps the last hundred of each connector, and none of a deleted one', async () => {
  const [made, other] = [await webhookTo(200), await webhookTo(200)];
  const delivery = (connectorId: number, content: string) => {
    return { connectorId, content, at: new Date(), source: 'call', answer: null, reason: null } as const;
  };
  const { db } = rig.server.database;
  await addDeliveries(db, [delivery(other.id, 'kept'), delivery(999_999_999, 'gone')]);
  await addDeliveries(
    db,
    Array.from({ length: 130 }, (_, index) => delivery(made.id, String(index))),
  );
  const contents = (await deliveriesOf(made)).map(({ content }) => Number(content));
  expect([contents.length, Math.min(...contents), Math.max(...contents)]).toEqual([100, 30, 129]);
  expect(await deliveriesOf(other)).toHaveLength(1);
});

it('is seen by administrators of the account only', async () => {
  const made = await webhookTo(200);
  const stranger = await rig.server.make.user({ permissions: ['all.manage'] });
  const { status } = await rig.server.call(listDeliveries, { params: { id: made.id }, query: {} }, { as: stranger });
  expect(status).toBe(404);
});
