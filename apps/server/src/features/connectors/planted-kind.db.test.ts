import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConnector } from '@stellwerk/contract/connector';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { writePlugin } from '../../../../../scripts/new-plugin.ts';
import { root } from '../../../../../scripts/steps.ts';
import { conformanceRig, isConnected, readConformance, waits } from '../../../test/connectors/conformance.ts';
import { describeIncoming } from '../../../test/connectors/incoming-suite.ts';
import { type MadeConnector, makeConnector, type Rig, startRig, storedBy } from '../../../test/connectors/rig.ts';
import { freePort } from '../../../test/mosquitto.ts';
import { loadConfig } from '../../platform/config/config.ts';

const folder = await mkdtemp(join(tmpdir(), 'stellwerk-planted-'));
const written = writePlugin('connector', 'toy-sensor', folder);
await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
const pluginsDir = join(folder, 'plugins/connectors');
const sender = (await readConformance(pluginsDir)).get('toy-sensor')?.sender;
if (!sender) throw new Error('the new connector has no sender');
afterAll(() => rm(folder, { recursive: true }));

async function startWith(environment: Record<string, string>): Promise<Rig> {
  const { listenerPorts, trustProxy } = await loadConfig(environment, { pluginsDir });
  const config = { trustProxy, publicUrl: undefined, tls: undefined, metricsToken: undefined, listenerPorts };
  const rig = await startRig({ config, connectors: { pluginsDir, retryDelaysMs: [50] } });
  onTestFinished(() => rig.close());
  return rig;
}

async function holdUdp(port: number): Promise<() => Promise<void>> {
  const socket = createSocket('udp4').bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return () => new Promise((resolve) => socket.close(() => resolve()));
}

describe('a new connector over UDP', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig({ connectors: { pluginsDir, pollMs: 200, retryDelaysMs: [50] } });
  });
  afterAll(() => rig.close());

  it('lies in one folder', () => {
    expect(written.every((file) => file.startsWith('plugins/connectors/toy-sensor/'))).toBe(true);
    expect(rig.server.connectors.kinds.all().map(({ type }) => type)).toEqual(['toy-sensor']);
  });

  describeIncoming('toy-sensor', sender, () => rig);
});

describe('the setting of its port', () => {
  it('is read from the environment, and the port is free again after the stop', async () => {
    const port = await freePort();
    const rig = await startWith({ TOY_SENSOR_PORT: String(port) });
    const { connector, send } = await sender(conformanceRig(rig, 'toy-sensor', new Map()));
    expect(connector.endpoint('address')).toBe(`stellwerk.test:${port}`);
    expect(await send('{"id":"a","payload":{"t":21.5}}')).toBe(true);
    expect(await storedBy(rig.server, connector.id)).toEqual([{ identifier: 'a', payload: { t: 21.5 } }]);
    await expect(holdUdp(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await rig.server.connectors.stop();
    await (await holdUdp(port))();
  });

  it('has the default of the manifest, and is checked as settings of the server are', async () => {
    expect((await loadConfig({}, { pluginsDir })).listenerPorts).toEqual({ TOY_SENSOR_PORT: 40_000 });
    const load = (name: string, value: string) => loadConfig({ [name]: value }, { pluginsDir });
    await expect(load('TOY_SENSOR_PORT', '70000')).rejects.toThrow('Invalid environment value TOY_SENSOR_PORT');
    await expect(load('TOY_SENSOR_PROT', '1')).rejects.toThrow('Unknown environment variable TOY_SENSOR_PROT');
  });

  it('is named in the error if the port is in use, and the connector works once it is free', async () => {
    const port = await freePort();
    const release = await holdUdp(port);
    const rig = await startWith({ TOY_SENSOR_PORT: String(port) });
    const made: MadeConnector = await makeConnector(rig.server, { type: 'toy-sensor' });
    const reason = async () => {
      const { body } = await rig.server.call(readConnector, { params: { id: made.id } }, { as: made.user });
      return body.data.stateReason?.message;
    };
    await expect.poll(reason, waits).toContain(`127.0.0.1:${port} EADDRINUSE (TOY_SENSOR_PORT)`);
    await release();
    await isConnected(rig, made);
  });
});

describe('npm run new', () => {
  it('overwrites no existing file', () => {
    expect(() => writePlugin('connector', 'toy-sensor', folder)).toThrow(
      'There already: plugins/connectors/toy-sensor',
    );
  });
});
