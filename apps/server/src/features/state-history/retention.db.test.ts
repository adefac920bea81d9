import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { historySchedules } from '../../platform/history/history.job.ts';
import type { History, HistoryPoint } from '../../platform/history/history.ts';
import type { Schedule } from '../../platform/jobs/define-job.ts';
import { createLog } from '../../platform/log/log.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { droppedSeries, states } from '../states/index.ts';
import { twinPositions } from '../twins/index.ts';
import { retentionSchedules } from './retention.job.ts';

const dayMs = 86_400_000;
const now = new Date('2025-03-31T02:40:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
});
afterAll(() => server.close());

function runSchedule(name: string, options: { history?: History; at?: Date; signal?: AbortSignal } = {}) {
  const { history = server.history, at = now, signal = new AbortController().signal } = options;
  const schedules: Schedule[] = [...historySchedules(history), ...retentionSchedules(history)];
  const schedule = schedules.find((each) => each.name === name);
  if (!schedule) throw new Error(`no schedule ${name}`);
  return schedule.run({ scheduledAt: at, signal, db: server.database.db, log: createLog('silent') });
}

const pointAt = (series: number, at: number): HistoryPoint => ({
  series,
  at,
  shard: 0,
  seq: Math.floor(at / 1000),
  value: 1,
  source: 'live',
});
const write = (points: HistoryPoint[]) => server.history.write(server.database.db, points);
const timesOf = async (series: number) =>
  (await server.history.range({ series, from: 0, to: Date.UTC(2100, 0), limit: 10_000, order: 'ascending' })).map(
    ({ at }) => new Date(at).toISOString().slice(0, 10),
  );

async function makeAccount(retentionMonths: number): Promise<TestAccount> {
  const account = await server.make.account();
  await server.database.db.update(accounts).set({ retentionMonths }).where(eq(accounts.id, account.id));
  return account;
}

describe('history.drop-expired', () => {
  it('removes values and places that are older than the account keeps them, packed or not', async () => {
    const [short, long] = [
      await server.make.state({ account: await makeAccount(1) }),
      await server.make.state({ account: await makeAccount(24) }),
    ];
    // A month before the last of March is the last of February.
    const days = ['2023-03-30', '2025-02-26', '2025-02-27', '2025-02-28', '2025-03-01', '2025-03-30'];
    const times = days.map((day) => Date.parse(`${day}T12:00:00Z`));
    await write([short, long].flatMap(({ id }) => times.map((at) => pointAt(id, at))));
    await server.history.pack(Date.UTC(2025, 1, 26));
    await server.history.pack(Date.UTC(2025, 1, 28));
    for (const { twin } of [short, long]) {
      const places = times.map((at) => ({ twinId: twin.id, at: new Date(at), latitude: 1, longitude: 1 }));
      await server.database.db.insert(twinPositions).values(places);
    }
    await runSchedule('history.drop-expired');
    await runSchedule('history.drop-expired');
    expect(await timesOf(short.id)).toEqual(['2025-02-28', '2025-03-01', '2025-03-30']);
    expect(await timesOf(long.id)).toEqual(days.slice(1));
    const places = async (twinId: number) =>
      (await server.database.db.select().from(twinPositions).where(eq(twinPositions.twinId, twinId))).length;
    expect(await places(short.twin.id)).toBe(3);
    expect(await places(long.twin.id)).toBe(5);
  });

  it('ends at once when it is aborted', async () => {
    const state = await server.make.state({ account: await makeAccount(1) });
    await write([pointAt(state.id, Date.UTC(2020, 0))]);
    await expect(runSchedule('history.drop-expired', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(await timesOf(state.id)).toEqual(['2020-01-01']);
  });
});

describe('history.drop-deleted', () => {
  it('removes the history of deleted states an hour later, and of no other', async () => {
    const [gone, kept] = [await server.make.state(), await server.make.state()];
    const times = [now.getTime() - 40 * dayMs, now.getTime() - 1];
    await write([gone, kept].flatMap(({ id }) => times.map((at) => pointAt(id, at))));
    await server.history.pack(times[0] ?? 0);
    await server.database.db.delete(states).where(eq(states.id, gone.id));
    await server.database.db.update(droppedSeries).set({ droppedAt: now });
    await runSchedule('history.drop-deleted', { at: new Date(now.getTime() + 60_000) });
    expect(await timesOf(gone.id)).toHaveLength(2);
    await runSchedule('history.drop-deleted', { at: new Date(now.getTime() + 3_600_001) });
    expect(await timesOf(gone.id)).toEqual([]);
    expect(await timesOf(kept.id)).toHaveLength(2);
    expect(await server.database.db.select().from(droppedSeries)).toEqual([]);
  });
});

describe('history.pack', () => {
  it('packs every closed day, those with late values again, and leaves today open', async () => {
    const state = await server.make.state();
    const today = Math.floor(now.getTime() / dayMs) * dayMs;
    const at = (daysAgo: number, ms = 0) => pointAt(state.id, today - daysAgo * dayMs + ms);
    await runSchedule('history.prepare-days', { at: new Date(today - 3 * dayMs) });
    await runSchedule('history.prepare-days');
    await write([at(3), at(2), at(1), at(0)]);
    await runSchedule('history.pack');
    const rows = async (table: string, where: string) =>
      (await server.database.pool.query(`select 1 from ${table} where ${where} = $1`, [state.id])).rowCount;
    const [packed, bundle] = ['series', 'bundle * 16 + log(2, members)'];
    expect([await rows('history_days', packed), await rows('history_open', bundle)]).toEqual([3, 1]);
    await write([at(2), at(2, 5)]);
    expect(await rows('history_late', bundle)).toBe(1);
    await runSchedule('history.pack');
    expect([await rows('history_days', packed), await rows('history_open', bundle)]).toEqual([3, 1]);
    expect(await timesOf(state.id)).toHaveLength(5);
  });

  it('goes on with the other days when one fails, and fails then', async () => {
    const packed: number[] = [];
    const history: History = {
      ...server.history,
      daysToPack: async () => [1, 2, 3],
      async pack(day) {
        packed.push(day);
        if (day === 2) throw new Error('disk full');
      },
    };
    await expect(runSchedule('history.pack', { history })).rejects.toThrow('could not be packed');
    expect(packed).toEqual([1, 2, 3]);
    packed.length = 0;
    const stopped = { ...history, pack: async (day: number) => void packed.push(day) };
    await expect(runSchedule('history.pack', { history: stopped, signal: AbortSignal.abort() })).rejects.toThrow();
    expect(packed).toEqual([]);
  });
});
