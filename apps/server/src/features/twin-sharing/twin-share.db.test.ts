import { toggleModule } from '@stellwerk/contract/module';
import {
  canShareTwin,
  createShareKey,
  deleteShareKey,
  findShareKey,
  isTwinShared,
  readPublicTwin,
  renewShareKey,
  replaceShareKey,
} from '@stellwerk/contract/twin-sharing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTwin, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { secrets } from '../../platform/secrets/secret.table.ts';
import { activity } from '../activity/activity.table.ts';
import { twins } from '../twins/index.ts';
import { twinShares } from './index.ts';

/** A year after the 29th of February is the 1st of March. */
const now = new Date('2024-02-29T12:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
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
const share = (as: TestUser, twin: TestTwin, body?: { validUntil?: string }) =>
  server.call(createShareKey, { ...on(twin), body }, { as });
const found = (as: TestUser, twin: TestTwin) => server.call(findShareKey, on(twin), { as });
const open = async (key: string, { id: dtwin }: TestTwin) =>
  (await server.call(readPublicTwin, { params: { key, dtwin } })).status;
const expire = ({ id }: TestTwin) =>
  server.database.db.update(twinShares).set({ validUntil: now }).where(eq(twinShares.twinId, id));
const switchModule = (as: TestUser, active: boolean) =>
  server.call(toggleModule, { params: { id: as.account.id, module: 'twin-sharing' }, body: { active } }, { as });
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
  it('makes a key of 128 bit that is valid for a year, for those who manage the twin alone', async () => {
    const { manager, building } = await family();
    const { status, body } = await share(manager, building);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      createdAt: '2024-02-29T12:00:00.000Z',
      createdBy: 'Test User',
      validUntil: '2025-03-01T12:00:00.000Z',
      expired: false,
    });
    const reader = await readerIn(manager.account);
    expect((await share(reader, building)).status).toBe(403);
  });

  it('lasts until the time that the caller chooses, as do renewed and replaced keys', async () => {
    const { manager, building } = await family();
    const call = { ...on(building), body: { validUntil: '2024-03-05T23:00:00.000Z' } };
    expect((await share(manager, building, call.body)).body.data.validUntil).toBe('2024-03-05T23:00:00.000Z');
    const later = { ...call, body: { validUntil: '2029-01-01T00:00:00.000Z' } };
    const renewed = await server.call(renewShareKey, later, { as: manager });
    expect(renewed.body.data.validUntil).toBe('2029-01-01T00:00:00.000Z');
    const replaced = await server.call(replaceShareKey, call, { as: manager });
    expect(replaced.body.data.validUntil).toBe('2024-03-05T23:00:00.000Z');
  });

  it.each(['2024-02-29T12:00:00.000Z', '2034-03-02T00:00:00.000Z', 'tomorrow'])(
    'refuses to last until %s: not in the future, more than ten years away, or no time',
    async (validUntil) => {
      const { manager, building } = await family();
      const { status, body } = await share(manager, building, { validUntil });
      expect([status, body]).toMatchObject([400, { code: 'VALIDATION_ERROR', issues: [{ path: 'validUntil' }] }]);
      expect((await found(manager, building)).body.data).toBeNull();
    },
  );

  it('answers 409 where the twin is shared already, also to the second of two callers at once', async () => {
    const { manager, building } = await family();
    const answers = await Promise.all([share(manager, building), share(manager, building)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await share(manager, building)).body.code).toBe('DTWIN_ALREADY_SHARED');
  });

  it('stores the key nowhere: its hash alone, no secret, and nothing in the activity log', async () => {
    const { manager, building } = await family();
    const { key } = (await share(manager, building)).body.data;
    const kept = async () =>
      JSON.stringify([
        await server.database.db.select().from(twinShares),
        await server.database.db.select().from(secrets),
        await server.database.db.select().from(activity),
      ]);
    expect(await kept()).not.toContain(key);
    expect(await server.database.db.select().from(secrets)).toEqual([]);
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
    expect(await kept()).not.toContain(key);
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
    expect((await found(manager, room)).body.data).toBeNull();
  });

  it('reports since when and until when the twin is shared, without the key, and readers nothing', async () => {
    const { manager, building } = await family();
    const { key: _, ...shared } = (await share(manager, building)).body.data;
    expect((await found(manager, building)).body.data).toEqual(shared);
    await expire(building);
    expect((await found(manager, building)).body.data).toMatchObject({ expired: true });
    expect((await found(await readerIn(manager.account), building)).status).toBe(403);
  });
});

