import {
  acknowledgeAlarms,
  assignAlarms,
  countOpenAlarms,
  createMaintenance,
  deleteMaintenance,
  listMaintenances,
  muteAlarms,
  readAlarm,
} from '@stellwerk/contract/alarm';
import { readTwin } from '@stellwerk/contract/twin';
import { listTwinChildren } from '@stellwerk/contract/twin-tree';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTwin, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createLog } from '../../platform/log/log.ts';
import { outbox } from '../../platform/outbox/outbox.table.ts';
import { alarms, openAlarms, planEscalations, resolveAlarms } from '../alarms/index.ts';
import { everyMinute } from '../alarms/minute.job.ts';
import { createAlarmFixture, managesAlarms } from './testing/alarms.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createAlarmFixture>;
beforeAll(async () => {
  server = await startTestServer();
  fixture = createAlarmFixture(server);
});
afterAll(() => server.close());

const minuteMs = 60_000;
const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs);

const place = () => fixture.place({ permissions: [...managesAlarms, 'DigitalTwin.list'] });

/** Opens an alarm as the engine of rules does. */
async function raise(twin: TestTwin, severity: 'warning' | 'error' = 'warning'): Promise<number> {
  const rule = await server.make.rule({ twin });
  const { opened } = await openAlarms(server.database.db, [
    {
      ...{ origin: 'rule', originId: rule.id, identifier: 'rule', accountId: twin.account.id, twinId: twin.id },
      ...{ category: 'device', severity, message: 'Too hot', code: null, params: null, evidence: {} },
      openedAt: new Date(),
    },
  ]);
  return opened[0]?.id ?? 0;
}

const read = async (as: TestUser, id: number) => (await server.call(readAlarm, { params: { id } }, { as })).body.data;
const statusOf = async (as: TestUser, { id }: TestTwin) => {
  const { status, below } = (await server.call(readTwin, { params: { id }, query: {} }, { as })).body.data;
  return [status, below.errors, below.warnings];
};
const queuedFor = async (alarmId: number) =>
  (
    await server.database.db
      .select()
      .from(outbox)
      .where(eq(outbox.key, `alarm/${alarmId}`))
  ).map(({ payload }) => payload);
const minute = (minutes: number) =>
  everyMinute.run({
    ...{ scheduledAt: at(minutes), signal: new AbortController().signal },
    ...{ db: server.database.db, log: createLog('silent') },
  });

describe('the status of a twin', () => {
  it('contains its open alarms, and shows those below', async () => {
    const { user, twin, account } = await place();
    const room = await server.make.twin({ account, parent: twin });
    const id = await raise(room, 'error');
    expect(await statusOf(user, room)).toEqual(['error', 0, 0]);
    expect(await statusOf(user, twin)).toEqual(['unknown', 1, 0]);
    const { body } = await server.call(listTwinChildren, { params: { id: twin.id }, query: {} }, { as: user });
    expect(body.data).toMatchObject([{ id: room.id, status: 'error', below: { errors: 0, warnings: 0 } }]);
    const { originId } = (await server.database.db.select().from(alarms).where(eq(alarms.id, id)))[0] ?? fail();
    await resolveAlarms(server.database.db, [{ origin: 'rule', originId, identifier: 'rule' }], new Date());
    expect(await statusOf(user, room)).toEqual(['unknown', 0, 0]);
    expect(await statusOf(user, twin)).toEqual(['unknown', 0, 0]);
  });

  it('does not count what the caller may not see', async () => {
    const { user, twin } = await place();
    const hidden = await server.make.twin({ parent: twin });
    await raise(hidden);
    const { scopeId } = await server.make.account();
    await server.database.pool.query('update twins set scope_id = $1 where id = $2', [scopeId, hidden.id]);
    expect(await statusOf(user, twin)).toEqual(['unknown', 0, 0]);
  });
});

function fail(): never {
  throw new Error('no such alarm');
}

