import { listExports } from '@stellwerk/contract/data-export';
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  type newSchedule,
  previewSchedule,
  runSchedule,
  updateSchedule,
} from '@stellwerk/contract/export-schedule';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
import { openHttpServer } from '../../../test/connectors/http-server.ts';
import { makeConnector, type Rig, startRig, stateOf } from '../../../test/connectors/rig.ts';
import type { TestUser } from '../../../test/factories.ts';
import { createLog } from '../../platform/log/log.ts';
import { startMailbox } from '../../platform/mail/testing/mailbox.ts';
import { createOutbox } from '../../platform/outbox/outbox.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { finishJob } from '../twins/testing/finish-job.ts';
import { exportSchedules } from './export-schedule.table.ts';

const waits = { timeout: 20_000, interval: 30 };
const permissions = ['all.manage', 'DigitalTwin.manage', 'VirtualDevice.manage'];

/** Before the first planned run in the tests: 29 March 2025, noon. The clock goes forward in the following night. */
const startMs = Date.UTC(2025, 2, 29, 11);
let nowMs = startMs;
beforeEach(() => {
  nowMs = startMs;
});

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ clock: { now: () => new Date(nowMs) } });
});
afterAll(() => rig.close());

const everyDay = { unit: 'daily' as const, hour: 6, minute: 0 };
const bodyOf = (user: TestUser, more: Partial<z.input<typeof newSchedule>> = {}): z.input<typeof newSchedule> => ({
  tenantId: user.account.id,
  name: 'Tagesbericht',
  selection: { twins: {} },
  timeRange: 'LAST_DAY',
  frequency: everyDay,
  ...more,
});

const create = async (as: TestUser, more: Partial<z.input<typeof newSchedule>> = {}) => {
  const { status, body } = await rig.server.call(createSchedule, { body: bodyOf(as, more) }, { as });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
};
const read = async (as: TestUser, id: number) =>
  (await rig.server.call(listSchedules, { query: {} }, { as })).body.data.find((each) => each.id === id);
const filesOf = async (as: TestUser, scheduleId: number) =>
  (await rig.server.call(listExports, { query: { scheduleId } }, { as })).body.data;

/** Does what the job engine does every minute. */
async function tick(): Promise<void> {
  const due = rig.server.schedules.find(({ name }) => name === 'exports.run-due');
  const { db } = rig.server.database;
  await due?.run({ db, scheduledAt: new Date(nowMs), signal: new AbortController().signal, log: createLog('silent') });
}

async function startOutbox() {
  const { database, deliverers } = rig.server;
  const outbox = createOutbox({
    database,
    deliverers,
    log: createLog('silent'),
    clock: { now: () => new Date() },
    pollMs: 300,
  });
  await outbox.start();
  onTestFinished(() => outbox.stop());
}

async function connect(user: TestUser, type: string, options: Record<string, unknown>) {
  const made = await makeConnector(rig.server, { type, options }, user);
  await vi.waitFor(async () => expect((await stateOf(rig.server, made)).state).toBe('connected'), waits);
  return made.id;
}

const connectMail = (user: TestUser, port: number) =>
  connect(user, 'mail-outgoing', { host: '127.0.0.1', port, security: 'none', sender: 'own@example.com' });

const write = (series: number, at: readonly string[]) =>
  rig.server.history.write(
    rig.server.database.db,
    at.map((time, seq) => ({ series, at: Date.parse(time), shard: 0, seq, value: seq + 1, source: 'manual' })),
  );

