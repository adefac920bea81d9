import { discardDraft, publishDriver } from '@stellwerk/contract/driver';
import { createParserTest } from '@stellwerk/contract/driver-workbench';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { egressFor } from '../../platform/egress/testing/servers.ts';
import { devices } from '../devices/index.ts';
import { createParsers } from './parser.service.ts';
import { driverCalls, script } from './testing/drivers.ts';

let server: TestServer;
let call: ReturnType<typeof driverCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = driverCalls(server);
});
afterAll(() => server.close());

const one = script('module.exports = () => ({ a: 1 })');
const two = script('module.exports = () => ({ a: 2 })');
const input = { payload: '', meta: {}, receivedAt: 0, accountId: 1 };

describe('POST /api/v1/devicedrivers/{id}/publish', () => {
  it('publishes the draft as the next version, which devices follow', async () => {
    const user = await call.manager();
    const made = await call.make(user, { draft: { parser: one } });
    const first = await call.publish(user, made.id);
    expect(first.body.data).toMatchObject({
      devices: 0,
      driver: { publishedVersion: 1, hasDraft: false, draft: null },
    });
    await server.make.device({
      account: user.account,
      driver: { id: made.id, versionId: null, account: user.account },
    });
    await call.draft(user, made.id, { parser: two });
    const second = await call.publish(user, made.id);
    expect(second.body.data).toMatchObject({
      devices: 1,
      driver: {
        publishedVersion: 2,
        versions: [
          { number: 2, deviceCount: 1 },
          { number: 1, deviceCount: 0 },
        ],
      },
    });
  });

  it('leaves devices at the old version without updateDevices', async () => {
    const user = await call.manager();
    const made = await call.make(user, { draft: { parser: one } });
    await call.publish(user, made.id);
    const driver = { id: made.id, versionId: null, account: user.account };
    const device = await server.make.device({ account: user.account, driver });
    await call.draft(user, made.id, { parser: two });
    const { body } = await call.publish(user, made.id, false);
    expect(body.data.devices).toBe(0);
    const [old] = body.data.driver.versions.filter(({ number }) => number === 1);
    const [row] = await server.database.db.select().from(devices).where(eq(devices.twinId, device.id));
    expect(row?.driverVersionId).toBe(old?.id);
    expect(old?.deviceCount).toBe(1);
  });

  it('is refused while tests fail, with their number', async () => {
    const user = await call.manager();
    const made = await call.make(user, { draft: { parser: one } });
    const test = (expected: Record<string, number>) =>
      server.call(
        createParserTest,
        { params: { id: made.id }, body: { title: 't', packet: { payload: '' }, expected } },
        { as: user },
      );
    await test({ a: 1 });
    await test({ a: 2 });
    const refused = await call.publish(user, made.id);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'DEVICEDRIVER_TESTS_FAILED', params: { failed: 1 } },
    ]);
    expect(await call.read(user, made.id)).toMatchObject({ publishedVersion: null, hasDraft: true });
  });

  it('needs a draft and the permission to manage', async () => {
    const user = await call.manager();
    const made = await call.make(user);
    expect((await call.publish(await call.reader(user.account), made.id)).status).toBe(403);
    expect((await call.publish(await call.manager(), made.id)).status).toBe(404);
    await call.publish(user, made.id);
    expect((await call.publish(user, made.id)).body.code).toBe('DEVICEDRIVER_NO_DRAFT');
    const bad = { params: { id: made.id }, body: { updateDevices: 'yes' } } as never;
    expect((await server.call(publishDriver, bad, { as: user })).status).toBe(400);
  });

  it('happens once for two concurrent calls', async () => {
    const user = await call.manager();
    const made = await call.make(user);
    const answers = await Promise.all([call.publish(user, made.id), call.publish(user, made.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await call.read(user, made.id)).publishedVersion).toBe(1);
  });
});

describe('DELETE /api/v1/devicedrivers/{id}/draft', () => {
  const discard = (as: TestUser, id: number) => server.call(discardDraft, { params: { id } }, { as });

  it('discards the draft and keeps published versions', async () => {
    const user = await call.manager();
    const made = await call.make(user, { draft: { parser: one } });
    await call.publish(user, made.id);
    await call.draft(user, made.id, { parser: two });
    const { body } = await discard(user, made.id);
    expect(body.data).toMatchObject({ draft: null, hasDraft: false, publishedVersion: 1, parserType: 'javascript' });
    expect((await discard(user, made.id)).body.code).toBe('DEVICEDRIVER_NO_DRAFT');
  });

  it('leaves an empty driver, which can get a new draft', async () => {
    const user = await call.manager();
    const made = await call.make(user, { draft: { parser: one } });
    expect((await discard(user, made.id)).body.data).toMatchObject({ parserType: 'none', publishedVersion: null });
    expect((await call.draft(user, made.id, { notes: 'again' })).draft).toMatchObject({ parser: { type: 'none' } });
  });

  it('requires the permission to manage drivers of the account', async () => {
    const user = await call.manager();
    const made = await call.make(user);
    expect((await discard(await call.reader(user.account), made.id)).status).toBe(403);
    expect((await discard(await call.manager(), made.id)).status).toBe(404);
  });
});

