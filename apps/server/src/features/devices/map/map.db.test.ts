import {
  breakOpenDeviceCluster,
  checkDeviceClusters,
  type deviceMapFilter,
  readDeviceClusters,
  readDeviceGeoHistory,
  readDeviceGeoMeta,
} from '@stellwerk/contract/device-map';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { setDeviceStatus } from '../../../ingest/newest/testing/newest.fixture.ts';
import { placeTwin, twins } from '../../twins/index.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

type Filter = z.input<typeof deviceMapFilter>;
const europe = { north: 60, south: 40, west: 0, east: 20 };
const content = async (as: TestUser, filter: Filter = {}, zoom = 12) =>
  (await server.call(readDeviceClusters, { query: { ...europe, zoom, ...filter } }, { as })).body.data;

/** Two devices side by side, one far away, one without a place, and a twin in their midst. */
async function places() {
  const { user, account, connector } = await fixture.manager();
  const at = (title: string, latitude: number, longitude: number, externalId: string) =>
    fixture.create(user, connector, { title, latitude, longitude, externalId });
  const near = await at('near', 50, 10, 'n1');
  const beside = await at('beside', 50.00001, 10.00001, 'n2');
  const far = await at('far', 52, 13, 'f1');
  await fixture.create(user, connector, { title: 'nowhere' });
  const twin = await server.make.twin({ account });
  await placeTwin(server.database.db, twin.id, { latitude: 50, longitude: 10, measuredAt: new Date() });
  return { user, account, connector, near, beside, far };
}

describe('the map of devices', () => {
  it('shows clusters and single devices, and no plain twins', async () => {
    const { user, far } = await places();
    const { clusters, twins: single, isCut } = await content(user);
    expect(clusters).toMatchObject([{ count: 2 }]);
    expect(single).toMatchObject([{ id: far.id, title: 'far', category: 'virtualDevice' }]);
    expect(isCut).toBe(false);
    const opened = await server.call(
      breakOpenDeviceCluster,
      { params: { id: clusters[0]?.id ?? '' }, query: {} },
      { as: user },
    );
    expect(opened.body.data.map(({ title }) => title)).toEqual(['beside', 'near']);
    expect(opened.body.total).toBe(2);
  });

  it('shows what the filters of the list leave', async () => {
    const { user, near, beside } = await places();
    await setDeviceStatus(server.database.db, near.id, { health: 3 });
    expect((await content(user, { health: 'error' })).twins).toMatchObject([{ id: near.id }]);
    expect((await content(user, { search: 'n2' })).twins).toMatchObject([{ id: beside.id }]);
    expect(await content(user, { search: 'n2', health: 'error' })).toMatchObject({ clusters: [], twins: [] });
    await server.database.db.update(twins).set({ disabled: true }).where(eq(twins.id, beside.id));
    expect((await content(user, { disabled: 'true' })).twins).toMatchObject([{ id: beside.id }]);
    const meta = await server.call(readDeviceGeoMeta, { query: { health: 'error' } }, { as: user });
    expect(meta.body.data).toMatchObject({ count: 1, bounds: { south: expect.closeTo(50, 4) } });
  });

  it('takes the options of the specification, and names one that it does not know', async () => {
    const { user, far } = await places();
    const options = JSON.stringify({ excludeZones: false, clusterDistance: 500, hideStatelessPolygons: false });
    expect((await content(user, { options })).twins).toMatchObject([{ id: far.id }]);
    expect((await content(user, { excludeZones: 'true', hideStatelessPolygons: 'true' })).twins).toHaveLength(1);
    const refused = await server.call(
      readDeviceClusters,
      { query: { ...europe, zoom: 12, options: '{"distance":1}' } },
      { as: user },
    );
    expect(refused.body).toMatchObject({ issues: [{ path: 'options.distance', code: 'unknown_key' }] });
  });

  it('reports how many have a place, and whether any has', async () => {
    const { user } = await places();
    const meta = await server.call(readDeviceGeoMeta, { query: {} }, { as: user });
    expect(meta.body.data).toMatchObject({
      count: 3,
      bounds: { north: expect.closeTo(52, 3), west: expect.closeTo(10, 3) },
    });
    const check = async (as: TestUser, query: Filter = {}) =>
      (await server.call(checkDeviceClusters, { query }, { as })).body.data.hasPlaces;
    expect([await check(user), await check(user, { search: 'nowhere' })]).toEqual([true, false]);
    const stranger = await server.make.user({ permissions: everything });
    expect(await check(stranger)).toBe(false);
    expect((await content(stranger)).clusters).toEqual([]);
  });

  it('is for readers of devices', async () => {
    const nobody = await server.make.user({ permissions: ['DigitalTwin.manage'] });
    for (const route of [readDeviceGeoMeta, checkDeviceClusters]) {
      expect((await server.call(route, { query: {} }, { as: nobody })).status).toBe(403);
    }
    const { status } = await server.call(readDeviceClusters, { query: { ...europe, zoom: 5 } }, { as: nobody });
    expect(status).toBe(403);
    const id = { id: '5-1-1-1' };
    expect((await server.call(breakOpenDeviceCluster, { params: id, query: {} }, { as: nobody })).status).toBe(403);
    const user = await server.make.user({ permissions: everything });
    const wrong = await server.call(readDeviceClusters, { query: { ...europe, zoom: 99 } }, { as: user });
    expect(wrong.status).toBe(400);
  });
});

describe('GET /api/v1/virtualdevice/{id}/geo-history', () => {
  it('reports where the device was, oldest first', async () => {
    const { user, near } = await places();
    const times = ['2026-01-01T10:00:00.000Z', '2026-01-01T11:00:00.000Z', '2026-01-03T00:00:00.000Z'];
    for (const [index, time] of times.entries()) {
      const place = { latitude: 50 + index, longitude: 10, measuredAt: new Date(time) };
      await placeTwin(server.database.db, near.id, place);
    }
    const query = { dateStart: '2026-01-01T00:00:00Z', dateEnd: '2026-01-02T00:00:00Z' };
    const call = (as: TestUser, id: number, given = query) =>
      server.call(readDeviceGeoHistory, { params: { id }, query: given }, { as });
    expect((await call(user, near.id)).body).toMatchObject({
      data: [
        { timestamp: times[0], latitude: 50 },
        { timestamp: times[1], latitude: 51 },
      ],
      total: 2,
    });
    const backwards = await call(user, near.id, { dateStart: query.dateEnd, dateEnd: query.dateStart });
    expect(backwards.body.code).toBe('HISTORY_SPAN_INVALID');
    const stranger = await server.make.user({ permissions: everything });
    expect((await call(stranger, near.id)).body.code).toBe('VDEVICE_NOT_FOUND');
  });
});