describe('a schedule that fires', () => {
  it('sends the rows of the day before by mail and to a connector, across the change of the clock', async () => {
    const mailbox = await startMailbox();
    const peer = await openHttpServer();
    onTestFinished(peer.close);
    await startOutbox();
    const user = await rig.server.make.user({ permissions });
    const connectorId = await connectMail(user, mailbox.port);
    const forwardTo = await connect(user, 'webhook-outgoing', { url: `http://127.0.0.1:${peer.port}/in` });
    const config = '{"contentType":"text","headers":["x-name: {{fileName}}"],"body":"{{csv}}"}';
    const state = await rig.server.make.state({ account: user.account, key: 'flow' });
    const schedule = await create(user, {
      mail: { to: ['erika@example.com'], content: 'attachment', connectorId },
      forward: { connectorId: forwardTo, config },
    });
    // 6:00 is 05:00Z before and 04:00Z after the change of the clock.
    expect(schedule.nextRuns.slice(0, 2)).toEqual(['2025-03-30T04:00:00.000Z', '2025-03-31T04:00:00.000Z']);
    // A day of 23 hours: midnight is 23:00Z before, 22:00Z after it.
    const inside = ['2025-03-29T23:00:00Z', '2025-03-30T21:59:59Z'];
    await write(state.id, ['2025-03-29T22:59:59Z', ...inside, '2025-03-30T22:00:00Z']);
    nowMs = Date.parse('2025-03-30T04:00:00Z');
    await tick();
    nowMs = Date.parse('2025-03-31T04:00:10Z');
    await tick();
    await tick();
    expect(await filesOf(user, schedule.id)).toHaveLength(2);
    await rig.server.jobs.start();
    onTestFinished(() => rig.server.jobs.stop());
    const mails = [await mailbox.next(), await mailbox.next()];
    const mail = mails.find(({ text }) => text.includes('von 2025-03-30 00:00 bis 2025-03-31 00:00'));
    expect(mail?.to).toEqual(['erika@example.com']);
    expect(mail?.from).toBe('own@example.com');
    expect(mail?.headers.subject).toEqual(['Export „Tagesbericht“']);
    expect(mail?.text).toContain('Zeilen: 2');
    const [attachment] = mail?.attachments ?? [];
    expect(attachment?.name).toMatch(/^Tagesbericht .*\.csv$/);
    const lines = attachment?.content.toString('utf8').trimEnd().split('\r\n').slice(1) ?? [];
    const times = ['2025-03-30T00:00:00.000+01:00;2', '2025-03-30T23:59:59.000+02:00;3'];
    expect(lines.map((line) => line.split(';').slice(-2).join(';'))).toEqual(times);
    await vi.waitFor(() => expect(peer.received).toHaveLength(2), waits);
    expect(peer.received.some(({ body }) => body.includes(times[1] ?? '-'))).toBe(true);
    await vi.waitFor(async () => {
      expect(await filesOf(user, schedule.id)).toMatchObject([
        { mail: { state: 'sent' }, forward: { state: 'sent' }, schedule: { id: schedule.id } },
        { mail: { state: 'sent' }, forward: { state: 'sent' } },
      ]);
    }, waits);
    expect((await read(user, schedule.id))?.lastRun).toMatchObject({ state: 'done', rowCount: 2, mailState: 'sent' });
  });

  it('contains what matches the filter when it runs, in the account of the schedule only', async () => {
    const user = await rig.server.make.user({ permissions });
    const { server } = rig;
    const [boiler, other] = await Promise.all(
      ['Kessel', 'Pumpe'].map((title) => server.make.twin({ account: user.account, title })),
    );
    const flow = await server.make.state({ twin: boiler!, key: 'flow' });
    await server.make.state({ twin: boiler!, key: 'other' });
    await server.make.state({ twin: other!, key: 'flow' });
    const schedule = await create(user, { selection: { twins: { search: 'kessel' } }, stateKeys: ['flow'] });
    const later = await server.make.twin({ account: user.account, title: 'Kessel 2' });
    const laterFlow = await server.make.state({ twin: later, key: 'flow' });
    const stranger = await server.make.twin({ title: 'Kessel 3' });
    const foreign = await server.make.state({ twin: stranger, key: 'flow' });
    for (const { id } of [flow, laterFlow, foreign]) await write(id, ['2025-03-28T12:00:00Z']);
    const started = await server.call(runSchedule, { params: { id: schedule.id } }, { as: user });
    expect(started.status).toBe(201);
    await finishJob(server, user, started.body.data.job.id);
    expect((await filesOf(user, schedule.id))[0]).toMatchObject({ file: { rowCount: 2 } });
  });

  it('finds devices by driver, group and status', async () => {
    const user = await rig.server.make.user({ permissions });
    const { server } = rig;
    const driver = await server.make.driver({ account: user.account });
    const device = await server.make.device({ account: user.account, driver });
    const state = await server.make.state({ twin: device });
    await server.make.state({ twin: await server.make.device({ account: user.account }) });
    const preview = async (devices: NonNullable<z.input<typeof newSchedule>['selection']['devices']>) =>
      (
        await server.call(
          previewSchedule,
          {
            body: {
              tenantId: user.account.id,
              selection: { devices },
              timeRange: 'CURRENT_DAY',
              frequency: everyDay,
            },
          },
          { as: user },
        )
      ).body.data;
    expect(await preview({})).toMatchObject({ twins: 2, states: 2 });
    expect(await preview({ driverIds: [driver.id] })).toMatchObject({ twins: 1, states: 1 });
    expect(await preview({ search: `"${device.externalId}"` })).toMatchObject({ twins: 1 });
    expect(await preview({ ids: [device.id] })).toMatchObject({ twins: 1, states: 1 });
    expect(await preview({ groups: ['none'] })).toMatchObject({ twins: 0, states: 0 });
    const { runs } = await preview({});
    expect(runs).toHaveLength(5);
    expect(runs[0]).toEqual({
      at: '2025-03-30T04:00:00.000Z',
      from: '2025-03-29T23:00:00.000Z',
      to: '2025-03-30T04:00:00.000Z',
    });
    expect(state.id).toBeGreaterThan(0);
  });

  it('runs every missed time of the last day once, and older ones not at all', async () => {
    const user = await rig.server.make.user({ permissions });
    const schedule = await create(user, { timeRange: 'LAST_HOUR', frequency: { unit: 'hourly', minute: 0 } });
    nowMs = startMs + 3 * 3_600_000;
    await tick();
    await tick();
    expect(await filesOf(user, schedule.id)).toHaveLength(3);
    nowMs = startMs + 10 * 86_400_000;
    await tick();
    const count = (await filesOf(user, schedule.id)).length;
    expect(count).toBeGreaterThanOrEqual(3 + 20 - 3);
    expect((await read(user, schedule.id))?.nextRuns[0]).toBe(new Date(nowMs + 3_600_000).toISOString());
  });

  it('is off without its owner, whose permissions decide about the files', async () => {
    const { server } = rig;
    const user = await server.make.user({ permissions });
    const schedule = await create(user);
    const colleague = await server.make.user({ account: user.account, permissions });
    await server.database.db.update(exportSchedules).set({ ownerId: null }).where(eq(exportSchedules.id, schedule.id));
    nowMs = Date.parse('2025-03-30T04:00:00Z');
    await tick();
    expect(await read(colleague, schedule.id)).toMatchObject({ active: false, owner: null, nextRuns: [] });
    const run = await server.call(runSchedule, { params: { id: schedule.id } }, { as: colleague });
    expect(run.body.code).toBe('EXPORT_SCHEDULE_NO_OWNER');
    expect((await server.database.db.select().from(users).where(eq(users.id, user.id))).length).toBe(1);
  });
});

