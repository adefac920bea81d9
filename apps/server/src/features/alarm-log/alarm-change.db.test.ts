import { commentAlarm, commentAlarms, readAlarm, resolveAlarms } from '@stellwerk/contract/alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { alarmComments, alarms, openAlarms, resolveAlarms as resolveByRule } from '../alarms/index.ts';
import { dropOldAlarms } from '../alarms/prune.job.ts';
import { createAlarmFixture, managesAlarms } from './testing/alarms.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createAlarmFixture>;
beforeAll(async () => {
  server = await startTestServer();
  fixture = createAlarmFixture(server);
});
afterAll(() => server.close());

const read = async (as: TestUser, id: number) => (await server.call(readAlarm, { params: { id } }, { as })).body.data;
const rowOf = async (id: number) => {
  const [row] = await server.database.db.select().from(alarms).where(eq(alarms.id, id));
  if (!row) throw new Error('no such alarm');
  return row;
};
const countComments = () => server.database.db.$count(alarmComments);

describe('comments', () => {
  it('on one alarm stand in the log with their author, and stay without him', async () => {
    const { user, twin } = await fixture.place();
    const id = await fixture.alarm(twin);
    const body = { message: '  On my way  ' };
    const first = await server.call(commentAlarm, { params: { id }, body }, { as: user });
    expect([first.status, first.body.data]).toMatchObject([201, { message: 'On my way', author: 'Test User' }]);
    await server.call(commentAlarm, { params: { id }, body: { message: 'Done' } }, { as: user });
    expect(await fixture.list(user)).toMatchObject([
      { id, commentCount: 2, lastComment: { message: 'Done', author: 'Test User' } },
    ]);
    const { comments } = await read(user, id);
    expect(comments.map(({ message }) => message)).toEqual(['On my way', 'Done']);
    const other = await server.make.user({ account: user.account, permissions: managesAlarms });
    await server.database.pool.query('update alarm_comments set user_id = null where alarm_id = $1', [id]);
    expect((await read(other, id)).comments[0]).toMatchObject({ author: null });
  });

  it('refuse an empty text and an alarm of another user', async () => {
    const { user, twin } = await fixture.place();
    const id = await fixture.alarm(twin);
    const empty = await server.call(commentAlarm, { params: { id }, body: { message: ' ' } }, { as: user });
    expect(empty.status).toBe(400);
    const stranger = await server.make.user({ permissions: managesAlarms });
    const { status, body } = await server.call(
      commentAlarm,
      { params: { id }, body: { message: 'x' } },
      { as: stranger },
    );
    expect([status, body.code]).toEqual([404, 'ALARM_NOT_FOUND']);
    expect((await read(user, id)).commentCount).toBe(0);
  });

  it('on many are written together, once each', async () => {
    const { user, twin } = await fixture.place();
    const ids = [await fixture.alarm(twin), await fixture.alarm(twin), await fixture.alarm(twin)];
    const body = { ids: [...ids, ...ids], message: 'Maintenance' };
    const { status, body: answer } = await server.call(commentAlarms, { body }, { as: user });
    expect([status, answer.data]).toEqual([201, { commented: 3 }]);
    for (const row of await fixture.list(user)) {
      expect(row).toMatchObject({ commentCount: 1, lastComment: { message: 'Maintenance' } });
    }
  });

  it('on many are written not at all where one is foreign or gone', async () => {
    const { user, twin } = await fixture.place();
    const foreign = await fixture.place();
    const own = await fixture.alarm(twin);
    const before = await countComments();
    for (const other of [await fixture.alarm(foreign.twin), 999_999_999]) {
      const body = { ids: [own, other], message: 'x' };
      const { status, body: answer } = await server.call(commentAlarms, { body }, { as: user });
      expect([status, answer.code]).toEqual([404, 'ALARM_NOT_FOUND']);
    }
    expect(await countComments()).toBe(before);
    const tooMany = Array.from({ length: 501 }, () => own);
    expect((await server.call(commentAlarms, { body: { ids: tooMany, message: 'x' } }, { as: user })).status).toBe(400);
  });
});

