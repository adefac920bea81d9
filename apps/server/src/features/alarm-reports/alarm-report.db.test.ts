import {
  createAlarmReport,
  deleteAlarmReport,
  listAlarmReportRuns,
  listAlarmReports,
  type newAlarmReport,
  previewAlarmReport,
  switchAlarmReport,
  testAlarmReport,
  updateAlarmReport,
} from '@stellwerk/contract/alarm-report';
import { minuteOfReport } from '@stellwerk/contract/alarm-report-times';
import { createSmartGroup, deleteSmartGroup } from '@stellwerk/contract/smart-group';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
import { makeConnector, type Rig, startRig, stateOf } from '../../../test/connectors/rig.ts';
import type { TestDevice, TestUser } from '../../../test/factories.ts';
import { createLog } from '../../platform/log/log.ts';
import { startMailbox } from '../../platform/mail/testing/mailbox.ts';
import { createOutbox } from '../../platform/outbox/outbox.ts';
import { createAlarmFixture } from '../alarm-log/testing/alarms.fixture.ts';
import { alarms } from '../alarms/index.ts';
import { twins } from '../twins/index.ts';
import { alarmReports } from './alarm-report.table.ts';

const waits = { timeout: 20_000, interval: 30 };
const permissions = ['all.manage', 'VirtualDevice.manage'];

/** Saturday, 28 March 2026, noon in Berlin. The clock goes forward in the following night. */
const startMs = Date.UTC(2026, 2, 28, 11);
const hourMs = 3_600_000;
let nowMs = startMs;
beforeEach(() => {
  nowMs = startMs;
});

let rig: Rig;
let fixture: ReturnType<typeof createAlarmFixture>;
beforeAll(async () => {
  rig = await startRig({ clock: { now: () => new Date(nowMs) } });
  fixture = createAlarmFixture(rig.server);
});
afterAll(() => rig.close());

type Fields = z.input<typeof newAlarmReport>;

async function connectMail(user: TestUser, port: number): Promise<number> {
  const options = { host: '127.0.0.1', port, security: 'none', sender: 'own@example.com' };
  const made = await makeConnector(rig.server, { type: 'mail-outgoing', options }, user);
  await vi.waitFor(async () => expect((await stateOf(rig.server, made)).state).toBe('connected'), waits);
  return made.id;
}

/** A mail connector that never runs. */
const idleMail = async ({ account }: TestUser): Promise<number> =>
  (await rig.server.make.connector({ account, type: 'mail-outgoing' })).id;

const bodyOf = (user: TestUser, connectorId: number, more: Partial<Fields> = {}): Fields => ({
  tenantId: user.account.id,
  name: 'Morgenbericht',
  actions: [{ connectorId, to: ['erika@example.com'] }],
  ...more,
});

async function create(as: TestUser, connectorId: number, more: Partial<Fields> = {}) {
  const { status, body } = await rig.server.call(createAlarmReport, { body: bodyOf(as, connectorId, more) }, { as });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}

const read = async (as: TestUser, id: number) =>
  (await rig.server.call(listAlarmReports, { query: {} }, { as })).body.data.find((each) => each.id === id);

const runsOf = async (as: TestUser, reportId: number) =>
  (await rig.server.call(listAlarmReportRuns, { query: { reportId } }, { as })).body.data;

/** Does what the job engine does every minute. */
async function tick(): Promise<void> {
  const due = rig.server.schedules.find(({ name }) => name === 'alarm-reports.run-due');
  const { db } = rig.server.database;
  await due?.run({ db, scheduledAt: new Date(nowMs), signal: new AbortController().signal, log: createLog('silent') });
}

async function startOutbox() {
  const { database, deliverers } = rig.server;
  const log = createLog('silent');
  const outbox = createOutbox({ database, deliverers, log, clock: { now: () => new Date() }, pollMs: 300 });
  await outbox.start();
  onTestFinished(() => outbox.stop());
}