describe('parsers of published versions', () => {
  const parsersAt = (now = systemClock.now) =>
    createParsers({
      database: server.database,
      sandbox: server.sandbox,
      egress: egressFor([]),
      clock: { now },
    });

  it('parse by the id of the version, each with its own script', async () => {
    const parsers = parsersAt();
    const [first, second] = [
      await server.make.driver({ script: one.script }),
      await server.make.driver({ script: two.script }),
    ];
    const parse = (id: number | null) => parsers.parse(id ?? 0, [input, input]);
    const [one1, two1] = await Promise.all([parse(first.versionId), parse(second.versionId)]);
    expect(one1.map((parsed) => parsed.ok && parsed.sets[0]?.values)).toEqual([{ a: 1 }, { a: 1 }]);
    expect(two1).toMatchObject([{ sets: [{ values: { a: 2 } }] }, { sets: [{ values: { a: 2 } }] }]);
  });

  it('do not run drafts until they are published', async () => {
    const parsers = parsersAt();
    const user = await call.manager();
    const made = await call.make(user, { draft: { parser: one } });
    const id = made.draft?.id ?? 0;
    expect(await parsers.parse(id, [input])).toMatchObject([{ ok: false, reason: { code: 'DEVICEDRIVER_NOT_FOUND' } }]);
    await call.publish(user, made.id);
    expect(await parsers.parse(id, [input])).toMatchObject([{ ok: true }]);
  });

  it('pause when they hang repeatedly; others continue', async () => {
    let nowMs = Date.now();
    const parsers = parsersAt(() => new Date(nowMs));
    const hanging = await server.make.driver({ script: 'module.exports = (p) => { while (p === "") ; return {} }' });
    const fine = await server.make.driver({ script: one.script });
    const parse = (id: number | null, count: number, payload = '') =>
      parsers.parse(
        id ?? 0,
        Array.from({ length: count }, () => ({ ...input, payload })),
      );
    const codes = (results: Awaited<ReturnType<typeof parse>>) =>
      results.map((parsed) => (parsed.ok ? 'ok' : parsed.reason.code));
    const first = codes(await parse(hanging.versionId, 6));
    expect(first.filter((code) => code === 'PARSER_TIMED_OUT')).toHaveLength(3);
    expect(first.filter((code) => code === 'PARSER_PAUSED')).toHaveLength(3);
    expect(await parse(hanging.versionId, 1, 'x')).toEqual([
      { ok: false, reason: { code: 'PARSER_PAUSED', params: { seconds: 60 } } },
    ]);
    expect(codes(await parse(fine.versionId, 1))).toEqual(['ok']);
    nowMs += 60_000;
    expect(codes(await parse(hanging.versionId, 2, 'x'))).toEqual(['ok', 'ok']);
  });

  it('go on for an account while the messages of another make them hang', async () => {
    const parsers = parsersAt();
    const shared = await server.make.driver({
      script: 'module.exports = (p) => { while (p === "") ; return { a: 1 } }',
    });
    const inputs = ['', 'x', '', 'x', '', 'x'].map((payload) => {
      return { ...input, payload, accountId: payload === '' ? 1 : 2 };
    });
    const areRead = async () => (await parsers.parse(shared.versionId ?? 0, inputs)).map(({ ok }) => ok);
    expect(await areRead()).toEqual([false, true, false, true, false, true]);
    expect(await areRead()).toEqual([false, true, false, true, false, true]);
  });

  it('give the health checks of versions', async () => {
    const user = await call.manager();
    const check = {
      identifier: 'low',
      category: 'battery',
      severity: 'error',
      check: 'return 0',
      message: 'x',
    } as const;
    const made = await call.make(user, { draft: { health: [check] } });
    const id = made.draft?.id ?? 0;
    expect((await parsersAt().healthOf([id, 999_999])).get(id)).toMatchObject([check]);
    expect((await parsersAt().healthOf([])).size).toBe(0);
  });
});
