import { updateDevice } from '@stellwerk/contract/device';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../../test/server.ts';
import { setDeviceStatus } from '../../../ingest/newest/testing/newest.fixture.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { drivers, driverVersions } from '../../drivers/index.ts';
import { devices } from '../device.table.ts';
import { createDeviceFixture, startDeviceServer } from '../testing/devices.fixture.ts';
import { storePackets } from '../testing/packets.fixture.ts';
import { countDevices, driverDevices } from './uses.store.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

describe('what connectors and drivers are told of devices', () => {
  it('counts the devices of connectors', async () => {
    const { db } = server.database;
    const { user, connector } = await fixture.manager();
    await fixture.create(user, connector);
    await fixture.create(user, connector);
    const other = await server.make.connector();
    const counts = await countDevices(db, [connector.id, other.id]);
    expect([counts.get(connector.id), counts.get(other.id)]).toEqual([2, undefined]);
  });

  it('counts the devices of drivers and versions, and binds those that follow', async () => {
    const { db } = server.database;
    const { user, account, connector } = await fixture.manager();
    const driver = await fixture.driver(account, []);
    const [pinned, following] = [
      await fixture.create(user, connector, { driverId: driver.id }),
      await fixture.create(user, connector, { driverId: driver.id }),
    ];
    await server.call(updateDevice, { params: { id: pinned.id }, body: { driverVersion: 1 } }, { as: user });
    const [second] = await db
      .insert(driverVersions)
      .values({ driverId: driver.id, number: 2, parser: { type: 'none' }, publishedAt: new Date() })
      .returning({ id: driverVersions.id });
    // The draft is nobody's.
    await db.insert(driverVersions).values({ driverId: driver.id, number: 0, parser: { type: 'none' } });
    expect(await driverDevices.countByDriver(db, [driver.id], 'everybody')).toEqual(new Map([[driver.id, 2]]));
    expect(await driverDevices.countByVersion(db, driver.id, 'everybody')).toEqual(
      new Map([
        [driver.versionId, 1],
        [second?.id, 1],
      ]),
    );
    expect(await driverDevices.pin(db, driver.id, second?.id ?? 0)).toBe(1);
    expect(await driverDevices.pin(db, driver.id, second?.id ?? 0)).toBe(0);
    const [row] = await db.select().from(devices).where(eq(devices.twinId, following.id));
    expect(row?.driverVersionId).toBe(second?.id);
  });

  it('counts accounts outside of the driver’s own', async () => {
    const { db } = server.database;
    const { user, account, connector } = await fixture.manager();
    const driver = await fixture.driver(account, []);
    const below = await server.make.account({ parent: account });
    await fixture.create(user, connector, { driverId: driver.id });
    await fixture.create(user, connector, { driverId: driver.id, tenantId: below.id });
    expect(await driverDevices.accountsOutside(db, driver.id, account.id)).toBe(0);
    await db.update(drivers).set({ visibility: 'everyone' }).where(eq(drivers.id, driver.id));
    const stranger = await fixture.manager();
    await fixture.create(stranger.user, stranger.connector, { driverId: driver.id });
    await fixture.create(stranger.user, stranger.connector, { driverId: driver.id });
    expect(await driverDevices.accountsOutside(db, driver.id, account.id)).toBe(1);
  });

  it('finds the newest packets of a driver’s devices that somebody may see', async () => {
    const { db } = server.database;
    const { user, account, connector } = await fixture.manager();
    const driver = await fixture.driver(account, []);
    const below = await server.make.account({ parent: account });
    const [own, lower, silent] = [
      await fixture.create(user, connector, { driverId: driver.id }),
      await fixture.create(user, connector, { driverId: driver.id, tenantId: below.id }),
      await fixture.create(user, connector, { driverId: driver.id }),
    ];
    await storePackets(server, own, [{ at: '2026-01-01T00:00:00Z' }, { at: '2026-01-03T00:00:00Z' }]);
    await storePackets(server, lower, [{ at: '2026-01-02T00:00:00Z' }]);
    const see = (id: number, at: string) => setDeviceStatus(db, id, { lastSeenAt: new Date(at) });
    await see(own.id, '2026-01-03T00:00:00Z');
    await see(lower.id, '2026-01-02T00:00:00Z');
    const at = (scope: string) => ({ grants: [{ scope, permissions: ['VirtualDevice.read'] }] }) as unknown as Actor;
    const found = async (scope: string, limit: number) =>
      (await driverDevices.packetsOf(db, at(scope), driver.id, limit)).packets.map(({ deviceId, receivedAt }) => [
        deviceId,
        new Date(receivedAt).getUTCDate(),
      ]);
    expect(await found(account.scopePath, 10)).toEqual([
      [own.id, 3],
      [lower.id, 2],
      [own.id, 1],
    ]);
    expect(await found(account.scopePath, 2)).toEqual([
      [own.id, 3],
      [lower.id, 2],
    ]);
    expect(await found(below.scopePath, 10)).toEqual([[lower.id, 2]]);
    expect(silent.lastSeenAt).toBeNull();
  });
});