const resolve = (id: number, at: Date) =>
  rig.server.database.db.update(alarms).set({ resolvedAt: at }).where(eq(alarms.id, id));

const ago = (hours: number) => new Date(nowMs - hours * hourMs);

const alarm = (device: TestDevice, message: string, hours: number, severity: 'error' | 'warning' = 'error') =>
  fixture.alarm(device, { message, severity, openedAt: ago(hours) });

describe('a report that fires', () => {
  it('sends the new, active and resolved alarms since the last run, in the hour of its zone', async () => {
    const mailbox = await startMailbox();
    await startOutbox();
    const user = await rig.server.make.user({ permissions });
    const connectorId = await connectMail(user, mailbox.port);
    const device = await rig.server.make.device({ account: user.account });
    await rig.server.database.db.update(twins).set({ title: 'Pumpe <7>' }).where(eq(twins.id, device.id));
    const other = await rig.server.make.device();
    await alarm(device, 'alt und offen', 48);
    const old = await alarm(device, 'alt und behoben', 48, 'warning');
    const report = await create(user, connectorId, { subject: '{{ alarmReportName }} | {{resolvedStatus}}' });
    const minute = minuteOfReport(report.id);
    // Between 6:00 and 7:00, which is 05:00Z before and 04:00Z after the change of the clock.
    expect(report.nextRuns.slice(0, 2)).toEqual([
      new Date(Date.UTC(2026, 2, 29, 4, minute)).toISOString(),
      new Date(Date.UTC(2026, 2, 30, 4, minute)).toISOString(),
    ]);
    nowMs = Date.UTC(2026, 2, 29, 4, minute);
    await alarm(device, 'neu', 2);
    await resolve(await alarm(device, 'kurz', 3, 'warning'), ago(1));
    await resolve(old, ago(5));
    await alarm(other, 'fremd', 2);
    nowMs -= 1_000;
    await tick();
    expect(await runsOf(user, report.id)).toEqual([]);
    nowMs += 1_000;
    await tick();
    await tick();
    const mail = await mailbox.next();
    expect(mail.to).toEqual(['erika@example.com']);
    expect(mail.from).toBe('own@example.com');
    expect(mail.headers.subject).toEqual(['Morgenbericht | 2 offen']);
    const sections = mail.text.split('\n\n').map((section) => section.split('\n'));
    const rowsOf = (title: string) => sections.find(([first]) => first === title)?.slice(1);
    expect(rowsOf('Neue Fehler')).toHaveLength(1);
    expect(rowsOf('Neue Fehler')?.[0]).toMatch(/^- 29\.03\.2026, 0?\d:\d\d \| Pumpe <7> \| Gerät \| neu$/);
    expect(rowsOf('Neue Warnungen')?.[0]).toContain('kurz');
    expect(rowsOf('Weiterhin offene Fehler')?.[0]).toContain('alt und offen');
    expect(rowsOf('Weiterhin offene Warnungen')).toEqual(['Keine']);
    expect(rowsOf('Behobene Warnungen')?.map((row) => row.split(' | ').at(-1))).toEqual(['kurz', 'alt und behoben']);
    expect(mail.text).not.toContain('fremd');
    expect(mail.html).toContain(`href="https://stellwerk.test/#/virtual-devices/${device.id}"`);
    expect(mail.html).toContain('Pumpe &lt;7&gt;');
    await vi.waitFor(async () => expect((await read(user, report.id))?.lastRun?.state).toBe('sent'), waits);
    expect(await runsOf(user, report.id)).toMatchObject([
      {
        at: new Date(nowMs).toISOString(),
        since: new Date(startMs).toISOString(),
        counts: {
          newErrors: 1,
          newWarnings: 1,
          activeErrors: 1,
          activeWarnings: 0,
          resolvedErrors: 0,
          resolvedWarnings: 2,
        },
        actions: [{ to: ['erika@example.com'], state: 'sent', message: null }],
      },
    ]);
    // The next day, the new error has become an active one, and the resolved ones are gone.
    nowMs += 24 * hourMs;
    await tick();
    const next = await mailbox.next();
    expect(next.text.split('\n').filter((line) => line.startsWith('- ') && line.includes('Pumpe'))).toHaveLength(2);
    expect((await runsOf(user, report.id))[0]?.counts).toMatchObject({
      newErrors: 0,
      activeErrors: 2,
      resolvedWarnings: 0,
    });
    expect(mailbox.received).toEqual([]);
  });

  it('sends nothing without alarms, unless it is always sent', async () => {
    const user = await rig.server.make.user({ permissions });
    const connectorId = await idleMail(user);
    const device = await rig.server.make.device({ account: user.account });
    await alarm(device, 'only a warning', 1, 'warning');
    const errors = { tables: ['overview' as const, 'newErrors' as const] };
    const silent = await create(user, connectorId, errors);
    const always = await create(user, connectorId, { ...errors, condition: 'always' });
    nowMs += 24 * hourMs;
    await tick();
    expect((await read(user, silent.id))?.lastRun).toMatchObject({ state: 'skipped', actions: [] });
    expect((await read(user, always.id))?.lastRun).toMatchObject({ state: 'queued' });
  });

  it('runs once after a downtime of several days, for the whole time', async () => {
    const user = await rig.server.make.user({ permissions });
    const report = await create(user, await idleMail(user));
    const device = await rig.server.make.device({ account: user.account });
    nowMs += 100 * hourMs;
    await alarm(device, 'during the downtime', 70);
    await tick();
    const runs = await runsOf(user, report.id);
    expect(runs).toMatchObject([{ since: new Date(startMs).toISOString(), counts: { newErrors: 1 } }]);
    const next = Date.parse((await read(user, report.id))?.nextRuns[0] ?? '');
    expect(next).toBeGreaterThan(nowMs);
    expect(next - nowMs).toBeLessThanOrEqual(24 * hourMs);
  });

  it('reports alarms of packet monitoring apart from those of devices', async () => {
    const user = await rig.server.make.user({ permissions });
    const connectorId = await idleMail(user);
    const device = await rig.server.make.device({ account: user.account });
    await alarm(device, 'device alarm', 1);
    const group = {
      origin: 'group',
      originId: 1,
      twinId: null,
      category: 'packet-threshold',
      severity: 'error' as const,
    };
    await fixture.alarm(device, { ...group, message: 'too few packets', openedAt: ago(1) });
    const preview = async (type: Fields['type']) => {
      const report = bodyOf(user, connectorId, { type, language: 'en-US' });
      const { body } = await rig.server.call(previewAlarmReport, { body: { report } }, { as: user });
      return body.data.mail.text;
    };
    expect(await preview('deviceAlarms')).toContain('device alarm');
    expect(await preview('deviceAlarms')).not.toContain('too few packets');
    expect(await preview('packetMonitoring')).toContain('too few packets');
    expect(await preview('packetMonitoring')).not.toContain('device alarm');
  });

  it('is about the devices that match its smart group now, or about the packets of the group', async () => {
    const { server } = rig;
    const user = await server.make.user({ permissions: [...permissions, 'VirtualDeviceGroup.manage'] });
    const connectorId = await idleMail(user);
    const [pump, lamp] = [
      await server.make.device({ account: user.account }),
      await server.make.device({ account: user.account }),
    ];
    const filter = { search: pump.externalId };
    const made = await server.call(
      createSmartGroup,
      { body: { tenantId: user.account.id, title: 'Pumpen', filter } },
      { as: user },
    );
    const { id: smartGroupId } = made.body.data;
    await alarm(pump, 'pump alarm', 1);
    await alarm(lamp, 'lamp alarm', 1);
    const packets = { origin: 'packets', category: 'packet-threshold', twinId: null, openedAt: ago(1) };
    await fixture.alarm(pump, { ...packets, originId: smartGroupId, message: 'few packets' });
    await fixture.alarm(pump, { ...packets, originId: smartGroupId + 1_000, message: 'other packets' });
    const mailOf = async (type: Fields['type']) => {
      const report = bodyOf(user, connectorId, { type, smartGroupId, subject: '{{smartGroupName}}' });
      return (await server.call(previewAlarmReport, { body: { report } }, { as: user })).body.data.mail;
    };
    const devices = await mailOf('deviceAlarms');
    expect(devices.subject).toBe('Pumpen');
    expect(devices.text).toContain('pump alarm');
    expect(devices.text).not.toMatch(/lamp alarm|few packets/);
    expect((await mailOf('packetMonitoring')).text).toMatch(/few packets/);
    expect((await mailOf('packetMonitoring')).text).not.toMatch(/pump alarm|other packets/);
    const report = await create(user, connectorId, { smartGroupId });
    expect(report.smartGroup).toEqual({ id: smartGroupId, title: 'Pumpen' });
    const refused = await server.call(deleteSmartGroup, { params: { id: smartGroupId } }, { as: user });
    expect(refused.body).toMatchObject({ code: 'SMART_GROUP_IN_USE' });
    const sub = await server.make.user({ permissions: [...permissions, 'VirtualDeviceGroup.manage'] });
    const foreign = bodyOf(sub, await idleMail(sub), { smartGroupId });
    expect((await server.call(createAlarmReport, { body: foreign }, { as: sub })).body.code).toBe(
      'SMART_GROUP_NOT_FOUND',
    );
  });

  it('is switched off when its owner is gone or may not see the devices any more', async () => {
    const { server } = rig;
    const user = await server.make.user({ permissions });
    const { id } = await create(user, await idleMail(user));
    const colleague = await server.make.user({ account: user.account, permissions });
    await server.database.db.update(alarmReports).set({ ownerId: null }).where(eq(alarmReports.id, id));
    nowMs += 24 * hourMs;
    await tick();
    expect(await read(colleague, id)).toMatchObject({ active: false, owner: null, nextRuns: [] });
    const body = { id, active: true };
    const refused = await server.call(switchAlarmReport, { body }, { as: colleague });
    expect(refused.body.code).toBe('ALARM_REPORT_NO_OWNER');
    const { tenantId, ...fields } = bodyOf(colleague, await idleMail(colleague));
    const taken = await server.call(updateAlarmReport, { body: { ...fields, id } }, { as: colleague });
    expect(taken.body.data).toMatchObject({ active: true, owner: { id: colleague.id } });
    const reader = await server.make.user({ account: user.account, permissions: ['DigitalTwin.read'] });
    await server.database.db.update(alarmReports).set({ ownerId: reader.id }).where(eq(alarmReports.id, id));
    nowMs += 24 * hourMs;
    await tick();
    expect(await read(colleague, id)).toMatchObject({ active: false, lastRun: null });
  });
});