describe('PUT /api/v1/export-schedules/{id}', () => {
  it('switches off and on without a change of the owner, and plans anew', async () => {
    const { server } = rig;
    const user = await server.make.user({ permissions });
    const manager = await server.make.user({ account: user.account, permissions: ['DigitalTwin.manage'] });
    const { id } = await create(user);
    const set = async (as: TestUser, body: object) =>
      (await server.call(updateSchedule, { params: { id }, body }, { as })).body;
    expect((await set(manager, { active: false })).data).toMatchObject({
      active: false,
      nextRuns: [],
      owner: { id: user.id },
    });
    nowMs = startMs + 5 * 86_400_000;
    const { data } = await set(user, { active: true });
    expect(data.nextRuns[0]).toBe('2025-04-04T04:00:00.000Z');
    const changed = await set(manager, { frequency: { unit: 'hourly', minute: 30 }, name: 'Neu' });
    expect(changed.data).toMatchObject({ name: 'Neu', owner: { id: manager.id }, timeRange: 'LAST_DAY' });
    expect(changed.data.nextRuns[0]).toBe('2025-04-03T11:30:00.000Z');
  });

  it('is for owners and managers; others read it, strangers get 404', async () => {
    const { server } = rig;
    const user = await server.make.user({ permissions });
    const { id } = await create(user);
    const reader = await server.make.user({ account: user.account, permissions: ['VirtualDevice.read'] });
    const stranger = await server.make.user({ permissions });
    const calls = [
      (as: TestUser) => server.call(updateSchedule, { params: { id }, body: { active: false } }, { as }),
      (as: TestUser) => server.call(runSchedule, { params: { id } }, { as }),
      (as: TestUser) => server.call(deleteSchedule, { params: { id } }, { as }),
    ];
    expect((await read(reader, id))?.abilities).toEqual({ change: false });
    expect(await read(stranger, id)).toBeUndefined();
    for (const call of calls) {
      expect((await call(reader)).status).toBe(403);
      expect(await call(stranger)).toMatchObject({ status: 404, body: { code: 'EXPORT_SCHEDULE_NOT_FOUND' } });
    }
    expect((await server.call(deleteSchedule, { params: { id } }, { as: user })).status).toBe(200);
    expect(await read(user, id)).toBeUndefined();
  });
});

describe('POST /api/v1/export-schedules', () => {
  it.each([
    ['no objects', { selection: {} }, 'selection'],
    ['a time without its minute', { frequency: { unit: 'daily', hour: 6 } }, 'frequency.minute'],
    ['a mail without connector', { mail: { to: ['a@example.com'] } }, 'mail.connectorId'],
    ['equal separator and decimal sign', { delimiter: ',', decimal: ',' }, 'decimal'],
  ])('refuses %s', async (_, more, path) => {
    const user = await rig.server.make.user({ permissions });
    const body = { ...bodyOf(user), ...more } as z.input<typeof newSchedule>;
    const answer = await rig.server.call(createSchedule, { body }, { as: user });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(`"path":"${path}"`);
  });

  it('refuses connectors that can’t do it, and a configuration that is no JSON', async () => {
    const user = await rig.server.make.user({ permissions });
    const incoming = await rig.server.make.connector({ account: user.account });
    const send = async (more: Partial<z.input<typeof newSchedule>>) =>
      (await rig.server.call(createSchedule, { body: bodyOf(user, more) }, { as: user })).body;
    expect((await send({ mail: { to: ['a@example.com'], connectorId: incoming.id } })).code).toBe('BRIDGE_NO_MAILS');
    expect((await send({ forward: { connectorId: incoming.id, config: '{}' } })).code).toBe('BRIDGE_NO_COMMANDS');
    expect(JSON.stringify(await send({ forward: { connectorId: incoming.id, config: '{nope' } }))).toContain(
      '"path":"forward.config"',
    );
    const foreign = await rig.server.make.connector();
    expect((await send({ forward: { connectorId: foreign.id, config: '{}' } })).code).toBe('BRIDGE_NOT_FOUND');
  });
});