describe('an alarm', () => {
  it('is acknowledged and assigned once, with name and time', async () => {
    const { user, twin } = await place();
    const id = await raise(twin);
    const acknowledge = async (isAcknowledged = true) =>
      (await server.call(acknowledgeAlarms, { body: { ids: [id], isAcknowledged } }, { as: user })).body.data;
    expect([await acknowledge(), await acknowledge()]).toEqual([{ changed: 1 }, { changed: 0 }]);
    await server.call(assignAlarms, { body: { ids: [id], to: 'me' } }, { as: user });
    expect(await read(user, id)).toMatchObject({
      acknowledgedBy: 'Test User',
      acknowledgedAt: expect.any(String),
      assignee: { id: user.id, name: 'Test User' },
      abilities: { handle: true },
    });
    await server.call(assignAlarms, { body: { ids: [id], to: null } }, { as: user });
    await acknowledge(false);
    expect(await read(user, id)).toMatchObject({ acknowledgedAt: null, acknowledgedBy: null, assignee: null });
  });

  it('that is muted leaves the status alone until the time is over', async () => {
    const { user, twin } = await place();
    const id = await raise(twin);
    const until = at(60).toISOString();
    await server.call(muteAlarms, { body: { ids: [id], until } }, { as: user });
    expect(await read(user, id)).toMatchObject({ isMuted: true, mutedUntil: until });
    expect(await statusOf(user, twin)).toEqual(['unknown', 0, 0]);
    await minute(61);
    expect(await statusOf(user, twin)).toEqual(['warning', 0, 0]);
  });

  it('is the same number everywhere', async () => {
    const { user, twin } = await place();
    await raise(twin);
    await raise(twin, 'error');
    const { body } = await server.call(countOpenAlarms, { query: { dtwinId: twin.id } }, { as: user });
    expect(body.data).toEqual({ error: 1, warning: 1 });
    expect(await fixture.list(user, { status: 'unresolved' })).toHaveLength(2);
  });

  it('of somebody else is neither acknowledged, assigned nor muted', async () => {
    const { twin } = await place();
    const id = await raise(twin);
    const { user: stranger } = await place();
    const calls = [
      await server.call(acknowledgeAlarms, { body: { ids: [id] } }, { as: stranger }),
      await server.call(assignAlarms, { body: { ids: [id], to: 'me' } }, { as: stranger }),
      await server.call(muteAlarms, { body: { ids: [id], until: null } }, { as: stranger }),
    ];
    expect(calls.map(({ status, body }) => [status, body.code])).toEqual(calls.map(() => [404, 'ALARM_NOT_FOUND']));
  });
});

describe('a maintenance', () => {
  it('mutes a twin and what lies below it, and ends', async () => {
    const { user, twin, account } = await place();
    const room = await server.make.twin({ account, parent: twin });
    const before = await raise(room);
    const params = { id: twin.id };
    const body = { from: at(-1).toISOString(), to: at(60).toISOString(), reason: 'Filter' };
    const { body: made, status } = await server.call(createMaintenance, { params, body }, { as: user });
    expect([status, made.data]).toMatchObject([201, { reason: 'Filter', includesBelow: true, createdBy: 'Test User' }]);
    const during = await raise(room);
    for (const id of [before, during]) expect(await read(user, id)).toMatchObject({ isMuted: true, mutedUntil: null });
    const listed = await server.call(listMaintenances, { params: { id: room.id } }, { as: user });
    expect(listed.body.data).toMatchObject([{ dtwinId: twin.id }]);
    const windowId = made.data.id;
    await server.call(deleteMaintenance, { params: { ...params, window: windowId } }, { as: user });
    expect(await read(user, during)).toMatchObject({ isMuted: false });
    expect(await statusOf(user, room)).toEqual(['warning', 0, 0]);
    const again = await server.call(deleteMaintenance, { params: { ...params, window: windowId } }, { as: user });
    expect([again.status, again.body.code]).toEqual([404, 'MAINTENANCE_NOT_FOUND']);
  });

  it('of a twin alone does not mute what lies below', async () => {
    const { user, twin, account } = await place();
    const room = await server.make.twin({ account, parent: twin });
    const id = await raise(room);
    const body = { from: at(-1).toISOString(), to: at(60).toISOString(), includesBelow: false };
    await server.call(createMaintenance, { params: { id: twin.id }, body }, { as: user });
    expect(await read(user, id)).toMatchObject({ isMuted: false });
  });
});

describe('an escalation', () => {
  const plan = (alarmId: number, minutes: number) =>
    planEscalations(server.database.db, [
      { alarmId, position: 0, dueAt: at(minutes), recipients: ['chief@example.org'] },
    ]);

  it('is queued once when it is due, however often it is looked for', async () => {
    const { twin } = await place();
    const id = await raise(twin);
    await plan(id, 10);
    await minute(9);
    expect(await queuedFor(id)).toEqual([]);
    await Promise.all([minute(11), minute(11)]);
    await minute(12);
    expect(await queuedFor(id)).toEqual([{ alarmId: id, position: 0 }]);
  });

  it('is not needed once the alarm is acknowledged, and waits while it is muted', async () => {
    const { user, twin } = await place();
    const [acknowledged, muted] = [await raise(twin), await raise(twin)];
    await plan(acknowledged, 10);
    await plan(muted, 10);
    await server.call(acknowledgeAlarms, { body: { ids: [acknowledged] } }, { as: user });
    await server.call(muteAlarms, { body: { ids: [muted], until: at(30).toISOString() } }, { as: user });
    await minute(20);
    expect([await queuedFor(acknowledged), await queuedFor(muted)]).toEqual([[], []]);
    await minute(31);
    expect([await queuedFor(acknowledged), await queuedFor(muted)]).toEqual([[], [{ alarmId: muted, position: 0 }]]);
  });

  it('is lost with the transaction that queued it, and queued again', async () => {
    const { twin } = await place();
    const id = await raise(twin);
    await plan(id, -1);
    const { db } = server.database;
    const broken = db.transaction(async (tx) => {
      await everyMinute.run({
        ...{ scheduledAt: at(0), signal: new AbortController().signal, log: createLog('silent') },
        db: tx as unknown as typeof db,
      });
      throw new Error('killed');
    });
    await expect(broken).rejects.toThrow('killed');
    expect(await queuedFor(id)).toEqual([]);
    await minute(0);
    expect(await queuedFor(id)).toEqual([{ alarmId: id, position: 0 }]);
  });
});