describe('resolving by hand', () => {
  const resolve = (as: TestUser, ids: number[], message?: string) =>
    server.call(resolveAlarms, { body: { ids, ...(message === undefined ? {} : { message }) } }, { as });

  it('ends alarms of rules, says who did it and why; those that are resolved stay as they are', async () => {
    const { user, twin } = await fixture.place({ permissions: managesAlarms });
    const open = await fixture.ruleAlarm(twin);
    const resolvedAt = new Date('2026-03-01T10:00:00Z');
    const over = await fixture.ruleAlarm(twin, { openedAt: resolvedAt, resolvedAt });
    const overHealth = await fixture.alarm(twin, { openedAt: resolvedAt, resolvedAt });
    const answer = await resolve(user, [open, over, overHealth], 'Valve replaced');
    expect([answer.status, answer.body.data]).toEqual([200, { resolved: 1 }]);
    expect(await read(user, open)).toMatchObject({
      ...{ status: 'resolved', resolvedBy: 'Test User', commentCount: 1, abilities: { resolve: false } },
      lastComment: { message: 'Valve replaced', author: 'Test User' },
    });
    expect(await read(user, over)).toMatchObject({
      resolvedAt: resolvedAt.toISOString(),
      resolvedBy: null,
      comments: [],
    });
  });

  it('leaves alarms of health to their cause, and then touches none', async () => {
    const { user, twin } = await fixture.place({ permissions: managesAlarms });
    const ids = [await fixture.ruleAlarm(twin), await fixture.alarm(twin)];
    const { status, body } = await resolve(user, ids, 'x');
    expect([status, body.code]).toEqual([409, 'ALARM_RESOLVES_ITSELF']);
    for (const id of ids) expect(await read(user, id)).toMatchObject({ status: 'unresolved', commentCount: 0 });
  });

  it('is for those who manage devices there', async () => {
    const { user, twin } = await fixture.place();
    const id = await fixture.ruleAlarm(twin);
    expect((await resolve(user, [id])).status).toBe(403);
    const stranger = await server.make.user({ permissions: managesAlarms });
    expect((await resolve(stranger, [id])).body.code).toBe('ALARM_NOT_FOUND');
    expect((await rowOf(id)).resolvedAt).toBeNull();
  });

  it('waits for a rule that resolves the alarm at the same moment, and then leaves it to the rule', async () => {
    const { user, twin } = await fixture.place({ permissions: managesAlarms });
    const id = await fixture.ruleAlarm(twin);
    const { origin, originId, identifier } = await rowOf(id);
    const at = new Date();
    let answered: ReturnType<typeof resolve> | undefined;
    await server.database.db.transaction(async (tx) => {
      await resolveByRule(tx, [{ origin, originId, identifier }], at);
      answered = resolve(user, [id], 'by hand');
      await waitForWaiting();
    });
    expect((await answered)?.body.data).toEqual({ resolved: 0 });
    expect(await read(user, id)).toMatchObject({ resolvedAt: at.toISOString(), resolvedBy: null, commentCount: 0 });
  });

  it('wins against a rule that comes later, which may open another', async () => {
    const { user, account, twin } = await fixture.place({ permissions: managesAlarms });
    const { db } = server.database;
    const id = await fixture.ruleAlarm(twin);
    const { origin, originId, identifier, category, severity } = await rowOf(id);
    await resolve(user, [id]);
    const { resolvedAt } = await rowOf(id);
    await resolveByRule(db, [{ origin, originId, identifier }], new Date(Date.now() + 60_000));
    expect((await rowOf(id)).resolvedAt).toEqual(resolvedAt);
    const again = { origin, originId, identifier, category, severity, accountId: account.id, twinId: twin.id };
    const { opened } = await openAlarms(db, [
      { ...again, message: 'still', code: null, params: null, evidence: {}, openedAt: new Date() },
    ]);
    expect(opened).toHaveLength(1);
    expect((await fixture.list(user, { status: 'unresolved' })).map(({ message }) => message)).toEqual(['still']);
  });

  /** Until some connection waits for a lock of another. */
  async function waitForWaiting(): Promise<void> {
    for (;;) {
      const { rows } = await server.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows.length > 0) return;
    }
  }
});

describe('old alarms', () => {
  it('go two years after they were resolved, with their comments; open ones stay', async () => {
    const { user, twin } = await fixture.place();
    const openedAt = new Date('2020-01-01T00:00:00Z');
    const scheduledAt = new Date('2026-11-15T02:53:00Z');
    const resolved = (iso: string) => ({ openedAt, resolvedAt: new Date(iso) });
    const old = await fixture.alarm(twin, resolved('2024-11-15T02:52:59Z'));
    const young = await fixture.alarm(twin, resolved('2024-11-15T02:53:00Z'));
    const open = await fixture.alarm(twin, { openedAt });
    await server.call(commentAlarm, { params: { id: old }, body: { message: 'x' } }, { as: user });
    const signal = new AbortController().signal;
    const { db } = server.database;
    await dropOldAlarms.run({ db, scheduledAt, signal, log: server.app.log as never });
    expect((await fixture.idsOf(user)).sort()).toEqual([young, open].sort());
    expect(await db.$count(alarmComments, eq(alarmComments.alarmId, old))).toBe(0);
  });
});
