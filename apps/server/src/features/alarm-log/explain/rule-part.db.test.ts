import type { RunMetric } from '@stellwerk/contract/rule-run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestRule, TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { ruleCommands, ruleExecutions } from '../../rules/index.ts';
import { createAlarmFixture, readsAlarms } from '../testing/alarms.fixture.ts';
import { createFieldFixture } from '../testing/field.fixture.ts';

let server: TestServer;
let alarms: ReturnType<typeof createAlarmFixture>;
let explain: (as: TestUser, id: number) => ReturnType<ReturnType<typeof createFieldFixture>['explain']>;
beforeAll(async () => {
  server = await startTestServer();
  alarms = createAlarmFixture(server);
  explain = createFieldFixture(server).explain;
});
afterAll(() => server.close());

const minute = (count: number) => new Date(Date.parse('2026-03-01T10:00:00Z') + count * 60_000);

/** An evaluation as the engine records it, with its commands. */
async function execute(
  rule: TestRule,
  at: Date,
  fields: Partial<typeof ruleExecutions.$inferInsert> = {},
  to = 'a@b.c',
) {
  const { db } = server.database;
  const plain = { revision: 1, at, lastAt: at, result: 'executed' as const, isMet: true, durationMs: 1, metrics: [] };
  const trigger = { kind: 'value' as const, aliases: ['value1'] };
  const [created] = await db
    .insert(ruleExecutions)
    .values({ ...plain, ruleId: rule.id, trigger, ...fields })
    .returning({ id: ruleExecutions.id });
  if (!created) throw new Error('insert returned no row');
  const sent = {
    executionId: created.id,
    position: 0,
    type: 'mail',
    state: 'sent' as const,
    target: to,
    attempts: 1,
    at,
  };
  await db.insert(ruleCommands).values(sent);
  return created.id;
}

const metric = (value: number, at: Date): RunMetric => ({ alias: 'value1', value, at: at.toISOString(), count: 1 });

describe('the explanation of an alarm of a rule', () => {
  it('reports who was notified while the alarm was open', async () => {
    const user = await server.make.user({ permissions: readsAlarms });
    const twin = await server.make.twin({ account: user.account });
    const rule = await server.make.rule({ twin });
    await execute(rule, minute(-10), {}, 'before@example.com');
    const executionId = await execute(rule, minute(0), {}, 'first@example.com');
    const failed = await execute(rule, minute(10), {}, 'second@example.com');
    await execute(rule, minute(20), {}, 'after@example.com');
    await server.database.pool.query(
      `update rule_commands set state = 'failed', code = 'COMMAND_FAILED', params = '{"reason":"refused"}'
       where execution_id = $1`,
      [failed],
    );
    const about = { origin: 'rule', originId: rule.id, identifier: 'rule', evidence: { executionId, revision: 1 } };
    const id = await alarms.alarm(twin, { ...about, openedAt: minute(0), resolvedAt: minute(20) });
    const told = await explain(user, id);
    expect(told.notified).toEqual([
      {
        executionId,
        type: 'mail',
        state: 'sent',
        target: 'first@example.com',
        at: minute(0).toISOString(),
        attempts: 1,
        problem: null,
      },
      expect.objectContaining({
        ...{ executionId: failed, state: 'failed', target: 'second@example.com' },
        problem: { code: 'COMMAND_FAILED', message: 'The command failed: refused' },
      }),
    ]);
    // A value that somebody set came with no packet.
    expect(told.packet).toBeNull();
  });

  it('finds the evaluation by the alarm that it names, and never that of another rule', async () => {
    const user = await server.make.user({ permissions: readsAlarms });
    const twin = await server.make.twin({ account: user.account });
    const [rule, other] = [await server.make.rule({ twin }), await server.make.rule()];
    const foreign = await execute(other, minute(0));
    const about = { origin: 'rule', originId: rule.id, identifier: 'rule' };
    const id = await alarms.alarm(twin, { ...about, openedAt: minute(0), evidence: { executionId: foreign } });
    expect(await explain(user, id)).toMatchObject({ rule: null, notified: [] });
    const own = await execute(rule, minute(0), { alarmId: id });
    expect((await explain(user, id)).rule?.executionId).toBe(own);
  });

  it('shows the script, and states of other twins and their values only to those who may read them', async () => {
    const user = await server.make.user({ permissions: readsAlarms });
    const twin = await server.make.twin({ account: user.account });
    const state = await server.make.state({ account: user.account });
    const script = 'return value1 > 3';
    const definition = {
      metrics: [{ alias: 'value1', stateId: state.id }],
      conditions: { mode: 'script', script },
      alarm: { severity: 'warning', message: 'x' },
    };
    const rule = await server.make.rule({ twin, definition: definition as never });
    const about = { origin: 'rule', originId: rule.id, identifier: 'rule', openedAt: minute(0) };
    const id = await alarms.alarm(twin, about);
    const point = { series: state.id, at: minute(0).getTime(), shard: 0, seq: 1, value: 5, source: 'manual' as const };
    await server.history.ensurePartitions(minute(0).getTime());
    await server.history.write(server.database.db, [point]);
    await execute(rule, minute(0), { alarmId: id, metrics: [metric(5, minute(0))] });
    expect((await explain(user, id)).rule).toMatchObject({
      script,
      conditions: null,
      metrics: [{ value: null, at: null, state: null }],
    });
    const permissions = [...readsAlarms, 'DigitalTwinStates.read'];
    const reader = await server.make.user({ account: user.account, permissions });
    const told = await explain(reader, id);
    expect(told.rule?.metrics).toMatchObject([{ value: 5, state: { state: state.key, value: 5 } }]);
    expect(told.packet).toBeNull();
  });
});
