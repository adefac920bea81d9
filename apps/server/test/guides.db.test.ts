import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createOwnApiKey } from '@stellwerk/contract/api-key';
import { testMutator } from '@stellwerk/contract/connector';
import { createDevice } from '@stellwerk/contract/device';
import { createDriver, publishDriver } from '@stellwerk/contract/driver';
import { runParser } from '@stellwerk/contract/driver-workbench';
import { sendDownlink } from '@stellwerk/contract/packet';
import { listTwinStates } from '@stellwerk/contract/state';
import { searchHistory } from '@stellwerk/contract/state-history';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addressOf } from './connectors/peers.ts';
import { makeConnector, stateOf } from './connectors/rig.ts';
import type { TestUser } from './factories.ts';
import { blocksOf, createReader } from './guide-run.ts';
import { optionsOf } from './guide-shell.ts';
import { guideLanguages, readGuideFile } from './guides.ts';
import { freePort, publish, type Subscriber, subscribe } from './mosquitto.ts';
import { startTestServer, type TestServer } from './server.ts';

let server: TestServer;
let url: string;
let mqttPort: number;
beforeAll(async () => {
  mqttPort = await freePort();
  const listenerPorts = { MQTT_PORT: mqttPort };
  const config = { trustProxy: [], publicUrl: undefined, tls: undefined, metricsToken: undefined, listenerPorts };
  server = await startTestServer({ config });
  await server.field.ingestion.start();
  await server.connectors.start();
  await server.outbox.start();
  url = await addressOf(server);
});
afterAll(async () => {
  await server.outbox.stop();
  await server.connectors.stop();
  await server.close();
});

const waits = { timeout: 20_000, interval: 50 };

/** The driver of the first guide, with what the workbench makes of its script and its sample. */
async function makeDriver(user: TestUser): Promise<number> {
  const [script = ''] = blocksOf(readGuideFile('en', 'first-device'), 'js');
  const [sample = ''] = blocksOf(readGuideFile('en', 'first-device'), 'json');
  const parser = { type: 'javascript' as const, script };
  const packet = { payload: JSON.parse(sample) };
  const { body: parsed } = await server.call(runParser, { body: { parser, variables: [], packet } }, { as: user });
  const found = Object.keys(parsed.data.variables[0]?.values ?? {});
  expect(found).toEqual(['temperature', 'humidity']);
  const draft = { parser, variables: found.map((name) => ({ name })) };
  const body = { title: 'Room climate', accountId: user.account.id, draft };
  const created = await server.call(createDriver, { body }, { as: user });
  const { id } = created.body.data;
  expect((await server.call(publishDriver, { params: { id }, body: {} }, { as: user })).status).toBe(200);
  return id;
}

async function makeDevice(user: TestUser, connectorId: number, driverId: number, externalId: string): Promise<number> {
  const body = { title: externalId, externalId, connectorId, driverId, tenantId: user.account.id };
  const created = await server.call(createDevice, { body }, { as: user });
  expect(created.status).toBe(201);
  return created.body.data.id;
}

async function statesOf(user: TestUser, id: number) {
  const { body } = await server.call(listTwinStates, { params: { id } }, { as: user });
  return new Map(body.data.map((state) => [state.key, state]));
}

const becomes = (user: TestUser, deviceId: number, values: Record<string, unknown>) =>
  vi.waitFor(async () => {
    const states = await statesOf(user, deviceId);
    for (const [key, value] of Object.entries(values)) expect([key, states.get(key)?.value]).toEqual([key, value]);
  }, waits);