describe('POST /api/v1/digitaltwin/sharing/renew-key/{id}', () => {
  const renew = (as: TestUser, twin: TestTwin) => server.call(renewShareKey, { ...on(twin), body: undefined }, { as });

  it('lets the same key work for another year, also after it has expired', async () => {
    const { manager, building } = await family();
    const { key, ...shared } = (await share(manager, building)).body.data;
    await expire(building);
    expect(await open(key, building)).toBe(404);
    expect((await renew(manager, building)).body.data).toEqual(shared);
    expect(await open(key, building)).toBe(200);
  });

  it('answers 404 where nothing is shared, 409 while the module is off, and 403 to readers', async () => {
    const { manager, building } = await family();
    expect((await renew(manager, building)).body.code).toBe('DTWIN_NOT_SHARED');
    expect((await renew(await readerIn(manager.account), building)).status).toBe(403);
    await switchModule(manager, false);
    expect((await renew(manager, building)).body.code).toBe('MODULE_INACTIVE');
  });
});

describe('POST /api/v1/digitaltwin/sharing/replace-key/{id}', () => {
  const replace = (as: TestUser, twin: TestTwin) =>
    server.call(replaceShareKey, { ...on(twin), body: undefined }, { as });

  it('hands out another key and ends the old one', async () => {
    const { manager, building } = await family();
    const first = (await share(manager, building)).body.data;
    const second = (await replace(manager, building)).body.data;
    expect(second).toEqual({ ...first, key: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await open(first.key, building)).toBe(404);
    expect(await open(second.key, building)).toBe(200);
  });

  it('answers 404 where nothing is shared, 409 while the module is off, and 403 to readers', async () => {
    const { manager, building } = await family();
    expect((await replace(manager, building)).body.code).toBe('DTWIN_NOT_SHARED');
    expect((await replace(await readerIn(manager.account), building)).status).toBe(403);
    await switchModule(manager, false);
    expect((await replace(manager, building)).body.code).toBe('MODULE_INACTIVE');
  });
});

describe('GET /api/v1/digitaltwin/sharing/is-shared/{id}', () => {
  it('reports a shared ancestor to every reader', async () => {
    const { manager, building, room } = await family();
    const reader = await readerIn(manager.account);
    const ask = async (twin: TestTwin) => (await server.call(isTwinShared, on(twin), { as: reader })).body.data;
    expect(await ask(room)).toEqual({ isShared: false, isSharedAbove: false });
    await share(manager, building);
    expect(await ask(building)).toEqual({ isShared: true, isSharedAbove: false });
    expect(await ask(room)).toEqual({ isShared: false, isSharedAbove: true });
    await switchModule(manager, false);
    expect(await ask(building)).toEqual({ isShared: false, isSharedAbove: false });
    await switchModule(manager, true);
    await expire(building);
    expect(await ask(building)).toEqual({ isShared: false, isSharedAbove: false });
    expect(await ask(room)).toEqual({ isShared: false, isSharedAbove: false });
  });
});

describe('DELETE /api/v1/digitaltwin/sharing/delete-key/{id}', () => {
  it('ends the sharing for good: the next key is another one', async () => {
    const { manager, building } = await family();
    const first = (await share(manager, building)).body.data;
    const ended = await server.call(deleteShareKey, on(building), { as: manager });
    expect([ended.status, ended.body.data]).toEqual([200, { deleted: true }]);
    expect((await found(manager, building)).body.data).toBeNull();
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
  it('takes its share along', async () => {
    const { manager, building, room } = await family();
    const { id } = (await share(manager, room)).body.data;
    await server.database.db.delete(twins).where(sql`${twins.path} <@ ${building.path}::ltree`);
    expect(await server.database.db.select().from(twinShares).where(eq(twinShares.id, id))).toEqual([]);
  });
});
