import { ruleLimits } from '@stellwerk/contract/rule';
import {
  deleteRule,
  listCommandKinds,
  listRuleRevisions,
  listTwinRules,
  resumeRule,
} from '@stellwerk/contract/rule-calls';
import { deleteState } from '@stellwerk/contract/state';
import { deleteTwin, readTwinDependencies } from '@stellwerk/contract/twin';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { alarms } from '../alarms/index.ts';
import { ruleRevisions, ruleStates, ruleStatus, rules, ruleWakeups } from './rule.table.ts';
import { alarm, createRuleFixture, failure, type RuleFixture } from './testing/rules.fixture.ts';

let server: TestServer;
let fixture: RuleFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = createRuleFixture(server);
});
afterAll(() => server.close());

const edgesOf = (ruleId: number) =>
  server.database.db
    .select({ stateId: ruleStates.stateId, kind: ruleStates.kind })
    .from(ruleStates)
    .where(eq(ruleStates.ruleId, ruleId))
    .orderBy(asc(ruleStates.kind), asc(ruleStates.stateId));

describe('POST /api/v1/digitaltwin/rules/dtwin/{id}/rule/', () => {
  it('creates a rule with its first revision and names what it uses', async () => {
    const { user, twin, state } = await fixture.editor();
    const rule = await fixture.create(user, twin, state.id, { description: ' why ', throttleHours: 0.5 });
    expect(rule).toMatchObject({
      title: 'Too warm',
      description: 'why',
      active: true,
      dtwinId: twin.id,
      revision: 1,
      throttleHours: 0.5,
      conditions: { mode: 'always' },
      metrics: [{ alias: 't', stateId: state.id, operation: 'none', abortIfNull: false }],
      states: [{ stateId: state.id, isGone: false, dtwinId: twin.id }],
      status: { evaluations: 0, lastResult: null, lastError: null, pausedUntil: null },
      openAlarm: null,
      abilities: { update: true },
    });
    expect(await edgesOf(rule.id)).toEqual([{ stateId: state.id, kind: 'metric' }]);
    const listed = await server.call(listTwinRules, { params: { id: twin.id } }, { as: user });
    expect(listed.body.data).toEqual([rule]);
  });

  it('knows when its time trigger comes next', async () => {
    const { user, twin, state } = await fixture.editor();
    const timeTriggers = [{ hour: 6, minute: 30, zone: 'UTC' }];
    const rule = await fixture.create(user, twin, state.id, { timeTriggers });
    expect(rule.status.nextAt).toMatch(/T06:30:00/);
    const off = await fixture.change(user, rule, { active: false });
    expect(off.status.nextAt).toBeNull();
    const { db } = server.database;
    expect(await db.$count(ruleWakeups, eq(ruleWakeups.ruleId, rule.id))).toBe(0);
  });

  it('takes so many rules a twin, also at once', async () => {
    const { user, twin, state } = await fixture.editor();
    const { db } = server.database;
    const entry = { twinId: twin.id, title: 'x', definition: { metrics: [] } as never };
    await db.insert(rules).values(Array.from({ length: ruleLimits.rules - 1 }, () => entry));
    const body = { title: 'one more', metrics: [{ alias: 't', stateId: state.id }], alarm };
    const answers = await Promise.all([1, 2, 3].map(() => fixture.post(user, twin, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('RULE_TOO_MANY');
  });

  it('asks for DigitalTwin.write on the twin', async () => {
    const { twin, state } = await fixture.editor();
    const reader = await server.make.user({ account: twin.account, permissions: ['DigitalTwin.read'] });
    const body = { title: 'x', metrics: [{ alias: 't', stateId: state.id }], alarm };
    expect(failure(await fixture.post(reader, twin, body))).toEqual([403, 'PERMISSION_DENIED']);
    const { user } = await fixture.editor();
    expect(failure(await fixture.post(user, twin, body))).toEqual([404, 'DTWIN_NOT_FOUND']);
  });
});

describe('PUT …/rule/{ruleId}', () => {
  it('changes what is given as a new revision, and nothing makes none', async () => {
    const { user, twin, state } = await fixture.editor();
    const rule = await fixture.create(user, twin, state.id);
    const same = await fixture.change(user, rule, { title: 'Too warm', metrics: [{ alias: 't', stateId: state.id }] });
    expect(same.revision).toBe(1);
    const other = await fixture.change(user, rule, { title: 'Hot', basedOn: 1 });
    expect(other).toMatchObject({ title: 'Hot', revision: 2, metrics: rule.metrics, alarm: rule.alarm });
    expect(await fixture.change(user, rule, { active: false })).toMatchObject({ active: false, revision: 3 });
    const params = { id: twin.id, ruleId: rule.id };
    const { body } = await server.call(listRuleRevisions, { params }, { as: user });
    expect(body.data.map(({ revision, fields }) => [revision, fields.title, fields.active])).toEqual([
      [3, 'Hot', false],
      [2, 'Hot', true],
      [1, 'Too warm', true],
    ]);
    expect(body.data[0]?.createdBy).toEqual(expect.any(String));
  });

  it('refuses a change that was made from an older revision', async () => {
    const { user, twin, state } = await fixture.editor();
    const rule = await fixture.create(user, twin, state.id);
    await fixture.change(user, rule, { title: 'first', basedOn: 1 });
    const late = await fixture.put(user, rule, { title: 'second', basedOn: 1 });
    expect(failure(late)).toEqual([409, 'RULE_CHANGED_MEANWHILE']);
    const both = await Promise.all(['a', 'b'].map((title) => fixture.put(user, rule, { title, basedOn: 2 })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { db } = server.database;
    expect(await db.$count(ruleRevisions, eq(ruleRevisions.ruleId, rule.id))).toBe(3);
  });

  it('follows other states', async () => {
    const { user, twin, state } = await fixture.editor();
    const other = await server.make.state({ twin });
    const rule = await fixture.create(user, twin, state.id);
    await fixture.change(user, rule, { metrics: [{ alias: 'b', stateId: other.id }] });
    expect(await edgesOf(rule.id)).toEqual([{ stateId: other.id, kind: 'metric' }]);
  });

  it('still changes a rule whose state is gone, where that does not matter', async () => {
    const { user, twin, state } = await fixture.editor();
    const kept = await server.make.state({ twin });
    const metrics = [
      { alias: 't', stateId: state.id },
      { alias: 'k', stateId: kept.id },
    ];
    const rule = await fixture.create(user, twin, state.id, { metrics });
    await server.call(deleteState, { params: { id: twin.id, stateId: state.id } }, { as: user });
    const off = await fixture.change(user, rule, { active: false, throttleHours: 2 });
    expect(off).toMatchObject({ active: false, metrics: [{ stateId: state.id }, { stateId: kept.id }] });
    expect(off.states).toMatchObject([
      { stateId: state.id, isGone: true, key: null, title: null, dtwinId: null },
      { stateId: kept.id, isGone: false },
    ]);
    expect(await edgesOf(rule.id)).toEqual([{ stateId: kept.id, kind: 'metric' }]);
    expect(failure(await fixture.put(user, rule, { metrics }))).toEqual([404, 'DTWIN_STATE_NOT_FOUND']);
    const mended = await fixture.change(user, rule, { metrics: [{ alias: 'k', stateId: kept.id }] });
    expect(mended.states).toHaveLength(1);
  });

  it('needs a rule of the twin in its path', async () => {
    const { user, twin, state } = await fixture.editor();
    const rule = await fixture.create(user, twin, state.id);
    const sibling = await server.make.twin({ account: user.account });
    const there = await fixture.put(user, { id: rule.id, dtwinId: sibling.id }, { title: 'x' });
    expect(failure(there)).toEqual([404, 'RULE_NOT_FOUND']);
    const params = { id: sibling.id, ruleId: rule.id };
    expect(failure(await server.call(deleteRule, { params }, { as: user }))).toEqual([404, 'RULE_NOT_FOUND']);
    expect(failure(await server.call(resumeRule, { params }, { as: user }))).toEqual([404, 'RULE_NOT_FOUND']);
  });
});

describe('DELETE …/rule/{ruleId}', () => {
  it('takes the rule away and ends its alarm, which stays in the log', async () => {
    const { user, twin, state } = await fixture.editor();
    const rule = await fixture.create(user, twin, state.id);
    const { db } = server.database;
    const subject = { origin: 'rule', originId: rule.id, identifier: 'rule' };
    const about = { accountId: twin.account.id, twinId: twin.id, category: 'unknown', openedAt: new Date() };
    await db.insert(alarms).values({ ...subject, ...about, severity: 'error', message: 'hot' });
    const [shown] = (await server.call(listTwinRules, { params: { id: twin.id } }, { as: user })).body.data;
    expect(shown?.openAlarm).toEqual({ id: expect.any(Number), severity: 'error' });
    const params = { id: twin.id, ruleId: rule.id };
    expect((await server.call(deleteRule, { params }, { as: user })).body.data).toEqual({ deleted: true });
    const [left] = await db.select().from(alarms).where(eq(alarms.originId, rule.id));
    expect(left?.resolvedAt).toBeInstanceOf(Date);
    expect(failure(await server.call(deleteRule, { params }, { as: user }))).toEqual([404, 'RULE_NOT_FOUND']);
  });
});

describe('POST …/resume', () => {
  it('goes on with a rule that was set aside', async () => {
    const { user, twin, state } = await fixture.editor();
    const rule = await fixture.create(user, twin, state.id);
    const { db } = server.database;
    const pausedUntil = new Date(Date.now() + 600_000);
    await db.update(ruleStatus).set({ pausedUntil, hangs: 3 }).where(eq(ruleStatus.ruleId, rule.id));
    const params = { id: twin.id, ruleId: rule.id };
    const { body } = await server.call(resumeRule, { params }, { as: user });
    expect(body.data.status.pausedUntil).toBeNull();
    const [status] = await db.select().from(ruleStatus).where(eq(ruleStatus.ruleId, rule.id));
    expect(status).toMatchObject({ pausedUntil: null, hangs: 0 });
  });
});

describe('what a rule names', () => {
  it('has no title for those who may not see it', async () => {
    const parent = await server.make.account();
    const { user, twin, state } = await fixture.editor(await server.make.account({ parent }));
    const above = await server.make.user({ account: parent, permissions: ['DigitalTwin.write'] });
    const hidden = await server.make.twin({ account: parent });
    const source = await server.make.state({ twin: hidden });
    const metrics = [
      { alias: 't', stateId: state.id },
      { alias: 'outside', stateId: source.id },
    ];
    await fixture.create(above, twin, state.id, { metrics });
    const [seen] = (await server.call(listTwinRules, { params: { id: twin.id } }, { as: user })).body.data;
    const unknown = { isGone: false, key: null, title: null, unit: null, valueType: null };
    expect(seen?.states[1]).toEqual({ stateId: source.id, ...unknown, dtwinId: null, dtwinTitle: null });
    expect(seen?.states[0]).toMatchObject({ dtwinTitle: expect.any(String) });
    const reader = await server.make.user({ account: twin.account, permissions: ['DigitalTwin.read'] });
    const [read] = (await server.call(listTwinRules, { params: { id: twin.id } }, { as: reader })).body.data;
    expect(read?.abilities.update).toBe(false);
  });
});

describe('deletion of a twin', () => {
  it('reports how many rules go with it and how many elsewhere use its states', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.manage'] });
    const twin = await server.make.twin({ account: user.account });
    const state = await server.make.state({ twin });
    await fixture.create(user, twin, state.id);
    const elsewhere = await server.make.twin({ account: user.account });
    await fixture.create(user, elsewhere, state.id);
    const params = { id: twin.id };
    const { body } = await server.call(readTwinDependencies, { params }, { as: user });
    expect(body.data).toMatchObject({ rules: 1, usedByRules: 1, isDeletable: true });
    expect((await server.call(deleteTwin, { params }, { as: user })).status).toBe(200);
    const [left] = (await server.call(listTwinRules, { params: { id: elsewhere.id } }, { as: user })).body.data;
    expect(left?.states).toMatchObject([{ stateId: state.id, isGone: true }]);
  });
});

describe('GET …/command-types', () => {
  it('reports the kinds of this installation', async () => {
    const { user } = await fixture.editor();
    const { body } = await server.call(listCommandKinds, {}, { as: user });
    expect(body.data.map(({ type }) => type)).toContain('mail');
  });
});