describe.each(guideLanguages)('what the guides (%s) tell to type', (language) => {
  it('brings the first device to its values', async () => {
    const user = await server.make.user({ permissions: ['all.manage'] });
    const connector = await makeConnector(server, { type: 'webhook-incoming' }, user);
    const deviceId = await makeDevice(user, connector.id, await makeDriver(user), 'sensor-1');
    const given = { URL: url, CONNECTOR: String(connector.id), KEY: connector.generated.key ?? '' };
    const reader = createReader({ given });
    await reader.follow(readGuideFile(language, 'first-device').blocks);
    expect(reader.calls()).toBe(3);
    await becomes(user, deviceId, { temperature: 21.5, humidity: 48 });
    const stateId = (await statesOf(user, deviceId)).get('temperature')?.id ?? 0;
    await vi.waitFor(async () => {
      const { body } = await server.call(searchHistory, { query: { stateId } }, { as: user });
      expect(body.data.points.map(({ value }) => value)).toEqual([21.5, 20.4, 19.8]);
    }, waits);
  });

  it('sends by MQTT, reshapes what comes, and hears downlinks', async () => {
    const guide = readGuideFile(language, 'mqtt');
    const user = await server.make.user({ permissions: ['all.manage'] });
    const connector = await makeConnector(server, { type: 'mqtt-broker' }, user);
    await vi.waitFor(async () => expect(await stateOf(server, connector)).toMatchObject({ state: 'connected' }), waits);
    const driverId = await makeDriver(user);
    const first = await makeDevice(user, connector.id, driverId, 'sensor-1');
    const second = await makeDevice(user, connector.id, driverId, 'sensor-2');
    let listener: Subscriber | undefined;
    const given = {
      HOST: '127.0.0.1',
      PORT: String(mqttPort),
      CONNECTOR: String(connector.id),
      PASSWORD: connector.generated.password ?? '',
    };
    const run = async (words: readonly string[]) => {
      const options = optionsOf(words);
      const option = (name: string) => options.get(name) ?? '';
      const client = {
        port: Number(option('-p')),
        topic: option('-t'),
        username: option('-u'),
        password: option('-P'),
      };
      expect(option('-h')).toBe('127.0.0.1');
      if (words[0] === 'mosquitto_pub') {
        const { code, output } = await publish({ ...client, qos: 1, message: option('-m') });
        expect([code, output]).toEqual([0, '']);
        return true;
      }
      if (words[0] !== 'mosquitto_sub') return false;
      listener = subscribe({ ...client, count: 1 });
      await listener.ready;
      return true;
    };
    await createReader({ given, run }).follow(guide.blocks);
    await becomes(user, first, { temperature: 21.7, humidity: 47 });
    await becomes(user, second, { temperature: 14.2, humidity: 63 });

    const body = { port: 1, payload: '01ff' };
    const sent = await server.call(sendDownlink, { params: { id: first }, body }, { as: user });
    expect(sent.status).toBe(201);
    const [shown = ''] = blocksOf(guide, 'json');
    const { output = '' } = (await listener?.ended) ?? {};
    expect(output).toContain(`out/${connector.id}/sensor-1 ${JSON.stringify(JSON.parse(shown))}`);

    const [script = ''] = blocksOf(guide, 'js');
    const message = { body: { t: 21.5 }, topic: `in/${connector.id}/sensor-1`, headers: {}, query: {} };
    const tried = await server.call(
      testMutator,
      { body: { mutator: { language: 'javascript', script }, message } },
      { as: user },
    );
    expect(tried.body.data).toMatchObject({
      problem: null,
      messages: [{ id: 'sensor-1', payload: { temperature: 21.5 } }],
    });
  });

  it('reads packets with each of the parsers', async () => {
    const user = await server.make.user({ permissions: ['all.manage'] });
    const { blocks } = readGuideFile(language, 'write-a-parser');
    for (let at = 0; at < blocks.length; at += 3) {
      const [script, packet, expected] = blocks.slice(at, at + 3).map(({ text }) => text);
      const body = {
        parser: { type: 'javascript' as const, script: script ?? '' },
        variables: [],
        packet: JSON.parse(packet ?? '{}'),
      };
      const { body: answer } = await server.call(runParser, { body }, { as: user });
      expect(answer.data).toMatchObject({ error: null, variables: [{ values: JSON.parse(expected ?? '{}') }] });
    }
    expect(blocks).toHaveLength(9);
  });

  it('uses the API from the key to the live values', async () => {
    const guide = readGuideFile(language, 'api');
    const user = await server.make.user({ permissions: ['all.manage'] });
    const { body } = await server.call(createOwnApiKey, { body: { title: 'guide' } }, { as: user });
    const reader = createReader({ given: { URL: url, API_KEY: body.data.key } });
    const [program = ''] = blocksOf(guide, 'js');
    const at = guide.blocks.findIndex(({ language: kind }) => kind === 'js');
    const [live, after] = [guide.blocks[at + 1], guide.blocks.slice(at + 2)];
    await reader.follow(guide.blocks.slice(0, at));
    expect(reader.calls()).toBe(10);

    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env: reader.environment() });
    onTestFinished(() => {
      child.kill();
    });
    const lines = createInterface({ input: child.stdout });
    const [subscribed] = await once(lines, 'line');
    expect(JSON.parse(subscribed)).toEqual(JSON.parse(reader.translate(live?.text ?? '')));
    const news = once(lines, 'line');
    const setting = guide.blocks.findIndex(({ text }) => text.includes('-X PUT'));
    await reader.follow(guide.blocks.slice(setting, setting + 2));
    expect(JSON.parse((await news)[0])).toMatchObject({ topic: JSON.parse(subscribed).subscribed });

    await reader.follow(after);
    expect(reader.calls()).toBe(12);
  });
});
