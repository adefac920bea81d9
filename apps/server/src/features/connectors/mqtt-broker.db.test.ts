import { listConnectorLogs, listTraffic, readConnector, updateConnector } from '@stellwerk/contract/connector';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { identifiersBy, type MadeConnector, makeConnector, type Rig, startRig } from '../../../test/connectors/rig.ts';
import { publish, publishLines, subscribe } from '../../../test/mosquitto.ts';
import { textSpellings } from '../../../test/spellings.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const waits = { timeout: 15_000, interval: 20 };
const message = (id: string) => JSON.stringify({ id, payload: { n: 1 } });
const upTo = (count: number) => Array.from({ length: count }, (_, index) => `d${String(index).padStart(3, '0')}`);
const stored = (made: MadeConnector, identifiers: readonly string[]) =>
  vi.waitFor(async () => expect(await identifiersBy(rig.server, made.id)).toEqual(identifiers), waits);

describe('mqtt-broker', () => {
  const asDevice = ({ id, generated }: MadeConnector) => ({
    port: rig.mqttPort,
    username: String(id),
    password: generated.password ?? '',
  });

  it.each([
    [0, '311'],
    [1, '311'],
    [2, '311'],
    [0, '5'],
    [1, '5'],
    [2, '5'],
  ] as const)('takes each message once with QoS %i of MQTT %s', async (qos, version) => {
    const made = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const names = upTo(300);
    const topic = `in/${made.id}/x`;
    await publishLines({ ...asDevice(made), topic, qos, messages: names.map(message), more: ['-V', version] });
    await stored(made, names);
  });

  it('sends downlinks to devices that listen, and reports if none does', async () => {
    const made = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const payload = Buffer.from('0a', 'hex');
    const downlink = {
      deviceId: 'dev',
      twinId: 1,
      port: 2,
      payload,
      confirmed: false,
      gatewayIds: ['g'],
      connectorData: null,
    };
    await expect(rig.server.connectors.sendDownlink(made.id, downlink)).rejects.toMatchObject({
      reason: { code: 'BRIDGE_NO_LISTENER', params: { topic: `out/${made.id}/dev` } },
    });
    const listener = subscribe({ ...asDevice(made), topic: `out/${made.id}/#`, count: 1 });
    await listener.ready;
    expect(await rig.server.connectors.sendDownlink(made.id, downlink)).toBe('sent');
    const { output } = await listener.ended;
    expect(output).toContain(`out/${made.id}/dev {"port":2,"payload":"0a","confirmed":false,"gatewayIds":["g"]}`);
  });

  it('lets devices of one account neither write to nor listen to another', async () => {
    const [own, foreign] = [
      await makeConnector(rig.server, { type: 'mqtt-broker' }),
      await makeConnector(rig.server, { type: 'mqtt-broker' }),
    ];
    const topic = `in/${foreign.id}`;
    await publish({ ...asDevice(own), topic, message: message('intruder'), more: ['--repeat', '1'] });
    const listener = subscribe({ ...asDevice(own), topic: `out/${foreign.id}/#`, count: 1 });
    const { output } = await listener.ended;
    expect(output).toMatch(/All subscription requests were denied|Subscribed \(mid: 1\): 128/);
    expect(await identifiersBy(rig.server, foreign.id)).toEqual([]);
  });

  it('accepts one spelling of a connector’s id as user name and in topics', async () => {
    const [own, foreign] = [
      await makeConnector(rig.server, { type: 'mqtt-broker' }),
      await makeConnector(rig.server, { type: 'mqtt-broker' }),
    ];
    const send = (username: string, topic: string) =>
      publish({ ...asDevice(own), username, topic, message: message('device') });
    for (const { id } of [own, foreign]) {
      for (const username of textSpellings(id)) {
        expect((await send(username, `in/${id}`)).code, JSON.stringify(username)).not.toBe(0);
      }
    }
    expect((await send(String(foreign.id), `in/${foreign.id}`)).code).not.toBe(0);
    expect((await send(String(own.id), `in/${own.id}`)).code).toBe(0);
    for (const id of textSpellings(foreign.id)) await send(String(own.id), `in/${id}`);
    expect(await identifiersBy(rig.server, foreign.id)).toEqual([]);
    await stored(own, ['device']);
  });

  it('refuses a list that is too long permanently, and continues', async () => {
    const made = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const topic = `in/${made.id}`;
    const long = await publish({ ...asDevice(made), topic, message: `[${'1,'.repeat(99_999)}1]` });
    const next = await publish({ ...asDevice(made), topic, message: message('next') });
    expect([long.code, next.code]).toEqual([0, 0]);
    await stored(made, ['next']);
    await rig.server.connectors.flush();
    const { body } = await rig.server.call(listTraffic, { params: { id: made.id }, query: {} }, { as: made.user });
    expect(body.data.map(({ reason }) => reason?.code)).toContain('WEBHOOK_TOO_MANY_MESSAGES');
  });

  it('disconnects devices when the password changes', async () => {
    const made = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const { body } = await rig.server.call(
      updateConnector,
      { params: { id: made.id }, body: { generate: ['password'] } },
      { as: made.user },
    );
    const topic = `in/${made.id}`;
    const old = await publish({ ...asDevice(made), topic, message: message('old') });
    const fresh = await publish({
      ...asDevice({ ...made, generated: body.data.generated }),
      topic,
      message: message('new'),
    });
    expect([old.code === 0, fresh.code]).toEqual([false, 0]);
    await stored(made, ['new']);
  });

  const logOf = async ({ id, user }: MadeConnector) => {
    await rig.server.connectors.flush();
    const call = { params: { id }, query: {} };
    const { body } = await rig.server.call(listConnectorLogs, call, { as: user, headers: { 'accept-language': 'en' } });
    return body.data.filter(({ state }) => state === 'refused').map(({ code, message: text }) => [code, text]);
  };

  it('shows refused sign-ins in the status log of their connector, one entry for each reason', async () => {
    const made = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const other = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const topic = `in/${made.id}`;
    const wrong = { ...asDevice(made), password: 'wrong-secret' };
    for (const name of upTo(3)) expect((await publish({ ...wrong, topic, message: name })).code).not.toBe(0);
    const text = 'Sign-in refused, because the password is wrong or missing. Attempts: 3, the last one from 127.0.0.1.';
    expect(await logOf(made)).toEqual([['BRIDGE_SIGN_IN_PASSWORD', text]]);
    await publish({ ...wrong, topic, message: 'again' });
    expect(await logOf(made)).toEqual([['BRIDGE_SIGN_IN_PASSWORD', text.replace('3', '4')]]);
    expect(await logOf(other)).toEqual([]);
    const { rows } = await rig.server.database.pool.query('select * from connector_logs');
    expect(JSON.stringify(rows)).not.toContain('wrong-secret');
  });

  it('only counts refused sign-ins that name no connector', async () => {
    const made = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const count = () => rig.server.database.pool.query("select from connector_logs where state = 'refused'");
    const before = (await count()).rowCount;
    await publish({ ...asDevice(made), username: '999999', topic: 'x', message: 'x' });
    await rig.server.connectors.flush();
    expect((await count()).rowCount).toBe(before);
  });

  it('reports the number of connected clients', async () => {
    const made = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const read = async () => {
      const { body } = await rig.server.call(readConnector, { params: { id: made.id } }, { as: made.user });
      return body.data;
    };
    expect(await read()).toMatchObject({ state: 'connected', hasConnection: false, clientCount: 0 });
    const listener = subscribe({ ...asDevice(made), topic: `out/${made.id}/#`, count: 1 });
    await listener.ready;
    expect(await read()).toMatchObject({ clientCount: 1 });
    listener.stop();
    await vi.waitFor(async () => expect(await read()).toMatchObject({ clientCount: 0 }), waits);
    await rig.server.call(updateConnector, { params: { id: made.id }, body: { active: false } }, { as: made.user });
    expect(await read()).toMatchObject({ clientCount: null });
    const webhook = await makeConnector(rig.server, { type: 'webhook-incoming' });
    const { body } = await rig.server.call(readConnector, { params: { id: webhook.id } }, { as: webhook.user });
    expect(body.data).toMatchObject({ hasConnection: false, clientCount: null });
  });

  it('sends a command with its QoS, and refuses one with retain', async () => {
    const made = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const listener = subscribe({ ...asDevice(made), topic: `out/${made.id}/#`, qos: 2, count: 1 });
    await listener.ready;
    const command = { topic: 'd', payload: 'on', qos: 2 };
    const answer = await rig.server.connectors.send(made.id, command);
    expect(answer).toEqual({ topic: `out/${made.id}/d`, qos: 2, receivers: 1 });
    expect((await listener.ended).output).toMatch(/received PUBLISH \(d0, q2, r0/);
    await expect(rig.server.connectors.send(made.id, { ...command, retain: true })).rejects.toMatchObject({
      reason: { code: 'BRIDGE_NO_RETAIN' },
    });
  });
});
