import { listConnectors, updateConnector } from '@stellwerk/contract/connector';
import { listDevices } from '@stellwerk/contract/device';
import { createFleet, deleteFleet, listFleetProfiles, listFleets, updateFleet } from '@stellwerk/contract/fleet';
import { cancelJob } from '@stellwerk/contract/job';
import { listTwinStates } from '@stellwerk/contract/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeConnector } from '../../../test/connectors/rig.ts';
import type { TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/server.ts';
import { ended, makeFleet, read, startField, stopField } from './testing/fleets.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startField();
});
afterAll(() => stopField(server));

const manager = (permissions = ['all.manage']): Promise<TestUser> => server.make.user({ permissions });

const count = async (text: string, values: unknown[] = []): Promise<number> => {
  const { rows } = await server.database.pool.query<{ count: number }>(`select count(*)::int as count ${text}`, values);
  return rows[0]?.count ?? 0;
};

async function readyFleet(user: TestUser, fields: Record<string, unknown> = {}) {
  const made = await makeFleet(server, user, fields);
  expect(made.status).toBe(202);
  const { id, jobId } = made.body.data;
  expect(await ended(server, user, jobId)).toMatchObject({ state: 'done', type: 'fleet-create' });
  return read(server, user, id);
}

const sentOf = async (user: TestUser, id: number) => (await read(server, user, id)).sent;

