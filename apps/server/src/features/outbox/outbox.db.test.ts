import { discardHeldDeliveries, readHeldDeliveries, sendHeldDeliveries } from '@stellwerk/contract/outbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { holdOpen } from '../../platform/outbox/held.store.ts';
import { putOutbox } from '../../platform/outbox/outbox.store.ts';

let server: TestServer;
let system: TestUser;
let administrator: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  system = await server.make.user({ permissions: ['super.system.manage'] });
  administrator = await server.make.user({ permissions: ['all.manage'] });
});
afterAll(() => server.close());

const put = (count: number) =>
  putOutbox(
    server.database.db,
    Array.from({ length: count }, (_, payload) => ({ target: 'webhook:1', key: 'k', kind: 'test', payload })),
  );
beforeEach(async () => {
  await server.database.pool.query('delete from outbox');
  await put(3);
  await holdOpen(server.database.db);
});

const heldNow = async () => (await server.call(readHeldDeliveries, {}, { as: system })).body.data;

describe('deliveries of a restored copy', () => {
  it('are counted for system administrators', async () => {
    expect(await heldNow()).toEqual({ count: 3, oldestAt: expect.any(String) });
  });

  it('are sent after a user’s decision: they wait in the outbox like all others', async () => {
    const answer = await server.call(sendHeldDeliveries, {}, { as: system });
    expect([answer.status, answer.body.data]).toEqual([200, { count: 3 }]);
    expect(await heldNow()).toEqual({ count: 0, oldestAt: null });
    expect(await server.outbox.stats()).toMatchObject({ ready: 3, waiting: 0, parked: 0 });
  });

  it('are discarded after a user’s decision, but new ones are not', async () => {
    await put(1);
    const answer = await server.call(discardHeldDeliveries, {}, { as: system });
    expect([answer.status, answer.body.data]).toEqual([200, { count: 3 }]);
    expect(await server.outbox.stats()).toMatchObject({ ready: 1, waiting: 0, parked: 0 });
  });

  it('are nothing that administrators of accounts decide on', async () => {
    for (const route of [readHeldDeliveries, sendHeldDeliveries, discardHeldDeliveries]) {
      const answer = await server.call(route, {}, { as: administrator });
      expect([answer.status, answer.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    }
    expect((await heldNow()).count).toBe(3);
  });
});
