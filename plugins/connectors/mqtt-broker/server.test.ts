import { createServer } from 'node:net';
import type { ConnectorContext, ConnectorServer, Reason } from '@stellwerk/plugin/connector-server';
import mqtt from 'mqtt';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testKindHost } from '../../../apps/server/test/connectors/kind-host.ts';
import { manifest } from './manifest.ts';
import { server as plugin } from './server.ts';

const log = { debug() {}, info() {}, warn() {} };
const nobody = async () => {
  throw new Error('not used here');
};

async function freePort(): Promise<{ port: number; free(): Promise<void> }> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, free: () => new Promise((resolve) => holder.close(() => resolve())) };
}

function create(mqttPort: number): ConnectorServer {
  const host = testKindHost(manifest, { ports: { MQTT_PORT: mqttPort } });
  const server = plugin.create(host);
  onTestFinished(() => server.close?.());
  return server;
}

/** A running connector; `failures` are the reasons that it reports. */
async function start(server: ConnectorServer, id: number) {
  const failures: (Reason | undefined)[] = [];
  const ctx: ConnectorContext = {
    connector: { id, accountId: 1, name: `c${id}`, createdAt: new Date(0) },
    options: {},
    secrets: { password: `secret-${id}` },
    log,
    signal: new AbortController().signal,
    egress: { check: nobody, connect: nobody, lookupFor: () => () => {}, request: nobody },
    receive: async () => ({ isFull: false, accepted: 1, dropped: 0, refused: [] }),
    setState: (_state, reason) => void failures.push(reason),
    noteRefusedSignIn() {},
    setClientCount() {},
    acceptHttp() {},
  };
  return { running: await server.start(ctx), failures };
}

async function connect(port: number, id: number): Promise<string | number> {
  const options = { reconnectPeriod: 0, username: String(id), password: `secret-${id}` };
  try {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options, false);
    await client.endAsync(true);
    return 'connected';
  } catch (error) {
    return (error as { code?: string | number }).code ?? String(error);
  }
}

describe('the kind of the broker', () => {
  it('listens when all connectors are known, and not before', async () => {
    const { port, free } = await freePort();
    await free();
    const server = create(port);
    await start(server, 1);
    expect(await connect(port, 1)).toBe('ECONNREFUSED');
    await start(server, 2);
    await server.open?.();
    expect([await connect(port, 1), await connect(port, 2)]).toEqual(['connected', 'connected']);
    await start(server, 3);
    expect(await connect(port, 3)).toBe('connected');
  });

  it('takes no port while there is no connector, and one with the first', async () => {
    const { port, free } = await freePort();
    await free();
    const server = create(port);
    await server.open?.();
    expect(await connect(port, 1)).toBe('ECONNREFUSED');
    await start(server, 1);
    expect(await connect(port, 1)).toBe('connected');
  });

  it('tells each connector when the port is taken, and listens once it is free', async () => {
    const { port, free } = await freePort();
    const server = create(port);
    const first = await start(server, 1);
    const second = await start(server, 2);
    await server.open?.();
    for (const { failures, running } of [first, second]) {
      expect(failures).toMatchObject([{ code: 'BRIDGE_CONNECTION_FAILED' }]);
      await running.stop();
    }
    await expect(start(server, 1)).rejects.toMatchObject({ reason: { code: 'BRIDGE_CONNECTION_FAILED' } });
    await free();
    await start(server, 1);
    expect(await connect(port, 1)).toBe('connected');
  });
});
