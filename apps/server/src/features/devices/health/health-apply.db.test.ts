import { applyDriverHealth } from '@stellwerk/contract/device-health';
import { healthEntry } from '@stellwerk/contract/health';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDevice, TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { driverVersions } from '../../drivers/index.ts';
import { devices } from '../device.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const check = (identifier: string) =>
  healthEntry.parse({ identifier, category: 'battery', severity: 'error', message: 'low', check: 'return false' });

const checksOf = async ({ id }: TestDevice) => {
  const [found] = await server.database.db.select().from(devices).where(eq(devices.twinId, id));
  return found?.healthConfig.map(({ identifier }) => identifier);
};
const apply = (as: TestUser, id: number) =>
  server.call(applyDriverHealth, { params: { id }, body: { applyToAllVD: true } }, { as });

async function setUp() {
  const user = await server.make.user({ permissions: ['VirtualDevice.manage'] });
  const { account } = user;
  const driver = await server.make.driver({ account });
  const { db } = server.database;
  await db
    .update(driverVersions)
    .set({ health: [check('battery'), check('silent')] })
    .where(eq(driverVersions.driverId, driver.id));
  const device = await server.make.device({ account, driver });
  await db
    .update(devices)
    .set({ healthConfig: [check('own')] })
    .where(eq(devices.twinId, device.id));
  return { user, account, driver, device };
}

describe('applying the checks of a driver to all of its devices', () => {
  it('replaces their own checks, and those of no other device', async () => {
    const { user, account, driver, device } = await setUp();
    const below = await server.make.device({ account: await server.make.account({ parent: account }), driver });
    const foreign = await server.make.device({ driver });
    const other = await server.make.device({ account });
    const { status, body } = await apply(user, driver.id);
    expect([status, body.data]).toEqual([200, { devices: 2 }]);
    for (const own of [device, below]) expect(await checksOf(own)).toEqual(['battery', 'silent']);
    for (const kept of [foreign, other]) expect(await checksOf(kept)).toEqual([]);
  });

  it('changes nothing where the driver has no checks', async () => {
    const { user, driver, device } = await setUp();
    await server.database.db.update(driverVersions).set({ health: [] }).where(eq(driverVersions.driverId, driver.id));
    expect((await apply(user, driver.id)).body.data).toEqual({ devices: 0 });
    expect(await checksOf(device)).toEqual(['own']);
  });

  it('is for those who manage devices here', async () => {
    const { account, driver } = await setUp();
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
    expect((await apply(reader, driver.id)).status).toBe(403);
    const stranger = await server.make.user({ permissions: ['VirtualDevice.manage'] });
    expect((await apply(stranger, driver.id)).body.code).toBe('DEVICEDRIVER_NOT_FOUND');
  });
});
