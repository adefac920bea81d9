import { listErroneousExecutions, listRecentExecutions, readExecutionHistory } from '@stellwerk/contract/rule-run';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createLog } from '../../platform/log/log.ts';
import { ruleCommands, ruleExecutions } from './execution.table.ts';
import { dropOldExecutions } from './retention.job.ts';
import { ruleBudgets, ruleStatus } from './rule.table.ts';
import { failure } from './testing/rules.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const days = 1_440;

async function record(ruleId: number, minutes: number, more: Partial<typeof ruleExecutions.$inferInsert> = {}) {
  const at = minutesAgo(minutes);
  const usual = { revision: 1, at, lastAt: at, result: 'executed' as const, metrics: [], durationMs: 2 };
  const [created] = await server.database.db
    .insert(ruleExecutions)
    .values({ ruleId, ...usual, trigger: { kind: 'value', aliases: ['value1'] }, ...more })
    .returning({ id: ruleExecutions.id });
  return created?.id ?? 0;
}

async function place() {
  const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
  const rule = await server.make.rule({ account: user.account, title: 'Warm' });
  return { user, rule, params: { id: rule.twin.id, ruleId: rule.id } };
}

describe('GET …/executions', () => {
  it('reports the newest fifty with their commands', async () => {
    const { user, rule, params } = await place();
    const metrics = [{ alias: 'value1', value: 5, at: null, count: 1 }];
    const conditions = { op: 'when' as const, metric: 'value1', cmp: 'gt' as const, value: 4 };
    const judged = { ...conditions, isMet: true, left: 5, right: 4 };
    const id = await record(rule.id, 0, { metrics, conditions: judged, isMet: true, alarmId: 7 });
    const { db } = server.database;
    const command = { executionId: id, target: 'a@example.com', type: 'mail' };
    await db.insert(ruleCommands).values([
      { ...command, position: 1, state: 'failed', attempts: 4, code: 'COMMAND_FAILED', params: { reason: 'no route' } },
      { ...command, position: 0, state: 'sent', attempts: 1, at: minutesAgo(0) },
    ]);
    for (let minutes = 1; minutes <= 55; minutes += 1) await record(rule.id, minutes, { result: 'notMet', count: 3 });
    const { body } = await server.call(listRecentExecutions, { params }, { as: user });
    expect(body.data).toHaveLength(50);
    expect(body.data[0]).toMatchObject({
      id,
      ruleId: rule.id,
      ruleTitle: 'Warm',
      dtwinId: rule.twin.id,
      result: 'executed',
      trigger: { kind: 'value', aliases: ['value1'] },
      metrics,
      conditions: judged,
      isMet: true,
      alarmId: 7,
      error: null,
      commands: [
        { type: 'mail', state: 'sent', attempts: 1, problem: null, target: 'a@example.com' },
        { state: 'failed', attempts: 4, at: null, problem: { code: 'COMMAND_FAILED' } },
      ],
    });
    expect(body.data[1]).toMatchObject({ result: 'notMet', count: 3, commands: [] });
    const sibling = await server.make.twin({ account: user.account });
    const elsewhere = { ...params, id: sibling.id };
    const wrong = await server.call(listRecentExecutions, { params: elsewhere }, { as: user });
    expect(failure(wrong)).toEqual([404, 'RULE_NOT_FOUND']);
  });
});

describe('POST …/execution-history/…', () => {
  it('reports a span of time, by result and page by page', async () => {
    const { user, rule, params } = await place();
    await record(rule.id, 10, { result: 'error', code: 'SCRIPT_ERROR', params: { reason: 'oops' } });
    await record(rule.id, 20, { result: 'notMet' });
    await record(rule.id, 100, { result: 'notMet', lastAt: minutesAgo(40) });
    await record(rule.id, 200);
    const read = async (body: z.input<typeof readExecutionHistory.body>, language = 'en') =>
      (
        await server.call(
          readExecutionHistory,
          { params, body },
          { as: user, headers: { 'accept-language': language } },
        )
      ).body;
    const all = await read({});
    expect(all).toMatchObject({ total: 4, offset: 0, limit: 20 });
    expect(all.data.map(({ result }) => result)).toEqual(['error', 'notMet', 'notMet', 'executed']);
    expect(all.data[0]?.error).toMatchObject({ code: 'SCRIPT_ERROR', message: expect.stringContaining('oops') });
    const german = await read({}, 'de');
    expect(german.data[0]?.error?.message).not.toBe(all.data[0]?.error?.message);
    const span = { queryStart: minutesAgo(50).toISOString(), queryEnd: minutesAgo(15).toISOString() };
    expect((await read(span)).data.map(({ at }) => at)).toEqual([all.data[1]?.at, all.data[2]?.at]);
    const filtered = await read({ requestParameters: { results: ['notMet', 'executed'] }, offset: 1, limit: 1 });
    expect([filtered.total, filtered.data.map(({ id }) => id)]).toEqual([3, [all.data[2]?.id]]);
  });
});

describe('GET …/errornous-executions', () => {
  it('reports errors of the last 30 days of rules that the caller may see', async () => {
    const { user, rule } = await place();
    const sub = await server.make.account({ parent: user.account });
    const other = await server.make.rule({ account: sub });
    const foreign = await server.make.rule();
    const failed = { hasError: true, result: 'error' as const, code: 'RULE_STATE_GONE', params: { alias: 'value1' } };
    const [first, second] = [await record(rule.id, 1, failed), await record(other.id, 2, failed)];
    await record(rule.id, 3);
    await record(rule.id, 31 * days, failed);
    await record(foreign.id, 1, failed);
    const read = async (as: TestUser, query: z.input<typeof listErroneousExecutions.query> = {}) =>
      (await server.call(listErroneousExecutions, { query }, { as })).body;
    const all = await read(user);
    expect([all.total, all.data.map(({ id }) => id)]).toEqual([2, [first, second]]);
    expect((await read(user, { tenantId: sub.id })).data.map(({ id }) => id)).toEqual([second]);
    expect((await read(user, { offset: 1, limit: 1 })).data.map(({ id }) => id)).toEqual([second]);
  });
});

describe('executions of long ago', () => {
  it('go after 90 days, with what accounts used up some days ago', async () => {
    const { user, rule } = await place();
    const { db } = server.database;
    const [old, , counting] = [
      await record(rule.id, 91 * days),
      await record(rule.id, 91 * days, { lastAt: minutesAgo(5) }),
      await record(rule.id, 95 * days),
    ];
    const fresh = await record(rule.id, 89 * days);
    await db.insert(ruleCommands).values({ executionId: old, position: 0, type: 'mail', target: 'x' });
    await db.update(ruleStatus).set({ openExecutionId: counting }).where(eq(ruleStatus.ruleId, rule.id));
    const budget = { accountId: user.account.id };
    await db.insert(ruleBudgets).values([
      { ...budget, hour: minutesAgo(3 * days) },
      { ...budget, hour: minutesAgo(60) },
    ]);
    const { signal } = new AbortController();
    await dropOldExecutions.run({ db, log: createLog('silent'), scheduledAt: new Date(), signal });
    const left = await db.select().from(ruleExecutions).where(eq(ruleExecutions.ruleId, rule.id));
    expect(left.map(({ id }) => id)).not.toContain(old);
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([counting, fresh]));
    expect(left).toHaveLength(3);
    expect(await db.$count(ruleCommands, eq(ruleCommands.executionId, old))).toBe(0);
    expect(await db.$count(ruleBudgets, eq(ruleBudgets.accountId, user.account.id))).toBe(1);
  });
});
