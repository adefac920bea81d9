import { listRoutingDevices } from '@stellwerk/contract/device';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestTwin, TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { states } from '../../states/index.ts';
import { devices } from '../device.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const serial = { name: 'serial', value: '4711' };
const reads = ['DigitalTwin.read', 'VirtualDevice.read'];

async function place(permissions = reads) {
  const user = await server.make.user({ permissions });
  const twin = await server.make.twin({ account: user.account });
  await server.database.pool.query('insert into twin_references values ($1, $2, $3, 0)', [
    twin.id,
    serial.name,
    serial.value,
  ]);
  const routed = await server.make.state({ twin, key: 'Flow' });
  await server.database.db.update(states).set({ source: 'datarouting' }).where(eq(states.id, routed.id));
  await server.make.state({ twin, key: 'level' });
  return { user, twin };
}

async function sender(account: TestAccount, targetReference: typeof serial) {
  const device = await server.make.device({ account });
  for (const key of ['flow', 'level']) await server.make.state({ twin: device, key });
  await server.database.db.update(devices).set({ targetReference }).where(eq(devices.twinId, device.id));
  return device;
}

const listOf = (as: TestUser, { id }: TestTwin) => server.call(listRoutingDevices, { params: { id } }, { as });

describe('GET /digitaltwin/{id}/routing-devices', () => {
  it('names the devices of a reference id, and the data states that take their values', async () => {
    const { user, twin } = await place();
    const device = await sender(user.account, serial);
    await sender(user.account, { ...serial, value: '4712' });
    const { status, body } = await listOf(user, twin);
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        id: device.id,
        title: device.title,
        externalId: device.externalId,
        disabled: false,
        targetReference: serial,
        keys: ['Flow'],
      },
    ]);
  });

  it('leaves out devices whose values don’t reach the account of the twin', async () => {
    const { user, twin } = await place();
    const below = await server.make.account({ parent: user.account });
    await sender(below, serial);
    expect((await listOf(user, twin)).body.data).toEqual([]);
  });

  it('shows no device without the permission for devices, and no foreign twin', async () => {
    const { user, twin } = await place(['DigitalTwin.read']);
    await sender(user.account, serial);
    expect((await listOf(user, twin)).body.data).toEqual([]);
    const foreign = await listOf((await place()).user, twin);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'DTWIN_NOT_FOUND']);
  });
});
