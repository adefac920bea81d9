import { updateConnector, validateConnector } from '@stellwerk/contract/connector';
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

/** Creates a connector to the broker. Switched off after the test, so that it does not reconnect to a stopped broker. */
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

  it('receives messages that arrived while it was disconnected', async () => {
    const { port } = await broker();
    const made = await connectorTo(port);
    await rig.server.connectors.stop();
    await publish({ port, topic: 'up/x', message: message('meanwhile') });
    await rig.server.connectors.start();
    await stored(made, ['meanwhile']);
  });

  it('acknowledges messages only after they are stored: refused ones arrive again after a crash', async () => {
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

  it('reconnects when its broker is back', async () => {
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

  it('reports a wrong name or password', async () => {
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

  it('supports TLS with brokers whose certificate it is configured to trust, and with no others', async () => {
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

  it('supports WebSocket', async () => {
    const open = await freePort();
    const { port } = await broker({
      lines: ['protocol websockets', `listener ${open} 127.0.0.1`, 'allow_anonymous true'],
    });
    const made = await connectorTo(port, { url: `ws://127.0.0.1:${port}/mqtt` });
    await publish({ port: open, topic: 'up/x', message: message('web') });
    await stored(made, ['web']);
  });

  it('sends downlinks to the configured topic', async () => {
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

describe('mqtt-outgoing', () => {
  it.each([
    ['max_qos 1', 'qos'],
    ['retain_available false', 'retain'],
  ])('sends nothing weaker if the broker says “%s”', async (line, field) => {
    const { port } = await broker({ lines: [line] });
    const options = { url: `mqtt://127.0.0.1:${port}`, protocolVersion: '5' };
    const made = await makeConnector(rig.server, { type: 'mqtt-outgoing', options });
    await becomes(made, 'connected');
    const command = { topic: 'alarms', payload: 'x', qos: 2, retain: true };
    await expect(rig.server.connectors.send(made.id, command)).rejects.toMatchObject({
      reason: { code: 'BRIDGE_BROKER_LACKS', params: { field } },
      retry: { isFinal: true },
    });
    await becomes(made, 'connected');
  });

  it.each(['3.1.1', '5'])('sends a command of MQTT %s with its QoS and retain', async (protocolVersion) => {
    const { port } = await broker();
    const options = { url: `mqtt://127.0.0.1:${port}`, protocolVersion };
    const made = await makeConnector(rig.server, { type: 'mqtt-outgoing', options });
    await becomes(made, 'connected');
    const command = { topic: 'alarms', payload: 'x', qos: 2, retain: true };
    expect(await rig.server.connectors.send(made.id, command)).toEqual({ topic: 'alarms', qos: 2 });
    // The message was retained, so a later subscriber receives it.
    const { output } = await subscribe({ port, topic: 'alarms', qos: 2, count: 1 }).ended;
    expect(output).toMatch(/received PUBLISH \(d0, q2, r1/);
  });
});
