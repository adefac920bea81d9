import { exportHistory } from '@stellwerk/contract/state-history';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { activity } from '../activity/activity.table.ts';
import { states } from '../states/index.ts';

const start = Date.UTC(2025, 9, 26);
const now = new Date(start + 86_400_000);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
});
afterAll(() => server.close());

const write = (series: number, values: JsonValue[]) =>
  server.history.write(
    server.database.db,
    values.map((value, seq) => ({ series, at: start + seq * 1_800_000, shard: 0, seq, value, source: 'manual' })),
  );

describe('GET /api/v1/digitaltwin/states/{id}/history/csv', () => {
  const get = (as: TestUser, id: number, query: object = {}, headers = {}) =>
    server.call(
      exportHistory,
      { params: { id }, query: { startDate: new Date(start).toISOString(), ...query } },
      { as, headers },
    );
  const linesOf = (body: unknown) => String(body).trimEnd().split('\r\n');

  it('gives a file of all values in the zone asked for that spreadsheets cannot run, and is logged', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const state = await server.make.state({ account: user.account });
    await server.database.db.update(states).set({ unit: '@cmd' }).where(eq(states.id, state.id));
    await write(state.id, [1.5, -2, '=1+1', true, null, { a: 'b,c' }]);
    const answer = await get(user, state.id, { zone: 'Europe/Berlin' });
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${state.key}.csv"`);
    expect(linesOf(answer.body)).toEqual([
      'timestamp,value,unit,origin',
      "2025-10-26T02:00:00.000+02:00,1.5,'@cmd,manual",
      "2025-10-26T02:30:00.000+02:00,-2,'@cmd,manual",
      "2025-10-26T02:00:00.000+01:00,'=1+1,'@cmd,manual",
      "2025-10-26T02:30:00.000+01:00,true,'@cmd,manual",
      "2025-10-26T03:00:00.000+01:00,,'@cmd,manual",
      `2025-10-26T03:30:00.000+01:00,"{""a"":""b,c""}",'@cmd,manual`,
    ]);
    const [entry] = await server.database.db.select().from(activity).where(eq(activity.userId, user.id));
    expect(entry).toMatchObject({ path: exportHistory.path, objects: [{ noun: 'state', id: state.id }] });
  });

  it('pages through more values than it holds at once', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const state = await server.make.state({ account: user.account });
    const values = Array.from({ length: 12_001 }, (_, index) => index);
    const points = values.map((value) => ({
      series: state.id,
      at: start + value,
      shard: 0,
      seq: value,
      value,
      source: 'live' as const,
    }));
    await server.history.write(server.database.db, points);
    const [, ...lines] = linesOf((await get(user, state.id)).body);
    expect(lines.map((line) => Number(line.split(',')[1]))).toEqual(values);
    expect(lines[1]).toBe('2025-10-26T00:00:00.001+00:00,1,,live');
  });

  it.each([
    { limit: 3, rows: 3, isCut: true },
    { limit: 4, rows: 4, isCut: false },
    { limit: 0, rows: 4, isCut: false },
    { limit: null, rows: 4, isCut: false },
  ])('keeps to the row limit $limit of the account and says when it cut', async ({ limit, rows, isCut }) => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    await server.database.db.update(accounts).set({ csvExportLimit: limit }).where(eq(accounts.id, user.account.id));
    const state = await server.make.state({ account: user.account });
    await write(state.id, [1, 2, 3, 4]);
    const lines = linesOf((await get(user, state.id, {}, { 'accept-language': 'en' })).body);
    expect(lines.filter((line) => line.endsWith(',manual'))).toHaveLength(rows);
    expect(lines.at(-1)?.includes('The file ends after 3 rows')).toBe(isCut);
  });

  it('refuses spans that make no sense and states of others', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const state = await server.make.state({ account: user.account });
    const other = await server.make.state();
    expect((await get(user, state.id, { endDate: new Date(start).toISOString() })).body.code).toBe(
      'HISTORY_SPAN_INVALID',
    );
    expect((await get(user, other.id)).body.code).toBe('DTWIN_STATE_NOT_FOUND');
    expect((await get(user, state.id, { zone: 'Nowhere' })).status).toBe(400);
  });
});
