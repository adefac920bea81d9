import { readLineage } from '@stellwerk/contract/lineage';
import { listRuleOverview, listRules, readRuleFigures } from '@stellwerk/contract/rule-calls';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { alarms } from '../alarms/index.ts';
import { twins } from '../twins/index.ts';
import { ruleExecutions } from './execution.table.ts';
import { ruleBudgets, ruleStatus, rules } from './rule.table.ts';
import { createRuleFixture, failure, type RuleFixture } from './testing/rules.fixture.ts';

let server: TestServer;
let fixture: RuleFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = createRuleFixture(server);
});
afterAll(() => server.close());

const monitor = async (as: TestUser, query: z.input<typeof listRules.query> = {}) =>
  (await server.call(listRules, { query }, { as })).body;
const titles = async (as: TestUser, query: z.input<typeof listRules.query> = {}) =>
  (await monitor(as, query)).data.map(({ title }) => title);

const setStatus = (ruleId: number, values: Partial<typeof ruleStatus.$inferInsert>) =>
  server.database.db.update(ruleStatus).set(values).where(eq(ruleStatus.ruleId, ruleId));

const record = (ruleId: number, more: Partial<typeof ruleExecutions.$inferInsert> = {}) => {
  const at = more.at ?? new Date();
  const usual = { revision: 1, at, lastAt: at, result: 'executed' as const, trigger: { kind: 'test' as const } };
  return server.database.db.insert(ruleExecutions).values({ ruleId, ...usual, metrics: [], durationMs: 1, ...more });
};

async function openAlarm(rule: { id: number; twin: { id: number; account: { id: number } } }) {
  const about = { accountId: rule.twin.account.id, twinId: rule.twin.id, origin: 'rule', originId: rule.id };
  const more = { identifier: 'rule', category: 'unknown', severity: 'error' as const, openedAt: new Date() };
  await server.database.db.insert(alarms).values({ ...about, ...more, message: 'x' });
}

describe('GET …/overview-list', () => {
  it('reports the rules of the twin and of everything below, devices on demand', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const top = await server.make.twin({ account: user.account, title: 'Top' });
    const below = await server.make.twin({ parent: top, title: 'Below' });
    const device = await server.make.twin({ parent: below });
    const { db } = server.database;
    await db.update(twins).set({ category: 'virtualDevice' }).where(eq(twins.id, device.id));
    const beside = await server.make.twin({ account: user.account });
    await server.make.rule({ twin: below, title: 'a' });
    await server.make.rule({ twin: top, title: 'B' });
    await server.make.rule({ twin: device, title: 'c' });
    await server.make.rule({ twin: beside, title: 'd' });
    const list = async (id: number, query: z.input<typeof listRuleOverview.query> = {}) =>
      (await server.call(listRuleOverview, { params: { id }, query }, { as: user })).body;
    const all = await list(top.id);
    expect(all).toMatchObject({ total: 2, offset: 0, limit: 20 });
    expect(all.data.map(({ title }) => title)).toEqual(['a', 'B']);
    expect(all.data[0]).toMatchObject({
      dtwinId: below.id,
      dtwinTitle: 'Below',
      commandTypes: [],
      metricCount: 1,
      hasTimeTriggers: false,
      hasGeofences: false,
      raisesAlarm: true,
      abilities: { update: false },
    });
    const titlesOf = async (id: number, query: z.input<typeof listRuleOverview.query>) =>
      (await list(id, query)).data.map(({ title }) => title);
    expect(await titlesOf(top.id, { include_vd_rules: 'true', order: '-title' })).toEqual(['c', 'B', 'a']);
    expect(await titlesOf(device.id, {})).toEqual(['c']);
    expect(await titlesOf(top.id, { search_item: 'bel' })).toEqual(['a']);
    expect(await titlesOf(top.id, { search_item: 'below a' })).toEqual(['a']);
    expect(await titlesOf(top.id, { offset: 1, limit: 1 })).toEqual(['B']);
    const stranger = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const foreign = await server.call(listRuleOverview, { params: { id: top.id }, query: {} }, { as: stranger });
    expect(failure(foreign)).toEqual([404, 'DTWIN_NOT_FOUND']);
  });
});

