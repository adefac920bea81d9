import { createFleet, type Fleet, readFleet } from '@stellwerk/contract/fleet';
import { readJob } from '@stellwerk/contract/job';
import { expect } from 'vitest';
import { addressOf } from '../../../../test/connectors/peers.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { freePort } from '../../../../test/mosquitto.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';

/** The complete pipeline of a packet, over a real socket. */
export async function startField(overrides: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer({
    config: {
      trustProxy: [],
      publicUrl: undefined,
      tls: undefined,
      metricsToken: undefined,
      listenerPorts: { MQTT_PORT: await freePort() },
    },
    connectors: { pollMs: 200, retryDelaysMs: [50, 100] },
    ...overrides,
  });
  await addressOf(server);
  await server.jobs.start();
  await server.field.start();
  return server;
}

export async function stopField(server: TestServer): Promise<void> {
  await server.jobs.stop();
  await server.close();
}

export async function makeFleet(server: TestServer, user: TestUser, fields: Record<string, unknown> = {}) {
  const body = {
    tenantId: user.account.id,
    name: 'Rooms',
    profile: 'milesight-em300-th',
    deviceCount: 5,
    intervalSeconds: 1,
    ...fields,
  };
  return server.call(createFleet, { body }, { as: user });
}

export async function read(server: TestServer, user: TestUser, id: number): Promise<Fleet> {
  return (await server.call(readFleet, { params: { id } }, { as: user })).body.data;
}

export async function ended(server: TestServer, user: TestUser, jobId: number) {
  let job = (await server.call(readJob, { params: { id: jobId } }, { as: user })).body.data;
  await expect
    .poll(
      async () => {
        job = (await server.call(readJob, { params: { id: jobId } }, { as: user })).body.data;
        return job.finishedAt;
      },
      { timeout: 30_000, interval: 50 },
    )
    .not.toBeNull();
  return job;
}
