import { listAlarms, readAlarmStatistics } from '@stellwerk/contract/alarm';
import { listDevices } from '@stellwerk/contract/device';
import { readDeviceGeoMeta } from '@stellwerk/contract/device-map';
import {
  createSmartGroup,
  deleteSmartGroup,
  executeSmartGroup,
  listSmartGroups,
  readSmartGroup,
  readSmartGroupFigures,
  readSmartGroupPackets,
  type SmartGroup,
  updateSmartGroup,
} from '@stellwerk/contract/smart-group';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/server.ts';
import { setDeviceStatus } from '../../ingest/newest/testing/newest.fixture.ts';
import { createLog } from '../../platform/log/log.ts';
import { createAlarmFixture } from '../alarm-log/testing/alarms.fixture.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../devices/testing/devices.fixture.ts';
import { storePackets } from '../devices/testing/packets.fixture.ts';
import { smartGroupUses } from './index.ts';

let nowMs = Date.parse('2026-03-10T12:30:00Z');
const usedIds = new Set<number>();
const uses = smartGroupUses.add(async (_db, id) => (usedIds.has(id) ? ['Report "Night"'] : []));

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer({ clock: { now: () => new Date(nowMs) }, extraExtensions: [uses] });
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

const permissions = [...everything, 'VirtualDeviceGroup.manage', 'VirtualDeviceGroup.write', 'VirtualDeviceGroup.read'];
type Creation = z.input<typeof createSmartGroup.body>;

async function make(as: TestUser, body: Partial<Creation> = {}): Promise<SmartGroup> {
  const all = { tenantId: as.account.id, title: 'group', ...body };
  const { status, body: answer } = await server.call(createSmartGroup, { body: all }, { as });
  expect([status, answer.code]).toEqual([201, undefined]);
  return answer.data;
}
const change = (as: TestUser, id: number, body: object) =>
  server.call(updateSmartGroup, { params: { id }, body }, { as });
const members = async (as: TestUser, id: number, query: object = {}) => {
  const { status, body } = await server.call(executeSmartGroup, { params: { id }, query }, { as });
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data.map(({ title }) => title);
};

async function plant() {
  const { user, account, connector } = await fixture.manager({ permissions });
  const pump = await fixture.create(user, connector, { title: 'pump', tags: ['water'], groups: ['north'] });
  const valve = await fixture.create(user, connector, { title: 'valve', tags: ['water'] });
  const lamp = await fixture.create(user, connector, { title: 'lamp' });
  await setDeviceStatus(server.database.db, pump.id, { health: 3, lastSeenAt: new Date(nowMs - 3_600_000) });
  await setDeviceStatus(server.database.db, valve.id, { health: 1, lastSeenAt: new Date(nowMs - 50 * 3_600_000) });
  return { user, account, connector, pump, valve, lamp };
}

