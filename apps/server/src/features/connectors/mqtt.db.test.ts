import { listTraffic, updateConnector, validateConnector } from '@stellwerk/contract/connector';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  identifiersBy,
  type MadeConnector,
  makeConnector,
  type Rig,
  startRig,
  stateOf,
  storedBy,
} from '../../../test/connectors/rig.ts';
import {
  freePort,
  type Mosquitto,
  type MosquittoOptions,
  publish,
  publishLines,
  startMosquitto,
  subscribe,
} from '../../../test/mosquitto.ts';
import { textSpellings } from '../../../test/spellings.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { testCertificate } from '../../platform/egress/testing/certificate.ts';
import { createLog } from '../../platform/log/log.ts';

let rig: Rig;
beforeAll(async () => {
  const log = createLog('silent');
  const resolve = async () => [{ address: '127.0.0.1' }];
  rig = await startRig({ egress: createEgress({ allow: ['127.0.0.0/8'], resolve, log }) });
});
afterAll(() => rig.close());

const waits = { timeout: 15_000, interval: 20 };
const message = (id: string) => JSON.stringify({ id, payload: { n: 1 } });
const upTo = (count: number) => Array.from({ length: count }, (_, index) => `d${String(index).padStart(3, '0')}`);

async function broker(options: MosquittoOptions = {}): Promise<Mosquitto> {
  const started = await startMosquitto(options);
  onTestFinished(() => started.stop());
  return started;
}

const becomes = (made: MadeConnector, state: string, code: string | null = null) =>
  vi.waitFor(async () => expect(await stateOf(rig.server, made)).toEqual({ state, code }), waits);
const stored = (made: MadeConnector, identifiers: readonly string[]) =>
  vi.waitFor(async () => expect(await identifiersBy(rig.server, made.id)).toEqual(identifiers), waits);

/** A connector of the broker; switched off when the test ends, so that it does not look for a broker that is gone. */
async function connectorTo(port: number, options: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  const made = await makeConnector(rig.server, {
    type: 'mqtt-incoming',
    options: { url: `mqtt://127.0.0.1:${port}`, topics: ['up/#'], ...options },
    ...more,
  });
  onTestFinished(async () => {
    await rig.server.call(updateConnector, { params: { id: made.id }, body: { active: false } }, { as: made.user });
  });
  await becomes(made, 'connected');
  return made;
}

