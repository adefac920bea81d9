import { readAlarmStatistics } from '@stellwerk/contract/alarm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createAlarmFixture } from './testing/alarms.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createAlarmFixture>;
const now = new Date('2026-04-02T12:00:00Z');
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
  fixture = createAlarmFixture(server);
});
afterAll(() => server.close());

async function statistics(as: TestUser, query: Record<string, unknown> = {}) {
  const { status, body } = await server.call(readAlarmStatistics, { query: query as never }, { as });
  expect([status, body.code]).toEqual([200, undefined]);
  const { byDay, byCategory, unresolved } = body.data;
  return {
    unresolved,
    byDay,
    busy: byDay.filter(({ created, resolved }) => created + resolved > 0),
    byCategory: byCategory.filter(({ error, warning }) => error + warning > 0),
  };
}

describe('GET /alarm-logs/statistics', () => {
  it('counts by category and severity, and by day what came and went, quiet days included', async () => {
    const { user, twin } = await fixture.place();
    const openedAt = new Date('2026-04-01T10:00:00Z');
    await fixture.alarm(twin, { openedAt, severity: 'error', category: 'battery' });
    await fixture.alarm(twin, { openedAt, category: 'battery', resolvedAt: new Date('2026-04-02T11:00:00Z') });
    await fixture.alarm(twin, { openedAt, category: 'connectivity', resolvedAt: new Date('2026-04-01T11:00:00Z') });
    await fixture.alarm(twin, { openedAt: new Date('2026-01-01T00:00:00Z'), severity: 'error' });
    const { byDay, busy, ...rest } = await statistics(user);
    expect(rest).toEqual({
      unresolved: { error: 2, warning: 0 },
      byCategory: [
        { category: 'connectivity', error: 0, warning: 1 },
        { category: 'battery', error: 1, warning: 1 },
      ],
    });
    expect(busy).toEqual([
      { day: '2026-04-01', created: 3, resolved: 1 },
      { day: '2026-04-02', created: 0, resolved: 1 },
    ]);
    expect([byDay.length, byDay[0]?.day, byDay.at(-1)?.day]).toEqual([30, '2026-03-04', '2026-04-02']);
  });

  it('has days of 23 and 25 hours on the clock of the zone', async () => {
    const { user, twin } = await fixture.place();
    // In Berlin 29 March 2026 lasts from 23:00 to 22:00 UTC, 25 October 2026 from 22:00 to 23:00.
    const moments = [
      ...['2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00Z'],
      ...['2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00Z'],
    ];
    for (const moment of moments) await fixture.alarm(twin, { openedAt: new Date(moment) });
    const created = async (query: Record<string, unknown>) =>
      (await statistics(user, query)).byDay.map((each) => [each.day, each.created]);
    expect(await created({ from: '2026-03-27T23:00:00Z', to: '2026-03-31T00:00:00+02:00' })).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 2],
      ['2026-03-30', 1],
    ]);
    expect(await created({ from: '2026-10-24T00:00:00+02:00', to: '2026-10-27T00:00:00+01:00' })).toEqual([
      ['2026-10-24', 1],
      ['2026-10-25', 2],
      ['2026-10-26', 1],
    ]);
    expect(await created({ from: '2026-03-28T00:00:00Z', to: '2026-03-30T00:00:00Z', zone: 'UTC' })).toEqual([
      ['2026-03-28', 2],
      ['2026-03-29', 2],
    ]);
  });

  it('heeds the filter and what the caller may see', async () => {
    const { user, account, twin } = await fixture.place();
    const other = await server.make.twin({ account });
    const stranger = await fixture.place();
    await fixture.alarm(twin, { openedAt: now, severity: 'error', message: 'pump stopped' });
    await fixture.alarm(other, { openedAt: now });
    expect((await statistics(user)).unresolved).toEqual({ error: 1, warning: 1 });
    for (const query of [{ severity: 'error' }, { dtwinId: twin.id }, { message: 'pump' }]) {
      expect(await statistics(user, query)).toMatchObject({
        unresolved: { error: 1, warning: 0 },
        byCategory: [{ category: 'device', error: 1, warning: 0 }],
        busy: [{ day: '2026-04-02', created: 1, resolved: 0 }],
      });
    }
    expect((await statistics(user, { status: 'resolved' })).busy).toEqual([]);
    expect(await statistics(stranger.user)).toMatchObject({ unresolved: { error: 0, warning: 0 }, busy: [] });
  });

  it('has at most 400 days, the last ones, and none of a span that runs backwards', async () => {
    const { user } = await fixture.place();
    const { byDay } = await statistics(user, { from: '2020-01-01T00:00:00Z', to: '2026-01-01T00:00:00+01:00' });
    expect([byDay.length, byDay.at(-1)?.day]).toEqual([400, '2025-12-31']);
    const backwards = await statistics(user, { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' });
    expect(backwards.byDay).toEqual([]);
    const future = await statistics(user, { from: '2027-01-01T00:00:00Z' });
    expect(future.byDay).toEqual([]);
  });
});