describe('a smart group', () => {
  it('contains all devices of its account without a filter, and none of other accounts', async () => {
    const { user, account } = await plant();
    const below = await server.make.account({ parent: account });
    const inner = await fixture.manager({ account: below });
    await fixture.create(inner.user, inner.connector, { title: 'below' });
    const group = await make(user);
    expect(await members(user, group.id)).toEqual(['lamp', 'pump', 'valve']);
  });

  it.each([
    [{ tags: ['water'] }, ['pump', 'valve']],
    [{ tags: ['water'], groups: ['north'] }, ['pump']],
    [{ health: ['error' as const] }, ['pump']],
    [{ search: '"lamp"' }, ['lamp']],
    [{ search: 'pump lamp', search_operator: 'OR' as const }, ['lamp', 'pump']],
    // Never heard of counts as silent.
    [{ silentHours: 24 }, ['lamp', 'valve']],
    [{ disabled: true }, []],
  ])('finds the devices that match %j when it is read', async (filter, expected) => {
    const { user } = await plant();
    expect(await members(user, (await make(user, { filter })).id)).toEqual(expected);
  });

  it('is narrowed further by the filters of the call, in lists, maps and counts', async () => {
    const { user } = await plant();
    const group = await make(user, { filter: { tags: ['water'], search: 'a' } });
    expect(await members(user, group.id, { search: 'v' })).toEqual(['valve']);
    const query = { smartGroupId: String(group.id) };
    const listed = await server.call(listDevices, { query: { ...query, health: 'ok' } }, { as: user });
    expect(listed.body.data.map(({ title }) => title)).toEqual(['valve']);
    const meta = await server.call(readDeviceGeoMeta, { query }, { as: user });
    expect([meta.status, meta.body.data.count]).toEqual([200, 0]);
  });

  it('shows its figures of the devices that the caller may see', async () => {
    const { user, account } = await plant();
    const { id } = await make(user, { filter: { tags: ['water'] } });
    const { body } = await server.call(readSmartGroupFigures, { params: { id } }, { as: user });
    expect(body.data).toMatchObject({ devices: 2, disabled: 0, active: 1, byHealth: { ok: 1, error: 1, warning: 0 } });
    const blind = await server.make.user({ account, permissions: ['VirtualDeviceGroup.read'] });
    const unseen = await server.call(readSmartGroupFigures, { params: { id } }, { as: blind });
    expect([unseen.status, unseen.body.data.devices]).toEqual([200, 0]);
  });

  it('is listed, found by its title, and filtered by account', async () => {
    const { user } = await plant();
    for (const title of ['Pumps', 'Lamps']) await make(user, { title });
    const list = async (query: object) => {
      const { body } = await server.call(listSmartGroups, { query }, { as: user });
      return body.data.map(({ title }) => title);
    };
    expect(await list({})).toEqual(['Lamps', 'Pumps']);
    expect(await list({ search: 'pum' })).toEqual(['Pumps']);
    expect(await list({ tenantIds: String(user.account.id), sort: '-title' })).toEqual(['Pumps', 'Lamps']);
  });

  it('is changed by one of two people at a time', async () => {
    const { user } = await plant();
    const group = await make(user);
    const first = await change(user, group.id, { title: 'first', revision: group.revision });
    expect([first.status, first.body.data.title]).toEqual([200, 'first']);
    const second = await change(user, group.id, { title: 'second', revision: group.revision });
    expect([second.status, second.body.code]).toEqual([409, 'SMART_GROUP_CHANGED_MEANWHILE']);
  });

  it('is not deleted while a report uses it', async () => {
    const { user, pump } = await plant();
    const { id } = await make(user);
    usedIds.add(id);
    const refused = await server.call(deleteSmartGroup, { params: { id } }, { as: user });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'SMART_GROUP_IN_USE', params: { uses: 'Report "Night"' } },
    ]);
    usedIds.delete(id);
    expect((await server.call(deleteSmartGroup, { params: { id } }, { as: user })).status).toBe(200);
    const gone = await server.call(readSmartGroup, { params: { id } }, { as: user });
    expect([gone.status, gone.body.code]).toEqual([404, 'SMART_GROUP_NOT_FOUND']);
    const kept = await server.call(listDevices, { query: { search: pump.externalId } }, { as: user });
    expect(kept.body.total).toBe(1);
  });

  it('is for those with permission in its account', async () => {
    const { user, account, connector } = await plant();
    const { id } = await make(user);
    const stranger = (await fixture.manager({ permissions })).user;
    const reader = await server.make.user({ account, permissions: ['VirtualDeviceGroup.read'] });
    const attempt = async (as: TestUser) => (await change(as, id, { title: 'x' })).status;
    expect([await attempt(stranger), await attempt(reader)]).toEqual([404, 403]);
    const query = { smartGroupId: String(id) };
    expect((await server.call(listDevices, { query }, { as: stranger })).status).toBe(404);
    const foreign = await change(stranger, (await make(stranger)).id, { filter: { connectorId: connector.id } });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'BRIDGE_NOT_FOUND']);
  });
});

describe('the alarm log of a smart group', () => {
  it('has the alarms of its devices, also in the statistics', async () => {
    const { user, account, pump, lamp } = await plant();
    const { alarm } = createAlarmFixture(server);
    const [own] = [await alarm({ ...pump, path: '', account }), await alarm({ ...lamp, path: '', account })];
    const group = await make(user, { filter: { tags: ['water'] } });
    const query = { smartGroupId: String(group.id) };
    const { body } = await server.call(listAlarms, { query }, { as: user });
    expect([body.total, body.data.map(({ id }) => id)]).toEqual([1, [own]]);
    const counted = await server.call(readAlarmStatistics, { query }, { as: user });
    expect(counted.body.data.unresolved).toEqual({ error: 0, warning: 1 });
  });
});