describe('mqtt-incoming', () => {
  it.each([
    [0, '3.1.1'],
    [1, '3.1.1'],
    [2, '3.1.1'],
    [1, '5'],
    [2, '5'],
  ] as const)('takes each message once, in order, with QoS %i of MQTT %s', async (qos, protocolVersion) => {
    const { port } = await broker();
    const made = await connectorTo(port, { qos, protocolVersion });
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    const messages = numbers.map((payload) => JSON.stringify({ id: 'one', payload }));
    await publishLines({ port, topic: 'up/x', qos, messages });
    await stored(made, Array(200).fill('one'));
    expect((await storedBy(rig.server, made.id)).map(({ payload }) => payload)).toEqual(numbers);
  });

  it('gets what came while it was away', async () => {
    const { port } = await broker();
    const made = await connectorTo(port);
    await rig.server.connectors.stop();
    await publish({ port, topic: 'up/x', message: message('meanwhile') });
    await rig.server.connectors.start();
    await stored(made, ['meanwhile']);
  });

  it('acknowledges nothing before it is stored: what had no room comes again after a crash', async () => {
    const { port } = await broker();
    const made = await connectorTo(port);
    rig.setFull(true);
    await publishLines({ port, topic: 'up/x', messages: upTo(50).map(message) });
    await rig.server.connectors.stop();
    rig.setFull(false);
    expect(await identifiersBy(rig.server, made.id)).toEqual([]);
    await rig.server.connectors.start();
    await stored(made, upTo(50));
  });

  it('comes back when its broker does', async () => {
    const port = await freePort();
    const first = await startMosquitto({ port });
    const made = await connectorTo(port);
    await first.stop();
    await becomes(made, 'error', 'EGRESS_FAILED');
    await broker({ port });
    await becomes(made, 'connected');
    await publish({ port, topic: 'up/x', message: message('back') });
    await stored(made, ['back']);
  });

  it('says that its name or password is wrong', async () => {
    const { port } = await broker({ users: { platform: 'right' } });
    const user = await rig.server.make.user({ permissions: ['all.manage'] });
    const check = async (password: string) => {
      const options = { url: `mqtt://127.0.0.1:${port}`, topics: ['a'], username: 'platform' };
      const body = { type: 'mqtt-incoming', options, secrets: { password } };
      return (await rig.server.call(validateConnector, { body }, { as: user })).body.data;
    };
    expect(await check('wrong')).toMatchObject({ isValid: false, problem: { code: 'BRIDGE_CREDENTIALS_REFUSED' } });
    expect(await check('right')).toEqual({ isValid: true, problem: null });
  });

  it('speaks TLS with brokers whose certificate it is told to trust, and with no others', async () => {
    const secure = await broker({
      lines: ['certfile {dir}/cert.pem', 'keyfile {dir}/key.pem'],
      files: { 'cert.pem': testCertificate.cert, 'key.pem': testCertificate.key },
    });
    const url = `mqtts://service.example.test:${secure.port}`;
    const made = await connectorTo(secure.port, { url, caCertificate: testCertificate.cert });
    expect(await stateOf(rig.server, made)).toMatchObject({ state: 'connected' });
    const body = { type: 'mqtt-incoming', options: { url, topics: ['a'] } };
    const { body: answer } = await rig.server.call(validateConnector, { body }, { as: made.user });
    expect(answer.data).toMatchObject({ isValid: false, problem: { code: 'EGRESS_FAILED' } });
  });

  it('speaks WebSocket', async () => {
    const open = await freePort();
    const { port } = await broker({
      lines: ['protocol websockets', `listener ${open} 127.0.0.1`, 'allow_anonymous true'],
    });
    const made = await connectorTo(port, { url: `ws://127.0.0.1:${port}/mqtt` });
    await publish({ port: open, topic: 'up/x', message: message('web') });
    await stored(made, ['web']);
  });

  it('sends downlinks to the topic that it is told', async () => {
    const { port } = await broker();
    const made = await connectorTo(port, { downlinkTopic: 'down/{deviceId}/cmd' });
    const listener = subscribe({ port, topic: 'down/#', count: 1 });
    await listener.ready;
    const payload = Buffer.from('01ff', 'hex');
    const downlink = {
      deviceId: 'a/b',
      twinId: 1,
      port: 9,
      payload,
      confirmed: true,
      gatewayIds: [],
      connectorData: null,
    };
    expect(await rig.server.connectors.sendDownlink(made.id, downlink)).toBe('sent');
    const { output } = await listener.ended;
    expect(output).toContain('down/a%2Fb/cmd {"port":9,"payload":"01ff","confirmed":true,"gatewayIds":[]}');
    const mute = await connectorTo(port);
    await expect(rig.server.connectors.sendDownlink(mute.id, downlink)).rejects.toMatchObject({
      reason: { code: 'BRIDGE_OPTIONS_INVALID', params: { field: 'downlinkTopic' } },
    });
  });
});

describe('mqtt-broker', () => {
  const asDevice = ({ id, generated }: MadeConnector) => ({
    port: rig.mqttPort,
    username: String(id),
    password: generated.password ?? '',
  });

  it.each([0, 1, 2] as const)('takes each message once with QoS %i', async (qos) => {
    const made = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const names = upTo(300);
    const topic = `in/${made.id}/x`;
    await publishLines({ ...asDevice(made), topic, qos, messages: names.map(message) });
    await stored(made, names);
  });

  it('sends downlinks to devices that listen, and says so where none does', async () => {
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

  it('knows a connector by one spelling of its id, as the name of the user and in topics', async () => {
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

  it('refuses a list that is too long once and for all, and goes on', async () => {
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

  it('throws devices out when the password changes', async () => {
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
});