describe('a fleet', () => {
  it('makes its devices, sends real packets that become values, and leaves nothing behind', async () => {
    const user = await manager(['VirtualDevice.manage', 'DigitalTwin.read', 'DigitalTwinStates.read']);
    const fleet = await readyFleet(user, { deviceCount: 30 });
    expect(fleet).toMatchObject({ state: 'ready', isRunning: true, deviceCount: 30, problem: null });

    const devices = await server.call(listDevices, { query: { tenantId: user.account.id } }, { as: user });
    expect(devices.body.total).toBe(30);
    expect(devices.body.data[0]).toMatchObject({ title: 'EM300-TH 00001', externalId: `fleet-${fleet.id}-00001` });

    await expect.poll(() => sentOf(user, fleet.id), { timeout: 15_000 }).toBeGreaterThan(30);
    const deviceId = devices.body.data[0]?.id ?? 0;
    const values = async () => {
      const { body } = await server.call(listTwinStates, { params: { id: deviceId } }, { as: user });
      return new Map(body.data.map(({ key, value }) => [key, value]));
    };
    await expect.poll(async () => (await values()).get('temperature'), { timeout: 15_000 }).toEqual(expect.any(Number));

    const removal = await server.call(deleteFleet, { params: { id: fleet.id } }, { as: user });
    expect(removal.status).toBe(202);
    expect(await ended(server, user, removal.body.data.jobId)).toMatchObject({ state: 'done', errorCount: 0 });
    expect((await server.call(listFleets, { query: {} }, { as: user })).body.total).toBe(0);
    for (const table of ['twins', 'connectors', 'drivers', 'fleets']) {
      expect(await count(`from ${table} where account_id = $1`, [user.account.id]), table).toBe(0);
    }
    expect(await count('from packets where account_id = $1', [user.account.id])).toBe(0);
  });

  it('follows a change of its pace at once, and stops and goes on when told', async () => {
    const user = await manager();
    const fleet = await readyFleet(user, { intervalSeconds: 86_400, deviceCount: 2 });
    const change = async (fields: object) => {
      const { revision } = await read(server, user, fleet.id);
      return server.call(updateFleet, { params: { id: fleet.id }, body: { ...fields, revision } }, { as: user });
    };
    expect(await sentOf(user, fleet.id)).toBe(0);
    expect((await change({ intervalSeconds: 1 })).body.data).toMatchObject({ intervalSeconds: 1 });
    await expect.poll(() => sentOf(user, fleet.id), { timeout: 10_000 }).toBeGreaterThan(0);

    expect((await change({ isRunning: false })).body.data).toMatchObject({ isRunning: false });
    const packets = () => count('from packets where account_id = $1', [user.account.id]);
    const before = await packets();
    const other = await readyFleet(user, { name: 'Other', deviceCount: 2 });
    await expect.poll(() => sentOf(user, other.id), { timeout: 10_000 }).toBeGreaterThan(4);
    const ofOthers = await count("from packets where account_id = $1 and identifier like 'fleet-' || $2 || '-%'", [
      user.account.id,
      other.id,
    ]);
    expect((await packets()) - ofOthers).toBe(before);

    await change({ isRunning: true });
    const stoppedAt = await sentOf(user, fleet.id);
    await expect.poll(() => sentOf(user, fleet.id), { timeout: 10_000 }).toBeGreaterThan(stoppedAt);
  });

  it('says why it sends nothing while its connector is switched off, and goes on by itself', async () => {
    const user = await manager();
    const fleet = await readyFleet(user);
    const connectorId = fleet.connector?.id ?? 0;
    await expect.poll(() => sentOf(user, fleet.id), { timeout: 10_000 }).toBeGreaterThan(0);
    const setActive = (active: boolean) =>
      server.call(updateConnector, { params: { id: connectorId }, body: { active } }, { as: user });
    await setActive(false);
    const problem = async () => (await read(server, user, fleet.id)).problem;
    await expect
      .poll(problem, { timeout: 10_000 })
      .toMatchObject({ code: 'FLEET_CONNECTOR_DISABLED', message: expect.stringMatching(/Konnektor/) });
    await setActive(true);
    await expect.poll(problem, { timeout: 10_000 }).toBeNull();
    const before = await sentOf(user, fleet.id);
    await expect.poll(() => sentOf(user, fleet.id), { timeout: 10_000 }).toBeGreaterThan(before);
  });

  it('sends through a given MQTT broker, which stays when the fleet goes', async () => {
    const user = await manager();
    const { id: connectorId } = await makeConnector(server, { type: 'mqtt-broker' }, user);
    const fleet = await readyFleet(user, { connectorId });
    await expect.poll(() => sentOf(user, fleet.id), { timeout: 10_000 }).toBeGreaterThan(5);
    await expect
      .poll(() => count('from packets where connector_id = $1 and device_id is not null', [connectorId]))
      .toBeGreaterThan(5);
    const { body } = await server.call(deleteFleet, { params: { id: fleet.id } }, { as: user });
    await ended(server, user, body.data.jobId);
    const left = await server.call(listConnectors, { query: { tenantId: user.account.id } }, { as: user });
    expect(left.body.data.map(({ id }) => id)).toEqual([connectorId]);
  });

  it('goes on after a restart', async () => {
    const user = await manager();
    const fleet = await readyFleet(user, { deviceCount: 3 });
    await expect.poll(() => sentOf(user, fleet.id), { timeout: 10_000 }).toBeGreaterThan(0);
    await server.field.simulator.stop();
    const packets = () => count('from packets where account_id = $1', [user.account.id]);
    const before = await packets();
    await server.field.simulator.start();
    await expect.poll(packets, { timeout: 10_000 }).toBeGreaterThan(before);
  });

  it('shares its driver with the next one of the same make; the last one takes it along', async () => {
    const user = await manager();
    const drivers = () => count('from drivers where account_id = $1', [user.account.id]);
    const first = await readyFleet(user, { name: 'First' });
    const second = await readyFleet(user, { name: 'Second' });
    expect(await drivers()).toBe(1);
    for (const [{ id }, left] of [
      [first, 1],
      [second, 0],
    ] as const) {
      const { body } = await server.call(deleteFleet, { params: { id } }, { as: user });
      await ended(server, user, body.data.jobId);
      expect(await drivers()).toBe(left);
    }
  });

  it('leaves nothing half when its making is canceled', async () => {
    const user = await manager();
    const made = await makeFleet(server, user, { deviceCount: 5_000, intervalSeconds: 3_600 });
    const { jobId } = made.body.data;
    const devices = () => count("from twins where account_id = $1 and category = 'virtualDevice'", [user.account.id]);
    await expect.poll(devices, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0);
    await server.call(cancelJob, { params: { id: jobId } }, { as: user });
    expect(await ended(server, user, jobId)).toMatchObject({ state: 'canceled' });
    for (const table of ['twins', 'connectors', 'drivers', 'fleets']) {
      expect(await count(`from ${table} where account_id = $1`, [user.account.id]), table).toBe(0);
    }
  });

  it('says that it is incomplete when its making was canceled before it began, and can be deleted', async () => {
    const user = await manager();
    const cancel = (id: number) => server.call(cancelJob, { params: { id } }, { as: user });
    // Only one is made at a time: the second one waits.
    const first = await makeFleet(server, user, { name: 'First', deviceCount: 5_000, intervalSeconds: 3_600 });
    const second = await makeFleet(server, user, { name: 'Second' });
    const { id, jobId } = second.body.data;
    expect((await cancel(jobId)).body.data).toMatchObject({ state: 'canceled', startedAt: null });
    const incomplete = {
      ...{ state: 'making', progress: null, abilities: { delete: true } },
      problem: { code: 'FLEET_INCOMPLETE', message: expect.stringContaining('Löschen Sie die Flotte') },
    };
    expect(await read(server, user, id)).toMatchObject(incomplete);
    // Jobs are forgotten after a while.
    await server.database.pool.query('delete from jobs where id = $1', [jobId]);
    expect(await read(server, user, id)).toMatchObject(incomplete);

    const { body } = await server.call(deleteFleet, { params: { id } }, { as: user });
    expect(await ended(server, user, body.data.jobId)).toMatchObject({ state: 'done', errorCount: 0 });
    expect(await count('from fleets where id = $1', [id])).toBe(0);
    expect(await count("from twins where account_id = $1 and title = 'Second'", [user.account.id])).toBe(0);
    await cancel(first.body.data.jobId);
    await ended(server, user, first.body.data.jobId);
  });
});

