import { readDevice } from '@stellwerk/contract/device';
import { deviceNews } from '@stellwerk/contract/packet';
import { listTwinStates } from '@stellwerk/contract/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { createDeviceFixture, everything, startDeviceServer } from './testing/devices.fixture.ts';
import { listenTo } from './testing/live.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
let url = '';
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
  url = `${(await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/api/v1/live`;
  await server.field.start();
});
afterAll(() => server.close());

describe('the live topic of a device', () => {
  it('reports packets that arrive, while their values are stored', async () => {
    const { user, account, connector } = await fixture.manager();
    const script = 'module.exports = ({ t, bad }) => { if (bad) throw new Error("bad"); return { t }; }';
    const driver = await fixture.driver(account, [{ name: 't' }], script);
    const device = await fixture.create(user, connector, { driverId: driver.id, operationalStatus: 'inTransit' });
    const live = await listenTo(url, user, `device/${device.id}`);
    const news = () => live.said.flatMap(({ data }) => deviceNews.safeParse(data).data ?? []);
    const send = (payload: object) =>
      server.field.ingestion.accept({ connectorId: connector.id, accountId: account.id }, [
        { id: device.externalId, payload } as never,
      ]);
    expect(await send({ t: 21 })).toMatchObject({ isFull: false, accepted: 1 });
    await live.until(() => news().some(({ packets }) => packets > 0));
    const told = news().find(({ packets }) => packets > 0);
    expect(told).toMatchObject({ id: device.id, packets: 1, faults: 0, lastSeenAt: expect.any(String) });
    expect(news()).toContainEqual(expect.objectContaining({ packets: 0, health: 'ok' }));
    const read = await server.call(readDevice, { params: { id: device.id } }, { as: user });
    expect(read.body.data).toMatchObject({ operationalStatus: 'inOperation', packets24h: 1 });
    const states = await server.call(listTwinStates, { params: { id: device.id } }, { as: user });
    expect(states.body.data).toMatchObject([
      { key: '_raw', value: { payload: { t: 21 } } },
      { key: 't', value: 21 },
    ]);
    await send({ bad: true });
    await live.until(() => news().some(({ faults }) => faults === 1));
  });

  it('is for those who may read the device', async () => {
    const { user, account, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    const reader = await server.make.user({ account, permissions: ['VirtualDevice.read'] });
    expect((await listenTo(url, reader, `device/${device.id}`)).said[0]).toHaveProperty('subscribed');
    const stranger = await server.make.user({ permissions: everything });
    const twin = await server.make.twin({ account });
    for (const [as, id] of [
      [stranger, device.id],
      [user, twin.id],
      [user, 'x'],
    ] as const) {
      const { said } = await listenTo(url, as, `device/${id}`);
      expect(said).toMatchObject([{ error: { code: 'LIVE_TOPIC_NOT_FOUND' } }]);
    }
  });
});
