import { listAlarms, readAlarm } from '@stellwerk/contract/alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { assignScope, createScope } from '../../platform/tenancy/scope.store.ts';
import { devices } from '../devices/index.ts';
import { twins } from '../twins/index.ts';
import { createAlarmFixture, managesAlarms, readsAlarms } from './testing/alarms.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createAlarmFixture>;
beforeAll(async () => {
  server = await startTestServer();
  fixture = createAlarmFixture(server);
});
afterAll(() => server.close());

const at = (time: string) => new Date(`2026-03-01T${time}Z`);

describe('GET /alarm-logs', () => {
  it('shows everything about an alarm', async () => {
    const { user, account } = await fixture.place();
    const driver = await server.make.driver({ account });
    const device = await server.make.device({ account, driver });
    await server.database.db.update(devices).set({ operationalStatus: 3 }).where(eq(devices.twinId, device.id));
    const id = await fixture.alarm(device, {
      severity: 'error',
      category: 'battery',
      message: 'Battery at 2 %',
      openedAt: at('10:00:00'),
      resolvedAt: at('11:00:00'),
    });
    expect(await fixture.list(user)).toEqual([
      {
        id,
        date: '2026-03-01T10:00:00.000Z',
        resolvedAt: '2026-03-01T11:00:00.000Z',
        severity: 'error',
        status: 'resolved',
        type: 'health',
        category: 'battery',
        message: 'Battery at 2 %',
        tenantId: account.id,
        tenantName: expect.stringContaining('account'),
        origin: { id: device.id, title: device.title, category: 'virtualDevice' },
        rule: null,
        operationalStatus: 'inOperation',
        smartGroup: null,
        causeId: null,
        affectedCount: 0,
        commentCount: 0,
        lastComment: null,
        resolvedBy: null,
        ...{ acknowledgedAt: null, acknowledgedBy: null, assignee: null, mutedUntil: null, isMuted: false, values: [] },
        abilities: { comment: true, resolve: false, handle: false },
      },
    ]);
  });

  it('names the rule while it is there, and lets those who manage devices resolve what it raised', async () => {
    const { user, account, twin } = await fixture.place();
    const id = await fixture.ruleAlarm(twin);
    const manager = await server.make.user({ account, permissions: managesAlarms });
    const [seen] = await fixture.list(user);
    expect(seen).toMatchObject({ id, type: 'rule', rule: { title: expect.any(String) }, operationalStatus: null });
    expect(seen?.abilities.resolve).toBe(false);
    expect((await fixture.list(manager))[0]?.abilities.resolve).toBe(true);
    await server.database.pool.query('delete from twin_rules where id = $1', [seen?.rule?.id]);
    expect((await fixture.list(manager))[0]).toMatchObject({ id, type: 'rule', rule: null });
  });

  it('is of the scopes that the caller may read, and of the account once the twin is gone', async () => {
    const { user, account, twin } = await fixture.place();
    const { db } = server.database;
    const scope = await createScope(db, { name: 'building', parentId: account.scopeId });
    await assignScope(db, scope.id, account.id);
    const inside = await server.make.twin({ account });
    await db.update(twins).set({ scopeId: scope.id, ownsScope: true }).where(eq(twins.id, inside.id));
    const [outer, inner] = [await fixture.alarm(twin), await fixture.alarm(inside)];
    const narrow = await server.make.user({ account: { ...account, scopeId: scope.id }, permissions: readsAlarms });
    const stranger = await server.make.user({ permissions: managesAlarms });
    expect((await fixture.idsOf(user)).sort()).toEqual([outer, inner]);
    expect(await fixture.idsOf(narrow)).toEqual([inner]);
    expect(await fixture.idsOf(stranger)).toEqual([]);
    const { status, body } = await server.call(readAlarm, { params: { id: inner } }, { as: stranger });
    expect([status, body.code]).toEqual([404, 'ALARM_NOT_FOUND']);
    await db.delete(twins).where(eq(twins.id, inside.id));
    expect(await fixture.idsOf(narrow)).toEqual([]);
    expect(await fixture.list(user, { sort: 'date' })).toMatchObject([{ id: outer }, { id: inner, origin: null }]);
  });

  it('pages in a stable order, with the number of all', async () => {
    const { user, twin } = await fixture.place();
    const ids = [];
    for (let index = 0; index < 7; index += 1) ids.push(await fixture.alarm(twin, { openedAt: at('10:00:00') }));
    const seen = [];
    for (let offset = 0; offset < 9; offset += 3) {
      const { body } = await server.call(listAlarms, { query: { offset, limit: 3 } }, { as: user });
      expect([body.total, body.totalIsEstimate]).toEqual([7, undefined]);
      seen.push(...body.data.map(({ id }) => id));
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it('pages through more than it counts, those of twins that are deleted among them', async () => {
    const { user, account, twin } = await fixture.place();
    await server.database.pool.query(
      `insert into alarms (account_id, twin_id, origin, origin_id, identifier, category, severity, message, opened_at)
       select $1, case when n % 3 > 0 then $2::bigint end, 'health', $2, n::text, 'device', 'warning', n::text,
         timestamptz '2026-03-01' + n * interval '1 second' from generate_series(1, 10100) as n`,
      [account.id, twin.id],
    );
    const { body } = await server.call(listAlarms, { query: { offset: 10_050, limit: 3 } }, { as: user });
    expect(body.totalIsEstimate).toBe(true);
    expect(body.data.map(({ message }) => message)).toEqual(['50', '49', '48']);
    expect(body.data.map(({ origin }) => origin?.id)).toEqual([twin.id, twin.id, undefined]);
    const few = await server.call(listAlarms, { query: { message: '1001', sort: 'date' } }, { as: user });
    expect([few.body.total, few.body.data[0]?.message]).toEqual([11, '1001']);
  });

  it('sorts; what is not resolved comes after all that is, errors are more than warnings', async () => {
    const { user, twin } = await fixture.place();
    const a = await fixture.alarm(twin, {
      openedAt: at('10:00:00'),
      severity: 'error',
      message: 'b',
      category: 'device',
    });
    const b = await fixture.alarm(twin, {
      ...{ openedAt: at('11:00:00'), resolvedAt: at('12:00:00'), message: 'C', category: 'battery' },
    });
    const c = await fixture.alarm(twin, {
      ...{ openedAt: at('09:00:00'), resolvedAt: at('13:00:00'), message: 'a', category: 'unknown' },
    });
    const orders = { date: [c, a, b], resolvedAt: [b, c, a], category: [b, a, c], message: [c, a, b] };
    for (const [sort, order] of Object.entries(orders)) {
      expect([sort, await fixture.idsOf(user, { sort })]).toEqual([sort, order]);
      expect([sort, await fixture.idsOf(user, { sort: `-${sort}` })]).toEqual([sort, order.toReversed()]);
    }
    expect((await fixture.idsOf(user, { sort: '-severity' }))[0]).toBe(a);
  });
});

describe('the filters of the alarm log', () => {
  it('narrow by what the alarm itself says', async () => {
    const { user, account, twin } = await fixture.place();
    const other = await server.make.twin({ account });
    const old = await fixture.alarm(twin, {
      ...{ openedAt: at('08:00:00'), resolvedAt: at('09:00:00'), severity: 'error', category: 'battery' },
    });
    const byRule = await fixture.ruleAlarm(other, { openedAt: at('10:00:00'), category: 'connectivity' });
    const all = [byRule, old];
    const [raised] = await fixture.list(user, { type: 'rule' });
    const cases: [Record<string, unknown>, number[]][] = [
      [{}, all],
      [{ dtwinId: twin.id }, [old]],
      [{ tenantId: account.id }, all],
      [{ categories: 'battery' }, [old]],
      [{ categories: 'battery,connectivity' }, all],
      [{ status: 'resolved' }, [old]],
      [{ status: 'unresolved' }, [byRule]],
      [{ severity: 'error' }, [old]],
      [{ type: 'health' }, [old]],
      [{ ruleId: raised?.rule?.id }, [byRule]],
      [{ from: '2026-03-01T08:00:00Z', to: '2026-03-01T10:00:00Z' }, [old]],
      [{ from: '2026-03-01T08:00:00.001Z' }, [byRule]],
      [{ status: 'unresolved', severity: 'error' }, []],
    ];
    for (const [query, expected] of cases) {
      expect([query, await fixture.idsOf(user, query)]).toEqual([query, expected]);
    }
  });

  it('narrow by the origin as it is now', async () => {
    const { user, account, twin } = await fixture.place();
    const { db } = server.database;
    const driver = await server.make.driver({ account });
    const device = await server.make.device({ account, driver });
    await db
      .update(devices)
      .set({ operationalStatus: 2, groups: ['pumps'] })
      .where(eq(devices.twinId, device.id));
    await db
      .update(twins)
      .set({ tags: ['cold', 'attic'] })
      .where(eq(twins.id, device.id));
    const ofDevice = await fixture.alarm(device);
    const ofTwin = await fixture.alarm(twin);
    const cases: [Record<string, unknown>, number[]][] = [
      [{}, [ofTwin, ofDevice]],
      [{ driverId: driver.id }, [ofDevice]],
      [{ operationalStatus: 'readyForOperation,unset' }, [ofDevice]],
      [{ operationalStatus: 'inOperation' }, []],
      [{ groups: 'pumps' }, [ofDevice]],
      [{ groups: 'pumps,fans' }, []],
      [{ tags: 'attic' }, [ofDevice]],
      [{ tags: 'cellar' }, []],
    ];
    for (const [query, expected] of cases) {
      expect([query, await fixture.idsOf(user, query)]).toEqual([query, expected]);
    }
  });

  it('find the external id of a device: a part of it, or all of it in quotes', async () => {
    const { user, account, twin } = await fixture.place();
    const short = await fixture.alarm(await server.make.device({ account, externalId: 'EUI-123' }));
    const long = await fixture.alarm(await server.make.device({ account, externalId: 'eui-1123' }));
    await fixture.alarm(twin);
    const cases: [string, number[]][] = [
      ['123', [long, short]],
      ['Eui 112', [long]],
      ['"eui-123"', [short]],
      ['"123"', []],
    ];
    for (const [externalId, expected] of cases) {
      expect([externalId, await fixture.idsOf(user, { externalId })]).toEqual([externalId, expected]);
    }
    // Other programs know it by the specification's name alone.
    const headers = { authorization: `Bearer ${user.token}` };
    for (const path of ['', '/statistics']) {
      const answer = (query: string) => server.app.inject({ url: `/api/v1/alarm-logs${path}?${query}`, headers });
      expect((await answer('deviceId=1123')).statusCode).toBe(200);
      expect((await answer('externalId=1123')).statusCode).toBe(400);
    }
    const found = await server.app.inject({ url: '/api/v1/alarm-logs?deviceId=1123', headers });
    expect(found.json().data.map(({ id }: { id: number }) => id)).toEqual([long]);
  });

  it('find the words of a message, whatever their case and order', async () => {
    const { user, twin } = await fixture.place();
    const id = await fixture.alarm(twin, { message: 'Too hot: 93 °C in „Kessel 1“, 50%_full' });
    await fixture.alarm(twin, { message: 'Too cold' });
    for (const message of ['HOT', 'kessel too', '93 °c', '%_', 'to hot']) {
      expect([message, await fixture.idsOf(user, { message })]).toEqual([message, [id]]);
    }
    expect(await fixture.idsOf(user, { message: 'hot cold' })).toEqual([]);
  });

  it('find what the platform says in the language of the caller, and the values in it', async () => {
    const { user, twin } = await fixture.place();
    const said = (params: Record<string, string | number>) =>
      fixture.alarm(twin, { message: '', code: 'HEALTH_CHECK_FAILED', params });
    const threw = await said({ identifier: 'low-battery', reason: 'TypeError: x is undefined' });
    const hung = await said({ identifier: 'fever', code: 'SCRIPT_TIMEOUT', limitMs: 100 });
    const both = [hung, threw];
    const found = async (language: string, message: string) =>
      (await fixture.list(user, { message }, language)).map(({ id }) => id);
    expect(await found('en', 'health check')).toEqual(both);
    expect(await found('de', 'zustandsprüfung')).toEqual(both);
    expect(await found('de', 'health')).toEqual([]);
    expect(await found('en', 'low-batt failed')).toEqual([threw]);
    expect(await found('en', 'typeerror')).toEqual([threw]);
    expect(await found('en', 'stopped fever')).toEqual([hung]);
    // The name of a code is shown to nobody.
    expect(await found('en', 'script_timeout')).toEqual([]);
    const [shown] = await fixture.list(user, { message: 'stopped' }, 'en');
    expect(shown?.message).toBe('The health check “fever” failed: The script was stopped after 100 ms.');
  });

  it('name nothing of another account', async () => {
    const { user } = await fixture.place();
    const foreign = await fixture.place();
    const rule = await server.make.rule({ twin: foreign.twin });
    const driver = await server.make.driver({ account: foreign.account });
    for (const [query, code] of [
      [{ dtwinId: foreign.twin.id }, 'DTWIN_NOT_FOUND'],
      [{ tenantId: foreign.account.id }, 'ACCOUNT_NOT_FOUND'],
      [{ driverId: driver.id }, 'DEVICEDRIVER_NOT_FOUND'],
      [{ ruleId: rule.id }, 'RULE_NOT_FOUND'],
    ] as const) {
      const { status, body } = await server.call(listAlarms, { query: query as never }, { as: user });
      expect([status, body.code]).toEqual([404, code]);
    }
  });
});
