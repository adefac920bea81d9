import { convertConditions, replayLimits, replayRule, testCommand, testConditions } from '@stellwerk/contract/rule-run';
import { createTwin } from '@stellwerk/contract/twin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createStateFixture, type StateFixture } from '../states/testing/states.fixture.ts';
import { twinPositions } from '../twins/index.ts';
import { createRuleFixture, failure, type RuleFixture } from './testing/rules.fixture.ts';

let server: TestServer;
let fixture: RuleFixture;
let states: StateFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = createRuleFixture(server);
  states = createStateFixture(server);
});
afterAll(() => server.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** A state with 10, 20 and 30, the newest a minute ago. */
async function place() {
  const { user, twin } = await fixture.editor();
  const stateId = await states.state(twin, { key: 'temperature', unit: '°C' });
  const values = [10, 20, 30].map((value, index) => states.update(stateId, value, minutesAgo(21 - index * 10)));
  await states.apply(...values);
  return { user, twin, stateId };
}

const isAbove = (limit: number, metric = 't') => ({
  mode: 'tree' as const,
  tree: { op: 'when' as const, metric, cmp: 'gt' as const, value: limit },
});

type Trial = z.input<typeof testConditions.body>;
const attempt = (as: TestUser, body: Trial) => server.call(testConditions, { body }, { as });

describe('POST …/test-conditions/', () => {
  it('evaluates with the newest values and with the past', async () => {
    const { user, twin, stateId } = await place();
    const metrics = [
      { alias: 't', stateId },
      { alias: 'mean', stateId, operation: 'avg' as const, historyMinutes: 15 },
      { alias: 'first', stateId, operation: 'first' as const, historyCount: 3 },
      { alias: 'f', stateId, transformer: 'return value * 1.8 + 32' },
    ];
    const { body } = await attempt(user, { dtwinId: twin.id, metrics, conditions: isAbove(25) });
    expect(body.data).toMatchObject({
      isMet: true,
      abortedBy: null,
      problem: null,
      metrics: [
        { alias: 't', value: 30, count: 1 },
        { alias: 'mean', value: 25, count: 2 },
        { alias: 'first', value: 10, count: 3 },
        { alias: 'f', value: 86, input: 30 },
      ],
      conditions: { op: 'when', isMet: true, left: 30, right: 25 },
    });
  });

  it('takes given values in place of what is there', async () => {
    const { user, twin, stateId } = await place();
    const metrics = [
      { alias: 't', stateId, transformer: 'return value / 0', operation: 'avg' as const, historyCount: 5 },
    ];
    const values = { t: 24 };
    const { body } = await attempt(user, { dtwinId: twin.id, metrics, conditions: isAbove(25), values });
    expect(body.data).toMatchObject({ isMet: false, metrics: [{ alias: 't', value: 24 }] });
  });

  it('reports which script failed, in which line and in the language of the caller', async () => {
    const { user, twin, stateId } = await place();
    const metrics = [{ alias: 't', stateId, transformer: 'console.log("hello")\nreturn value.no.way' }];
    const body = { dtwinId: twin.id, metrics, conditions: isAbove(25) };
    const ask = async (language: string) =>
      (await server.call(testConditions, { body }, { as: user, headers: { 'accept-language': language } })).body.data;
    const english = await ask('en');
    expect(english).toMatchObject({
      isMet: null,
      logs: ['hello'],
      problem: { code: 'SCRIPT_ERROR', alias: 't', line: 2 },
    });
    expect((await ask('de')).problem?.message).not.toBe(english.problem?.message);
  });

  it('ends where a metric that must not be empty is empty', async () => {
    const { user, twin, state } = await fixture.editor();
    const metrics = [{ alias: 't', stateId: state.id, abortIfNull: true }];
    const { body } = await attempt(user, { dtwinId: twin.id, metrics, conditions: { mode: 'always' } });
    expect(body.data).toMatchObject({ isMet: null, abortedBy: 't' });
  });

  it('refuses what could not be saved either, and states of others', async () => {
    const { user, twin, stateId } = await place();
    const send = (more: Partial<Trial>) =>
      attempt(user, { dtwinId: twin.id, metrics: [], conditions: isAbove(1), ...more });
    expect(failure(await send({}))).toEqual([400, 'RULE_ALIAS_UNKNOWN']);
    const twice = ['t', 'T'].map((alias) => ({ alias, stateId }));
    expect(failure(await send({ metrics: twice }))).toEqual([400, 'RULE_ALIAS_DUPLICATE']);
    const foreign = await server.make.state();
    const stolen = [{ alias: 't', stateId: foreign.id }];
    expect(failure(await send({ metrics: stolen }))).toEqual([404, 'DTWIN_STATE_NOT_FOUND']);
    expect(failure(await send({ dtwinId: foreign.twin.id }))).toEqual([404, 'DTWIN_NOT_FOUND']);
  });
});

describe('POST …/convert-conditions/', () => {
  it('gives a script that says the same', async () => {
    const { user, twin, stateId } = await place();
    const { body } = await server.call(convertConditions, { body: { tree: isAbove(25).tree } }, { as: user });
    const conditions = { mode: 'script' as const, script: body.data.script };
    const metrics = [{ alias: 't', stateId }];
    for (const [t, isMet] of [
      [25, false],
      [26, true],
    ] as const) {
      const tried = await attempt(user, { dtwinId: twin.id, metrics, conditions, values: { t } });
      expect(tried.body.data.isMet).toBe(isMet);
    }
  });
});

describe('POST …/test-execute-action/', () => {
  const send = (as: TestUser, body: z.input<typeof testCommand.body>) => server.call(testCommand, { body }, { as });

  it('really does it, once, with the newest values', async () => {
    const { user, twin, stateId } = await place();
    const goal = await states.state(twin, { key: 'goal', valueType: 'string' });
    const command = { type: 'setState', options: { stateKey: 'goal', value: '{{t}} in {{rule.title}}' } };
    const metrics = [{ alias: 't', stateId }];
    const { body } = await send(user, { dtwinId: twin.id, metrics, command, ruleTitle: 'Trial' });
    expect(body.data).toMatchObject({ isDone: true, problem: null, options: { value: '30 in Trial' } });
    expect((await states.read(goal)).value).toBe('30 in Trial');
  });

  it('is for those who may write the twin, on targets that they may use', async () => {
    const { user, twin } = await place();
    const command = { type: 'setState', options: { stateKey: 'nothing', value: '1' } };
    const missing = await send(user, { dtwinId: twin.id, metrics: [], command });
    expect(failure(missing)).toEqual([400, 'RULE_COMMAND_INVALID']);
    const reader = await server.make.user({ account: user.account, permissions: ['DigitalTwin.read'] });
    const denied = await send(reader, { dtwinId: twin.id, metrics: [], command });
    expect(failure(denied)).toEqual([403, 'PERMISSION_DENIED']);
    const unknown = await send(user, { dtwinId: twin.id, metrics: [], command: { type: 'telegram' } });
    expect(failure(unknown)).toEqual([400, 'RULE_COMMAND_UNKNOWN']);
  });
});

describe('POST …/replay', () => {
  const send = (as: TestUser, body: z.input<typeof replayRule.body>) => server.call(replayRule, { body }, { as });

  it('reports what the rule would have done', async () => {
    const { user, twin, stateId } = await place();
    const rule = { metrics: [{ alias: 't', stateId }], conditions: isAbove(15) };
    const span = { from: minutesAgo(60), to: minutesAgo(0) };
    const { body, status } = await send(user, { dtwinId: twin.id, rule, ...span });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ points: 3, results: { executed: 2, notMet: 1 }, problem: null });
  });

  it('sees where the twin was', async () => {
    const { user, twin } = await fixture.editor();
    const { db } = server.database;
    const manager = await server.make.user({ account: user.account, permissions: ['DigitalTwin.manage'] });
    const points: [number, number][] = [
      [9, 48],
      [10, 48],
      [10, 49],
      [9, 49],
    ];
    const area = { geoPolygon: { kind: 'polygon' as const, points } };
    const body = { title: 'zone', type: 'zone' as const, parentId: twin.id, ...area };
    const zone = (await server.call(createTwin, { body }, { as: manager })).body.data;
    const way = [8.5, 9.5, 9.6, 8.4, 9.5].map((longitude, index) => ({
      twinId: twin.id,
      at: new Date(minutesAgo(50 - index * 10)),
      latitude: 48.5,
      longitude,
    }));
    await db.insert(twinPositions).values(way);
    const rule = { geofenceTriggers: [{ dtwinId: zone.id, mode: 'enter' as const }] };
    const answer = await send(user, { dtwinId: twin.id, rule, from: minutesAgo(60), to: minutesAgo(0) });
    expect(answer.body.data).toMatchObject({ results: { executed: 2 }, problem: null });
    const [mark] = answer.body.data.marks;
    expect(mark).toMatchObject({ at: way[1]?.at.toISOString(), trigger: { kind: 'geofence', zone: { id: zone.id } } });
  });

  it('runs forward, and over a year at most', async () => {
    const { user, twin, stateId } = await place();
    const rule = { metrics: [{ alias: 't', stateId }] };
    const invalid = [400, 'RULE_SPAN_INVALID'];
    const now = minutesAgo(0);
    expect(failure(await send(user, { dtwinId: twin.id, rule, from: now, to: now }))).toEqual(invalid);
    expect(failure(await send(user, { dtwinId: twin.id, rule, from: now, to: minutesAgo(5) }))).toEqual(invalid);
    const from = minutesAgo((replayLimits.days + 1) * 1_440);
    expect(failure(await send(user, { dtwinId: twin.id, rule, from, to: now }))).toEqual(invalid);
  });
});
