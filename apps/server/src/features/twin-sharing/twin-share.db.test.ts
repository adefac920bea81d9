import { toggleModule } from '@stellwerk/contract/module';
import {
  canShareTwin,
  createShareKey,
  deleteShareKey,
  findShareKey,
  isTwinShared,
} from '@stellwerk/contract/twin-sharing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTwin, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { secrets } from '../../platform/secrets/secret.table.ts';
import { activity } from '../activity/activity.table.ts';
import { twins } from '../twins/index.ts';
import { twinShares } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const permissions = ['DigitalTwin.manage', 'all.manage'];

/** Somebody who may share, and a twin with one below it. */
async function family() {
  const manager = await server.make.user({ permissions });
  const building = await server.make.twin({ account: manager.account });
  const room = await server.make.twin({ parent: building });
  return { manager, building, room };
}

const on = ({ id }: TestTwin) => ({ params: { id } });
const share = (as: TestUser, twin: TestTwin) => server.call(createShareKey, on(twin), { as });
const keyOf = (as: TestUser, twin: TestTwin) => server.call(findShareKey, on(twin), { as });
const switchModule = (as: TestUser, active: boolean) =>
  server.call(toggleModule, { params: { id: as.account.id, module: 'twin-sharing' }, body: { active } }, { as });
const secretsOf = (shareId: number) =>
  server.database.db
    .select()
    .from(secrets)
    .where(eq(secrets.owner, `twin-share/${shareId}`));
const readerIn = (account: TestUser['account']) => server.make.user({ account, permissions: ['DigitalTwin.read'] });

describe('GET /api/v1/digitaltwin/sharing/can-share/{id}', () => {
  it('says yes to those who manage the twin while the module is on', async () => {
    const { manager, building } = await family();
    const ask = async (as: TestUser) => (await server.call(canShareTwin, on(building), { as })).body.data;
    expect(await ask(manager)).toEqual({ canShare: true });
    expect(await ask(await readerIn(manager.account))).toEqual({ canShare: false });
    await switchModule(manager, false);
    expect(await ask(manager)).toEqual({ canShare: false });
  });
});

describe('POST /api/v1/digitaltwin/sharing/create-key/{id}', () => {
  it('makes a key of 128 bit and tells it to those who manage the twin alone', async () => {
    const { manager, building } = await family();
    const { status, body } = await share(manager, building);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{32}$/), createdBy: 'Test User' });
    expect((await keyOf(manager, building)).body.data).toEqual(body.data);
    const reader = await readerIn(manager.account);
    expect((await keyOf(reader, building)).status).toBe(403);
    expect((await share(reader, building)).status).toBe(403);
  });

  it('answers the same key again, also to two callers at once', async () => {
    const { manager, building } = await family();
    const answers = await Promise.all([share(manager, building), share(manager, building)]);
    const keys = new Set([...answers, await share(manager, building)].map(({ body }) => body.data.key));
    expect(keys.size).toBe(1);
  });

  it('keeps the key readable nowhere: a hash, a secret, and nothing in the activity log', async () => {
    const { manager, building } = await family();
    const { key, id } = (await share(manager, building)).body.data;
    await share(manager, building);
    await server.call(deleteShareKey, on(building), { as: manager });
    const entries = await server.database.db
      .select()
      .from(activity)
      .where(eq(activity.userId, manager.id))
      .orderBy(activity.id);
    expect(entries.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/digitaltwin/sharing/create-key/{id}',
      'DELETE /api/v1/digitaltwin/sharing/delete-key/{id}',
    ]);
    expect(entries.every(({ objects }) => JSON.stringify(objects).includes(String(building.id)))).toBe(true);
    expect(JSON.stringify(entries)).not.toContain(key);
    expect(await secretsOf(id)).toEqual([]);
  });

  it('answers 409 while the module is off, and 404 for a foreign twin', async () => {
    const { manager, building } = await family();
    const { building: foreign } = await family();
    expect((await share(manager, foreign)).body.code).toBe('DTWIN_NOT_FOUND');
    await switchModule(manager, false);
    const refused = await share(manager, building);
    expect([refused.status, refused.body.code]).toEqual([409, 'MODULE_INACTIVE']);
  });
});

describe('GET /api/v1/digitaltwin/sharing/find-existing-key/{id}', () => {
  it('answers null where the twin itself is not shared', async () => {
    const { manager, building, room } = await family();
    await share(manager, building);
    expect((await keyOf(manager, room)).body.data).toBeNull();
  });
});

describe('GET /api/v1/digitaltwin/sharing/is-shared/{id}', () => {
  it('tells a twin that is shared from one below it, to every reader', async () => {
    const { manager, building, room } = await family();
    const reader = await readerIn(manager.account);
    const ask = async (twin: TestTwin) => (await server.call(isTwinShared, on(twin), { as: reader })).body.data;
    expect(await ask(room)).toEqual({ isShared: false, isSharedAbove: false });
    await share(manager, building);
    expect(await ask(building)).toEqual({ isShared: true, isSharedAbove: false });
    expect(await ask(room)).toEqual({ isShared: false, isSharedAbove: true });
    await switchModule(manager, false);
    expect(await ask(building)).toEqual({ isShared: false, isSharedAbove: false });
  });
});

describe('DELETE /api/v1/digitaltwin/sharing/delete-key/{id}', () => {
  it('ends the sharing for good: the next key is another one', async () => {
    const { manager, building } = await family();
    const first = (await share(manager, building)).body.data;
    const ended = await server.call(deleteShareKey, on(building), { as: manager });
    expect([ended.status, ended.body.data]).toEqual([200, { deleted: true }]);
    expect((await keyOf(manager, building)).body.data).toBeNull();
    expect((await share(manager, building)).body.data.key).not.toBe(first.key);
  });

  it('answers 404 where nothing is shared and 403 to readers', async () => {
    const { manager, building } = await family();
    const end = async (as: TestUser) => (await server.call(deleteShareKey, on(building), { as })).body.code;
    expect(await end(manager)).toBe('DTWIN_NOT_SHARED');
    expect(await end(await readerIn(manager.account))).toBe('PERMISSION_DENIED');
  });
});

describe('a twin that is deleted', () => {
  it('takes its share and the key along', async () => {
    const { manager, building, room } = await family();
    const { id } = (await share(manager, room)).body.data;
    expect(await secretsOf(id)).toHaveLength(1);
    await server.database.db.delete(twins).where(sql`${twins.path} <@ ${building.path}::ltree`);
    expect(await server.database.db.select().from(twinShares).where(eq(twinShares.id, id))).toEqual([]);
    expect(await secretsOf(id)).toEqual([]);
  });
});