describe('POST /api/v1/alarm-logs/report/test-report-execution', () => {
  it('sends one action to the caller only, and does not count as a run', async () => {
    const mailbox = await startMailbox();
    const user = await rig.server.make.user({ permissions });
    const [connectorId, unused] = [await connectMail(user, mailbox.port), await idleMail(user)];
    const actions = [unused, connectorId].map((id) => ({ connectorId: id, to: ['boss@example.com'] }));
    const { id } = await create(user, connectorId, { actions, language: 'en-GB' });
    const report = bodyOf(user, connectorId, { actions, language: 'en-GB' });
    const send = async (actionIndex: number) =>
      (await rig.server.call(testAlarmReport, { body: { id, report, actionIndex } }, { as: user })).body;
    expect((await send(1)).data).toEqual({ to: user.email, problem: null });
    const mail = await mailbox.next();
    expect(mail.to).toEqual([user.email]);
    expect(mail.headers.subject).toEqual(['Morgenbericht: no alarms']);
    expect(mail.text).toContain('Time: 28 Mar 2026, 12:00 to 28 Mar 2026, 12:00 (Europe/Berlin)');
    expect(await runsOf(user, id)).toEqual([]);
    expect((await send(0)).data.problem).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect((await send(2)).code).toBe('ALARM_REPORT_NO_ACTION');
  });
});

