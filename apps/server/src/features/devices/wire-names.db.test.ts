import { deviceTag } from '@stellwerk/contract/device';
import { updateTwin } from '@stellwerk/contract/twin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/server.ts';
import { createDeviceFixture, startDeviceServer } from './testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

const path = '/api/v1/virtualdevice/';
type Method = 'GET' | 'POST' | 'PUT';

/** A call as other programs make it, without the names of our contract. */
async function send(as: TestUser, method: Method, url: string, payload?: object) {
  const headers = { authorization: `Bearer ${as.token}`, 'accept-language': 'en' };
  const answer = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

const ownNames = ['externalId', 'connector', 'connectorId', 'driver', 'driverId', 'driverVersion', 'targetReference'];

/** A device on the third floor of a zone. */
async function installed() {
  const { user, account, connector } = await fixture.manager();
  const driver = await fixture.driver(account, []);
  const zone = await server.make.twin({ account, title: 'Harbour' });
  const floor = await server.make.twin({ parent: zone, title: 'Third floor' });
  const room = await server.make.twin({ parent: floor, title: 'Room' });
  const set = (id: number, body: { type: 'zone' | 'floor'; floorNumber?: number }) =>
    server.call(updateTwin, { params: { id }, body }, { as: user });
  await set(zone.id, { type: 'zone' });
  await set(floor.id, { type: 'floor', floorNumber: 3 });
  const made = await send(user, 'POST', path, {
    title: 'Probe',
    parentId: room.id,
    deviceId: 'probe-1',
    bridgeId: connector.id,
    deviceDriverId: driver.id,
    referenceId: { name: 'asset', value: 'A7' },
  });
  expect(made.status).toBe(201);
  return { user, connector, driver, made: made.body.data };
}

describe('the names of virtual devices on the wire', () => {
  it('are those of the specification in details and rows, and only those', async () => {
    const { user, connector, driver, made } = await installed();
    const expected = {
      deviceId: 'probe-1',
      bridge: { id: connector.id, type: 'plain' },
      deviceDriver: { id: driver.id, version: 1 },
      floorDtwin: { name: 'Third floor', number: 3 },
      zone: 'Harbour',
    };
    const read = await send(user, 'GET', `${path}${made.id}`);
    const list = await send(user, 'GET', path);
    const synchronised = await send(user, 'POST', `${path}${made.id}/synchronize/`);
    for (const device of [made, read.body.data, synchronised.body.data.device]) {
      expect(device).toMatchObject({ ...expected, referenceId: { name: 'asset', value: 'A7' } });
    }
    expect(list.body.data).toMatchObject([expected]);
    for (const device of [made, read.body.data, list.body.data[0]]) {
      expect(Object.keys(device).filter((name) => ownNames.includes(name))).toEqual([]);
    }
  });

  it('leave a device outside of floors and zones without one', async () => {
    const { user, connector } = await fixture.manager();
    const { id } = await fixture.create(user, connector);
    expect((await send(user, 'GET', `${path}${id}`)).body.data).toMatchObject({ floorDtwin: null, zone: null });
  });

  it('are taken by changes, filters and orders', async () => {
    const { user, connector, driver, made } = await installed();
    const changed = await send(user, 'PUT', `${path}${made.id}`, {
      deviceId: 'probe-2',
      deviceDriverVersion: 1,
      referenceId: null,
    });
    expect(changed.body.data).toMatchObject({ deviceId: 'probe-2', referenceId: null, followsDriver: false });
    const other = await fixture.create(user, connector, { externalId: 'aaa' });
    const ids = async (query: string) =>
      (await send(user, 'GET', `${path}?${query}`)).body.data?.map(({ id }: { id: number }) => id);
    expect(await ids('sort=deviceId')).toEqual([other.id, made.id]);
    expect(await ids('sort=-deviceId')).toEqual([made.id, other.id]);
    expect(await ids('order_by=deviceId%20desc')).toEqual([made.id, other.id]);
    expect(await ids(`deviceDriverId=${driver.id}`)).toEqual([made.id]);
    expect(await ids(`bridgeId=${connector.id}&limit=1&sort=deviceId`)).toEqual([other.id]);
    const clusters = await send(user, 'GET', `${path}geo-cluster-check?bridgeId=${connector.id}`);
    expect(clusters.body).toEqual({ data: { hasPlaces: false } });
  });

  it('make our own names unknown: 400 with the name', async () => {
    const { user, connector, driver, made } = await installed();
    const unknown = (name: string) => ({ issues: [{ path: name, code: 'unknown_key' }] });
    const values = { externalId: 'x', connectorId: connector.id, driverId: driver.id, targetReference: null };
    for (const [name, value] of Object.entries({ ...values, driverVersion: 1 })) {
      const changed = await send(user, 'PUT', `${path}${made.id}`, { title: 'changed', [name]: value });
      expect([changed.status, changed.body]).toMatchObject([400, { code: 'VALIDATION_ERROR', ...unknown(name) }]);
    }
    for (const name of ['connectorId', 'driverId']) {
      const listed = await send(user, 'GET', `${path}?${name}=${connector.id}`);
      expect([listed.status, listed.body]).toMatchObject([
        400,
        { code: 'PARAMETER_VALIDATION_ERROR', ...unknown(name) },
      ]);
    }
    for (const field of ['sort', 'order_by']) {
      const listed = await send(user, 'GET', `${path}?${field}=-externalId`);
      expect([listed.status, listed.body]).toMatchObject([400, { issues: [{ path: field, code: 'option' }] }]);
    }
    expect((await send(user, 'GET', `${path}${made.id}`)).body.data.title).toBe('Probe');
  });

  it('stand in the issues of refused values, too', async () => {
    const { user, connector } = await fixture.manager();
    const body = { title: 'a', tenantId: user.account.id, bridgeId: connector.id, deviceId: ' ' };
    const empty = await send(user, 'POST', path, body);
    expect([empty.status, empty.body]).toMatchObject([400, { issues: [{ path: 'deviceId', code: 'required' }] }]);
    expect(empty.body.message).toContain('deviceId: ');
    await send(user, 'POST', path, { ...body, deviceId: 'twice' });
    const twice = await send(user, 'POST', path, { ...body, deviceId: 'twice' });
    expect([twice.status, twice.body]).toMatchObject([409, { issues: [{ path: 'deviceId', code: 'taken' }] }]);
  });

  it('are used by all calls about virtual devices', async () => {
    const { paths } = (await server.app.inject('/api/v1/openapi.json')).json();
    const namesIn = (schema: unknown): string[] => {
      if (typeof schema !== 'object' || schema === null) return [];
      return Object.entries(schema).flatMap(([keyword, part]) => [
        ...(keyword === 'properties' ? Object.keys(part) : []),
        ...namesIn(part),
      ]);
    };
    const ours = Object.entries<Record<string, { tags: string[] }>>(paths).flatMap(([url, calls]) =>
      Object.values(calls)
        .filter(({ tags }) => tags.includes(deviceTag))
        .flatMap((call) => namesIn(call).filter((name) => ownNames.includes(name)))
        .map((name) => `${url} ${name}`),
    );
    expect(ours).toEqual([]);
  });

  it('stand in the OpenAPI document, ours do not', async () => {
    const { paths } = (await server.app.inject('/api/v1/openapi.json')).json();
    const { get, post } = paths[path];
    const parameters = new Map<string, { schema: { enum?: string[] } }>(
      get.parameters.map((each: { name: string }) => [each.name, each]),
    );
    expect([...parameters.keys()]).toEqual(expect.arrayContaining(['bridgeId', 'deviceDriverId']));
    expect(parameters.get('sort')?.schema.enum).toEqual(expect.arrayContaining(['deviceId', '-deviceId']));
    const { schema } = post.requestBody.content['application/json'];
    expect(schema.required).toEqual(expect.arrayContaining(['title', 'deviceId', 'bridgeId']));
    const { data } = post.responses['201'].content['application/json'].schema.properties;
    expect(Object.keys(data.properties)).toEqual(
      expect.arrayContaining(['deviceId', 'bridge', 'deviceDriver', 'zone']),
    );
    const named = [...parameters.keys(), ...Object.keys(schema.properties), ...Object.keys(data.properties)];
    expect(named.filter((name) => ownNames.includes(name))).toEqual([]);
  });
});
