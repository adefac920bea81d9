import { commentAlarm } from '@stellwerk/contract/alarm';
import { setStateValue } from '@stellwerk/contract/state';
import { updateTwin } from '@stellwerk/contract/twin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { connectorLogs } from '../../connectors/index.ts';
import { ruleExecutions } from '../../rules/index.ts';
import { createAlarmFixture, readsAlarms } from '../testing/alarms.fixture.ts';
import { createFieldFixture } from '../testing/field.fixture.ts';

let server: TestServer;
let alarms: ReturnType<typeof createAlarmFixture>;
let field: ReturnType<typeof createFieldFixture>;
beforeAll(async () => {
  server = await startTestServer();
  alarms = createAlarmFixture(server);
  field = createFieldFixture(server);
});
afterAll(() => server.close());

const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000);

describe('what happened around an alarm', () => {
  it('reports changes, other alarms, connectors and rules in the language of the caller, newest first', async () => {
    const admin = await server.make.user({ permissions: ['all.manage'] });
    const { account } = admin;
    const { db } = server.database;
    const parent = await server.make.twin({ account });
    const twin = await server.make.twin({ parent, title: 'Boiler' });
    const sibling = await server.make.twin({ parent, title: 'Pump' });
    const state = await server.make.state({ twin, key: 'heat' });
    const id = await alarms.alarm(twin, { openedAt: minutesAgo(10) });
    await alarms.alarm(sibling, { openedAt: minutesAgo(20), resolvedAt: minutesAgo(5), message: 'dry' });
    await alarms.alarm(parent, { openedAt: minutesAgo(600), message: 'long ago' });
    await alarms.alarm(await server.make.twin({ account }), { openedAt: minutesAgo(10), message: 'elsewhere' });
    const rule = await server.make.rule({ twin, title: 'Other rule' });
    const at = minutesAgo(15);
    const failed = {
      result: 'error' as const,
      code: 'RULE_STATE_GONE',
      params: { alias: 'x' },
      durationMs: 1,
      metrics: [],
    };
    const trigger = { kind: 'value' as const, aliases: [] };
    await db.insert(ruleExecutions).values({ ruleId: rule.id, revision: 1, at, lastAt: at, trigger, ...failed });
    await server.call(updateTwin, { params: { id: twin.id }, body: { title: 'Kettle' } as never }, { as: admin });
    const params = { id: twin.id, stateId: state.id };
    await server.call(setStateValue, { params, body: { value: 3 } as never }, { as: admin });
    await server.call(commentAlarm, { params: { id }, body: { message: 'x' } }, { as: admin });
    const { around } = await field.explain(admin, id);
    expect(around.map(({ kind, text, by }) => [kind, text, by])).toEqual([
      ['change', 'Value of “heat” set by hand', 'Test User'],
      ['change', 'Digital twin “Kettle” changed', 'Test User'],
      ['alarmResolved', 'Alarm at “Pump” resolved: dry', null],
      ['rule', 'Rule “Other rule” failed: The data state of the metric “x” no longer exists.', null],
      ['alarm', 'Alarm at “Pump”: dry', null],
    ]);
    const german = await field.explain(admin, id, 'de');
    expect(german.around.map(({ text }) => text)).toContain('Digitaler Zwilling „Kettle“ geändert');
    const reader = await server.make.user({ account, permissions: readsAlarms });
    const seen = await field.explain(reader, id);
    expect(seen.around.map(({ kind }) => kind)).toEqual(['alarmResolved', 'alarm']);
  });

  it('reports what became of the connector to those who manage it', async () => {
    const admin = await server.make.user({ permissions: ['all.manage'] });
    const { account } = admin;
    const { device, connector } = await field.makeDevice(account);
    const id = await alarms.alarm(device, { openedAt: minutesAgo(10) });
    await server.database.db.insert(connectorLogs).values([
      { connectorId: connector.id, at: minutesAgo(50), state: 'connected' },
      {
        connectorId: connector.id,
        at: minutesAgo(12),
        state: 'error',
        code: 'BRIDGE_CONNECTION_FAILED',
        params: { reason: 'cut' },
      },
    ]);
    const { around } = await field.explain(admin, id);
    expect(around).toMatchObject([{ kind: 'connector', text: expect.stringMatching(/has an error: .*cut/) }]);
    const reader = await server.make.user({ account, permissions: readsAlarms });
    expect((await field.explain(reader, id)).around).toEqual([]);
  });
});