describe('packet monitoring', () => {
  async function tick(): Promise<void> {
    const count = server.schedules.find(({ name }) => name === 'smart-groups.count-packets');
    const { db } = server.database;
    const run = { db, scheduledAt: new Date(nowMs), signal: new AbortController().signal, log: createLog('silent') };
    await count?.run(run);
  }
  const alarms = async (as: TestUser, id: number) => {
    const query = { smartGroupId: String(id), type: 'packets' as const };
    const { body } = await server.call(listAlarms, { query }, { as, headers: { 'accept-language': 'en' } });
    return body.data.map(({ status, category, severity, smartGroup, message }) => ({
      ...{ status, category, severity, group: smartGroup?.id },
      packets: /(\d+) packets/.exec(message)?.[1],
    }));
  };

  it('counts the packets of full hours, opens one alarm below the threshold, and resolves it', async () => {
    nowMs = Date.parse('2026-03-10T12:30:00Z');
    const { user, pump, valve, lamp } = await plant();
    await storePackets(server, pump, [
      { at: '2026-03-09T11:59:59Z' },
      { at: '2026-03-09T12:00:00Z' },
      { at: '2026-03-10T11:10:00Z' },
    ]);
    await storePackets(server, valve, [{ at: '2026-03-10T11:59:59Z' }, { at: '2026-03-10T12:01:00Z' }]);
    await storePackets(server, lamp, [{ at: '2026-03-10T10:00:00Z' }]);
    const { id } = await make(user, { filter: { tags: ['water'] }, packetThreshold: 4, monitorsPackets: true });
    const startDate = '2026-03-10T10:00:00Z';
    const read = async () =>
      (await server.call(readSmartGroupPackets, { params: { id }, query: { startDate } }, { as: user })).body.data;
    expect(await read()).toMatchObject({ countedUntil: null, last24Hours: null });
    await tick();
    expect(await read()).toEqual({
      buckets: [
        { at: '2026-03-10T10:00:00.000Z', accepted: 0 },
        { at: '2026-03-10T11:00:00.000Z', accepted: 2 },
        { at: '2026-03-10T12:00:00.000Z', accepted: 0 },
      ],
      countedSince: '2026-03-09T12:00:00.000Z',
      countedUntil: '2026-03-10T12:00:00.000Z',
      last24Hours: 3,
    });
    const open = { status: 'unresolved', category: 'packet-threshold', severity: 'error', group: id, packets: '3' };
    expect(await alarms(user, id)).toEqual([open]);
    // Counting again neither counts twice nor opens a second alarm.
    await tick();
    expect([(await read()).last24Hours, await alarms(user, id)]).toEqual([3, [open]]);

    nowMs = Date.parse('2026-03-10T13:05:00Z');
    await storePackets(server, pump, [{ at: '2026-03-10T12:20:00Z' }, { at: '2026-03-10T12:40:00Z' }]);
    await tick();
    expect([(await read()).last24Hours, await alarms(user, id)]).toEqual([5, [{ ...open, status: 'resolved' }]]);
  });

  it('takes a change of the threshold at once, and ends when it is switched off', async () => {
    nowMs = Date.parse('2026-04-10T12:30:00Z');
    const { user, pump } = await plant();
    await storePackets(server, pump, [{ at: '2026-04-10T11:00:00Z' }]);
    const { id } = await make(user, { packetThreshold: 1, monitorsPackets: true });
    await tick();
    expect(await alarms(user, id)).toEqual([]);
    await change(user, id, { packetThreshold: 2 });
    expect(await alarms(user, id)).toMatchObject([{ status: 'unresolved' }]);
    await change(user, id, { monitorsPackets: false });
    expect(await alarms(user, id)).toMatchObject([{ status: 'resolved' }]);
  });

  it('needs a threshold', async () => {
    const { user } = await plant();
    const body = { tenantId: user.account.id, title: 'group', monitorsPackets: true };
    const refused = await server.call(createSmartGroup, { body }, { as: user });
    expect([refused.status, refused.body.code]).toEqual([400, 'SMART_GROUP_NO_THRESHOLD']);
  });

  it('counts anew for another filter', async () => {
    nowMs = Date.parse('2026-05-10T12:30:00Z');
    const { user, pump, lamp } = await plant();
    await storePackets(server, pump, [{ at: '2026-05-10T11:00:00Z' }]);
    await storePackets(server, lamp, [{ at: '2026-05-10T11:00:00Z' }, { at: '2026-05-10T11:01:00Z' }]);
    const { id } = await make(user, { filter: { tags: ['water'] } });
    const query = { startDate: '2026-05-10T00:00:00Z', duration: 'day' as const };
    const read = async () => (await server.call(readSmartGroupPackets, { params: { id }, query }, { as: user })).body;
    await tick();
    expect((await read()).data.last24Hours).toBe(1);
    await change(user, id, { filter: { search: 'lamp' } });
    expect((await read()).data).toMatchObject({ countedUntil: null, last24Hours: null });
    await tick();
    expect((await read()).data.last24Hours).toBe(2);
  });
});