describe('POST /api/v1/simulator/fleets', () => {
  it('answers 400 for a model that it does not know, a connector that takes no messages, and too high a pace', async () => {
    const user = await manager();
    const codeOf = async (fields: object) => {
      const { status, body } = await makeFleet(server, user, { ...fields });
      return [status, body.code];
    };
    expect(await codeOf({ profile: 'nobody-knows' })).toEqual([400, 'FLEET_PROFILE_UNKNOWN']);
    expect(await codeOf({ deviceCount: 501 })).toEqual([400, 'FLEET_TOO_FAST']);
    const other = { type: 'mqtt-incoming', active: false, options: { url: 'mqtt://example.org', topics: ['a/#'] } };
    const { id: connectorId } = await makeConnector(server, other, user);
    expect(await codeOf({ connectorId })).toEqual([400, 'FLEET_CONNECTOR_UNSUITABLE']);
    expect((await server.call(listFleets, { query: {} }, { as: user })).body.total).toBe(0);
  });

  it('is listed by the words of its name in any order', async () => {
    const user = await manager();
    for (const name of ['Nord Rooms', 'Süd Rooms']) {
      await makeFleet(server, user, { name, deviceCount: 1, intervalSeconds: 86_400 });
    }
    const list = async (query: object) =>
      (await server.call(listFleets, { query }, { as: user })).body.data.map(({ name }) => name);
    expect(await list({ sort: '-name' })).toEqual(['Süd Rooms', 'Nord Rooms']);
    expect(await list({ search: 'rooms NORD' })).toEqual(['Nord Rooms']);
    expect(await list({ search: 'rooms west' })).toEqual([]);
  });

  it('answers 409 at the name when a twin is called like it', async () => {
    const user = await manager();
    await server.make.twin({ account: user.account, title: 'Rooms' });
    const { status, body } = await makeFleet(server, user);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'DTWIN_CREATE_DUPLICATE_ENTRY', issues: [{ path: 'name', code: 'taken' }] });
  });

  it('answers 404 for an account and for a connector of others, and 403 without the permission', async () => {
    const [user, stranger] = [await manager(), await manager()];
    expect((await makeFleet(server, user, { tenantId: stranger.account.id })).body.code).toBe('ACCOUNT_NOT_FOUND');
    const { id: connectorId } = await server.make.connector({ account: stranger.account });
    expect((await makeFleet(server, user, { connectorId })).body.code).toBe('BRIDGE_NOT_FOUND');
    const reader = await server.make.user({ account: user.account, permissions: ['VirtualDevice.read'] });
    expect((await server.call(createFleet, { body: { ...(await bodyFor(reader)) } }, { as: reader })).status).toBe(403);
  });
});

const bodyFor = async ({ account }: TestUser) => ({
  tenantId: account.id,
  name: 'x',
  profile: 'milesight-em300-th',
  deviceCount: 1,
  intervalSeconds: 60,
});

describe('PATCH /api/v1/simulator/fleets/{id}', () => {
  it('answers 409 to whoever has not seen the last change, 400 to too high a pace, 404 to others', async () => {
    const [user, stranger] = [await manager(), await manager()];
    const { id, revision } = await readyFleet(user, { deviceCount: 501, intervalSeconds: 60 });
    const change = (body: object, as: TestUser) =>
      server.call(updateFleet, { params: { id }, body: { revision, ...body } }, { as });
    expect((await change({ revision: revision - 1, name: 'x' }, user)).body.code).toBe('FLEET_CHANGED_MEANWHILE');
    expect((await change({ intervalSeconds: 1 }, user)).body.code).toBe('FLEET_TOO_FAST');
    expect((await change({ name: 'x' }, stranger)).body.code).toBe('FLEET_NOT_FOUND');
    expect((await change({ name: 'Renamed' }, user)).body.data).toMatchObject({ name: 'Renamed' });
  });
});

describe('DELETE /api/v1/simulator/fleets/{id}', () => {
  it('answers 409 while a state elsewhere is computed from one of its', async () => {
    const user = await manager();
    const { id } = await readyFleet(user);
    const outside = await server.make.state({ account: user.account });
    await server.database.pool.query(
      `insert into state_sources (state_id, source_state_id)
       select $1, states.id from states join devices on devices.twin_id = states.twin_id
       where devices.external_id = $2 limit 1`,
      [outside.id, `fleet-${id}-00001`],
    );
    expect((await server.call(deleteFleet, { params: { id } }, { as: user })).body.code).toBe(
      'DTWIN_DELETE_STATES_AGGREGATED',
    );
    expect(await read(server, user, id)).toMatchObject({ state: 'ready' });
  });
});

describe('GET /api/v1/simulator/profiles', () => {
  it('reports what each model measures, and which connectors can be sent through', async () => {
    const { body } = await server.call(listFleetProfiles, {}, { as: await manager(['VirtualDevice.read']) });
    expect(body.data.connectorTypes).toEqual(expect.arrayContaining(['mqtt-broker', 'webhook-incoming']));
    const found = body.data.profiles.find(({ kind }) => kind === 'milesight-em300-th');
    expect(found).toMatchObject({ manufacturer: 'Milesight', model: 'EM300-TH' });
    expect(found?.states.map(({ key }) => key)).toContain('temperature');
  });
});