describe('alarm reports', () => {
  it('are changed, switched and deleted by managers of the account; strangers get 404', async () => {
    const { server } = rig;
    const user = await server.make.user({ permissions });
    const connectorId = await idleMail(user);
    const { id } = await create(user, connectorId);
    const stranger = await server.make.user({ permissions });
    const reader = await server.make.user({ account: user.account, permissions: ['VirtualDevice.read'] });
    const { tenantId, ...fields } = bodyOf(user, connectorId, {
      name: 'Neu',
      timeFilter: { unit: 'weekDays', weekDays: [1] },
    });
    const calls = [
      (as: TestUser) => server.call(updateAlarmReport, { body: { ...fields, id } }, { as }),
      (as: TestUser) => server.call(switchAlarmReport, { body: { id, active: false } }, { as }),
      (as: TestUser) => server.call(listAlarmReportRuns, { query: { reportId: id } }, { as }),
      (as: TestUser) => server.call(deleteAlarmReport, { query: { id } }, { as }),
    ];
    expect(await read(stranger, id)).toBeUndefined();
    for (const call of calls) {
      expect(await call(stranger)).toMatchObject({ status: 404, body: { code: 'ALARM_REPORT_NOT_FOUND' } });
      expect((await call(reader)).status).toBe(403);
    }
    const [update, toggle, runs, remove] = calls;
    const changed = (await update?.(user))?.body;
    // Monday, 30 March.
    expect(changed?.data).toMatchObject({ name: 'Neu', tenantId: user.account.id });
    expect((await read(user, id))?.nextRuns[0]).toMatch(/^2026-03-30T04:/);
    expect((await toggle?.(user))?.status).toBe(200);
    expect(await read(user, id)).toMatchObject({ active: false, nextRuns: [] });
    expect((await runs?.(user))?.status).toBe(200);
    expect((await remove?.(user))?.status).toBe(200);
    expect(await read(user, id)).toBeUndefined();
  });

  it.each([
    ['an unknown placeholder', { subject: '{{password}}' }, 'subject'],
    ['a broken placeholder', { subject: '{{alarmReportName}' }, 'subject'],
    ['no days', { timeFilter: { unit: 'weekDays' } }, 'timeFilter.weekDays'],
    ['no tables', { tables: [] }, 'tables'],
    ['no action', { actions: [] }, 'actions'],
    ['an hour that no day has', { hour: 24 }, 'hour'],
  ])('refuse %s', async (_, more, path) => {
    const user = await rig.server.make.user({ permissions });
    const body = { ...bodyOf(user, await idleMail(user)), ...more } as Fields;
    const answer = await rig.server.call(createAlarmReport, { body }, { as: user });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(`"path":"${path}"`);
  });

  it('refuse connectors that send no mails, and those of other accounts', async () => {
    const { server } = rig;
    const user = await server.make.user({ permissions });
    const incoming = await server.make.connector({ account: user.account });
    const foreign = await server.make.connector({ type: 'mail-outgoing' });
    const send = async (connectorId: number) =>
      (await server.call(createAlarmReport, { body: bodyOf(user, connectorId) }, { as: user })).body.code;
    expect(await send(incoming.id)).toBe('BRIDGE_NO_MAILS');
    expect(await send(foreign.id)).toBe('BRIDGE_NOT_FOUND');
  });
});
