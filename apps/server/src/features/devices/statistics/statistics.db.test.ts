import {
  readDeviceStatistics,
  readDeviceTotals,
  readGrowth,
  readPacketStatistics,
} from '@stellwerk/contract/device-statistics';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { packetCounts } from '../../../ingest/log/packet.table.ts';
import { setDeviceStatus } from '../../../ingest/newest/testing/newest.fixture.ts';
import { twins } from '../../twins/index.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../testing/devices.fixture.ts';
import { storePackets } from '../testing/packets.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
const now = new Date('2026-03-30T10:30:00Z');
beforeAll(async () => {
  server = await startDeviceServer({ clock: { now: () => now } });
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

const failure = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

describe('GET /api/v1/virtualdevice/statistics/{id}', () => {
  const read = (as: TestUser, id: number, query: object) =>
    server.call(
      readDeviceStatistics,
      { params: { id }, query: { startDate: '2026-03-28T00:00:00Z', ...query } },
      { as },
    );

  it('counts packets on the clock of the zone, with gaps as zeros', async () => {
    const { user, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    await storePackets(server, device, [
      { at: '2026-03-28T22:59:59Z' },
      { at: '2026-03-28T23:00:00Z' },
      // The clocks have changed: this day has 23 hours.
      { at: '2026-03-29T21:59:59Z', fault: 'PARSER_ERROR' },
      { at: '2026-03-30T09:00:00Z' },
    ]);
    const { body } = await read(user, device.id, { duration: 'day' });
    expect(body.data).toEqual({
      buckets: [
        { at: '2026-03-27T23:00:00.000Z', accepted: 1, rejected: 0 },
        { at: '2026-03-28T23:00:00.000Z', accepted: 2, rejected: 1 },
        { at: '2026-03-29T22:00:00.000Z', accepted: 1, rejected: 0 },
      ],
      keptSince: '2026-03-28T22:59:59.000Z',
    });
    const hours = await read(user, device.id, { stopDate: '2026-03-28T03:00:00Z' });
    expect(hours.body.data.buckets).toHaveLength(3);
    expect(hours.body.data.buckets.every(({ accepted }) => accepted === 0)).toBe(true);
  });

  it('refuses spans that make no sense or too many buckets', async () => {
    const { user, connector } = await fixture.manager();
    const device = await fixture.create(user, connector);
    expect(failure(await read(user, device.id, { stopDate: '2026-01-01T00:00:00Z' }))).toEqual([
      400,
      'HISTORY_SPAN_INVALID',
    ]);
    expect(failure(await read(user, device.id, { startDate: '2020-01-01T00:00:00Z' }))).toEqual([
      400,
      'HISTORY_TOO_MANY_BUCKETS',
    ]);
    expect(failure(await read(user, device.id, { duration: 'year' }))).toEqual([400, 'PARAMETER_VALIDATION_ERROR']);
    const stranger = await server.make.user({ permissions: everything });
    expect(failure(await read(stranger, device.id, {}))).toEqual([404, 'VDEVICE_NOT_FOUND']);
  });
});

describe('POST /api/v1/virtualdevice/statistics', () => {
  it('reports how many devices there were, by connector and account', async () => {
    const { user, account, connector } = await fixture.manager();
    const below = await server.make.account({ parent: account });
    const other = await server.make.connector({ account, type: 'plain' });
    const make = async (createdAt: string, on = connector, tenantId = account.id) => {
      const { id } = await fixture.create(user, on, { tenantId });
      await server.database.db
        .update(twins)
        .set({ createdAt: new Date(createdAt) })
        .where(eq(twins.id, id));
    };
    await make('2025-01-01T00:00:00Z');
    await make('2026-03-01T12:00:00Z');
    await make('2026-03-02T12:00:00Z', other);
    await make('2026-03-04T12:00:00Z', other, below.id);
    const span = { startDate: '2026-03-01T00:00:00Z', stopDate: '2026-03-03T22:00:00Z' };
    const { body } = await server.call(readGrowth, { body: span }, { as: user });
    expect(body.data).toMatchObject({
      times: ['2026-02-28T23:00:00.000Z', '2026-03-01T23:00:00.000Z', '2026-03-02T23:00:00.000Z'],
      total: [2, 3, 3],
      byConnector: [
        { connectorId: connector.id, counts: [2, 2, 2] },
        { connectorId: other.id, counts: [0, 1, 1] },
      ],
      byAccount: [
        { tenantId: account.id, counts: [2, 3, 3] },
        { tenantId: below.id, counts: [0, 0, 0] },
      ],
    });
    const months = { startDate: '2025-12-31T23:00:00Z', duration: 'month' as const, tenantId: below.id };
    const own = await server.call(readGrowth, { body: months }, { as: user });
    expect(own.body.data.total).toEqual([0, 0, 1]);
    const backwards = { startDate: span.stopDate, stopDate: span.startDate };
    expect(failure(await server.call(readGrowth, { body: backwards }, { as: user }))).toEqual([
      400,
      'HISTORY_SPAN_INVALID',
    ]);
    const stranger = await server.make.user({ permissions: everything });
    const foreign = { ...span, tenantId: account.id };
    expect(failure(await server.call(readGrowth, { body: foreign }, { as: stranger }))).toEqual([
      404,
      'ACCOUNT_NOT_FOUND',
    ]);
    expect((await server.call(readGrowth, { body: span }, { as: stranger })).body.data.total).toEqual([0, 0, 0]);
  });
});

describe('GET /api/v1/virtualdevice/packet-statistics', () => {
  it('sums up the connectors of the visible accounts', async () => {
    const { user, account, connector } = await fixture.manager();
    const other = await server.make.connector({ account, type: 'plain' });
    const hour = (on: number, at: string, accepted: number) => ({
      connectorId: on,
      hour: new Date(at),
      accepted,
      rejected: 1,
      bytes: accepted * 10,
    });
    await server.database.db
      .insert(packetCounts)
      .values([
        hour(connector.id, '2026-03-30T09:00:00Z', 5),
        hour(other.id, '2026-03-30T09:00:00Z', 2),
        hour(other.id, '2026-03-29T20:00:00Z', 3),
      ]);
    const read = (as: TestUser, query: object) => server.call(readPacketStatistics, { query }, { as });
    const { body } = await read(user, {});
    expect(body.data.buckets).toHaveLength(25);
    expect(body.data.buckets.filter(({ accepted }) => accepted > 0)).toEqual([
      { at: '2026-03-29T20:00:00.000Z', accepted: 3, rejected: 1, bytes: 30 },
      { at: '2026-03-30T09:00:00.000Z', accepted: 7, rejected: 2, bytes: 70 },
    ]);
    const days = await read(user, { startDate: '2026-03-29T00:00:00Z', duration: 'day', tenantId: account.id });
    expect(days.body.data.buckets).toMatchObject([
      { at: '2026-03-28T23:00:00.000Z', accepted: 3 },
      { at: '2026-03-29T22:00:00.000Z', accepted: 7 },
    ]);
    const stranger = await server.make.user({ permissions: everything });
    const nothing = await read(stranger, {});
    expect(nothing.body.data.buckets.every(({ accepted }) => accepted === 0)).toBe(true);
    expect(failure(await read(stranger, { tenantId: account.id }))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });
});

describe('GET /api/v1/virtualdevice/device-statistics', () => {
  it('counts what the caller may see', async () => {
    const { user, account, connector } = await fixture.manager();
    const network = await server.make.connector({ account, type: 'network' });
    const seen = async (lastSeenAt: string | null, health: number) => {
      const { id } = await fixture.create(user, connector, { operationalStatus: 'inOperation' });
      const at = lastSeenAt === null ? null : new Date(lastSeenAt);
      await setDeviceStatus(server.database.db, id, { lastSeenAt: at, health });
      return id;
    };
    // Midnight in Berlin was at 22:00.
    await seen('2026-03-29T22:00:00Z', 1);
    await seen('2026-03-29T21:59:00Z', 2);
    await seen('2026-03-25T00:00:00Z', 3);
    const off = await seen('2026-03-05T00:00:00Z', 3);
    await server.database.db.update(twins).set({ disabled: true }).where(eq(twins.id, off));
    await fixture.create(user, network, { externalId: '70B3D54990001111' });
    const read = (as: TestUser, query: object = {}) => server.call(readDeviceTotals, { query }, { as });
    expect((await read(user)).body.data).toEqual({
      total: 5,
      disabled: 1,
      byHealth: { unknown: 1, ok: 1, warning: 1, error: 2, invalid: 0 },
      byOperationalStatus: {
        unset: 1,
        inTransit: 0,
        readyForOperation: 0,
        inOperation: 4,
        temporarilyInactive: 0,
        decommissioned: 0,
      },
      byConnectorType: [
        { type: 'plain', count: 4 },
        { type: 'network', count: 1 },
      ],
      seen: { today: 1, last24Hours: 2, lastWeek: 3, lastMonth: 4, never: 1 },
    });
    const stranger = await server.make.user({ permissions: everything });
    expect((await read(stranger)).body.data).toMatchObject({ total: 0, byConnectorType: [] });
    expect(failure(await read(stranger, { tenantId: account.id }))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    const nobody = await server.make.user({ permissions: ['DigitalTwin.manage'] });
    expect((await read(nobody)).status).toBe(403);
  });
});