describe('GET …/monitor', () => {
  it('reports what the caller may see, filtered and in order', async () => {
    const parent = await server.make.account();
    const account = await server.make.account({ parent });
    const user = await server.make.user({ account: parent, permissions: ['DigitalTwin.read'] });
    const own = await server.make.twin({ account: parent, title: 'Boiler room' });
    const cold = await server.make.rule({ twin: own, title: 'Cold' });
    const warm = await server.make.rule({ account, title: 'Warm' });
    await server.make.rule({ title: 'Foreign' });
    expect(await titles(user)).toEqual(['Cold', 'Warm']);
    expect(await titles(user, { tenantId: account.id })).toEqual(['Warm']);
    await setStatus(cold.id, { lastResult: 'error', errors: 7, lastExecutedAt: new Date(5), code: 'RULE_STATE_GONE' });
    // A rule that was never executed counts as the oldest.
    expect(await titles(user, { sort: 'lastExecutedAt' })).toEqual(['Warm', 'Cold']);
    expect(await titles(user, { sort: '-lastExecutedAt' })).toEqual(['Cold', 'Warm']);
    await setStatus(warm.id, { lastResult: 'executed', errors: 2, lastExecutedAt: new Date(9) });
    expect(await titles(user, { results: 'error,aborted' })).toEqual(['Cold']);
    expect(await titles(user, { sort: '-errors' })).toEqual(['Cold', 'Warm']);
    expect(await titles(user, { sort: '-lastExecutedAt' })).toEqual(['Warm', 'Cold']);
    expect(await titles(user, { sort: 'dtwinTitle' })).toEqual(['Cold', 'Warm']);
    await server.database.db.update(rules).set({ active: false }).where(eq(rules.id, warm.id));
    expect(await titles(user, { active: 'true' })).toEqual(['Cold']);
    expect(await titles(user, { active: 'false' })).toEqual(['Warm']);
    expect(await titles(user, { search: 'boiler cold' })).toEqual(['Cold']);
    expect(await titles(user, { search: 'ROOM cold boiler' })).toEqual(['Cold']);
    expect(await titles(user, { search: 'arm' })).toEqual(['Warm']);
    expect(await titles(user, { search: 'w' })).toEqual(['Warm']);
    expect(await titles(user, { search: '%' })).toEqual([]);
    const page = await monitor(user, { limit: 1, offset: 1 });
    expect([page.total, page.data.length]).toEqual([2, 1]);
  });

  it('says what went wrong in the language of the caller', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const rule = await server.make.rule({ account: user.account });
    await setStatus(rule.id, { lastResult: 'error', code: 'RULE_STATE_GONE', params: { alias: 't1' } });
    const asked = async (language: string) =>
      (await server.call(listRules, { query: {} }, { as: user, headers: { 'accept-language': language } })).body
        .data[0];
    const english = (await asked('en'))?.status.lastError;
    expect(english).toMatchObject({ code: 'RULE_STATE_GONE', message: expect.stringContaining('“t1” no longer') });
    expect((await asked('de'))?.status.lastError?.message).toContain('t1');
    expect((await asked('de'))?.status.lastError?.message).not.toContain('no longer');
  });

  it('finds rules that want attention', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const make = (title: string) => server.make.rule({ account: user.account, title });
    const [paused, failed, alarming, old] = [
      await make('paused'),
      await make('failed'),
      await make('alarming'),
      await make('old'),
    ];
    await make('quiet');
    const limited = await make('limited');
    await setStatus(paused.id, { pausedUntil: new Date(Date.now() + 60_000) });
    await setStatus(old.id, { pausedUntil: new Date(Date.now() - 60_000) });
    await setStatus(limited.id, { limited: 3 });
    await record(failed.id, { hasError: true });
    await record(old.id, { hasError: true, at: new Date(Date.now() - 2 * 86_400_000) });
    await openAlarm(alarming);
    expect(await titles(user, { attention: 'true' })).toEqual(['alarming', 'failed', 'paused']);
    await server.database.db
      .insert(ruleBudgets)
      .values({ accountId: user.account.id, hour: sql`date_trunc('hour', now(), 'UTC')`, limited: 3 });
    expect(await titles(user, { attention: 'true' })).toEqual(['alarming', 'failed', 'limited', 'paused']);
    expect(await titles(user, { attention: 'false' })).toEqual(['old', 'quiet']);
    const figures = (await server.call(readRuleFigures, { query: {} }, { as: user })).body.data;
    expect(figures).toEqual({
      rules: 6,
      active: 6,
      executions24h: 1,
      errors24h: 1,
      waitingMails: 0,
      openAlarms: 1,
      paused: 1,
      limitedAccounts: [{ id: user.account.id, name: expect.any(String), limited: 3 }],
    });
    const stranger = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const none = (await server.call(readRuleFigures, { query: {} }, { as: stranger })).body.data;
    expect(none).toMatchObject({ rules: 0, executions24h: 0, errors24h: 0, openAlarms: 0, limitedAccounts: [] });
    const foreign = await server.call(readRuleFigures, { query: { tenantId: user.account.id } }, { as: stranger });
    expect(failure(foreign)).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });
});

describe('which rules use a state', () => {
  it('stands in its lineage and filters the monitor', async () => {
    const parent = await server.make.account();
    const { user, twin, state } = await fixture.editor(await server.make.account({ parent }));
    const rule = await fixture.create(user, twin, state.id);
    const above = await server.make.twin({ account: parent });
    const hidden = await server.make.rule({
      twin: above,
      definition: { metrics: [{ alias: 'a', stateId: state.id }], alarm: { severity: 'error', message: 'x' } } as never,
    });
    await server.make.rule({ account: user.account });
    const { body } = await server.call(readLineage, { params: { id: state.id } }, { as: user });
    expect(body.data.uses).toEqual([
      { kind: 'rule', stateId: state.id, id: rule.id, title: 'Too warm', dtwinId: twin.id },
      { kind: 'rule', stateId: state.id, id: hidden.id, title: null, dtwinId: null },
    ]);
    expect(await titles(user, { stateId: state.id })).toEqual(['Too warm']);
  });
});
