import { createRule, listTwinRules } from '@stellwerk/contract/rule-calls';
import { createState, listTwinStates, newState } from '@stellwerk/contract/state';
import { synchroniseTwin } from '@stellwerk/contract/twin-copy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { finishJob } from '../testing/finish-job.ts';
import { twinCalls } from '../testing/twins.ts';

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = twinCalls(server);
});
afterAll(() => server.close());

const synchronise = (as: TestUser, id: number, twinIds: number[], dryRun = false) =>
  server.call(synchroniseTwin, { params: { id }, body: { twinIds, dryRun } }, { as });
const addState = async (as: TestUser, id: number, key: string, unit: string) => {
  const body = newState.parse({ key, title: key, unit, config: { source: 'none' } });
  expect((await server.call(createState, { params: { id }, body }, { as })).status).toBe(201);
};
const statesOf = async (as: TestUser, id: number) =>
  (await server.call(listTwinStates, { params: { id } }, { as })).body.data.map(({ key, unit }) => `${key} ${unit}`);

/** A source with two states. */
async function source(user: TestUser) {
  const twin = await call.make(user, { title: 'source' });
  await addState(user, twin.id, 'warmth', '°C');
  await addState(user, twin.id, 'power', 'kW');
  return twin;
}

describe('POST /api/v1/digitaltwin/{id}/synchronize/', () => {
  it('overwrites states by key, adds those that lack and leaves the others', async () => {
    const user = await call.editor();
    const twin = await source(user);
    const target = await call.make(user, { title: 'target' });
    await addState(user, target.id, 'warmth', 'K');
    await addState(user, target.id, 'own', '');
    const dry = await synchronise(user, twin.id, [target.id, twin.id], true);
    const expected = {
      targets: [
        {
          id: target.id,
          title: 'target',
          creates: 1,
          overwrites: 1,
          rules: { creates: 0, overwrites: 0, leftOut: [] },
        },
      ],
      refused: [],
      job: null,
    };
    expect(dry.body.data).toEqual(expected);
    expect(await statesOf(user, target.id)).toEqual(['warmth K', 'own ']);
    expect((await synchronise(user, twin.id, [target.id])).body.data).toEqual(expected);
    expect((await statesOf(user, target.id)).sort()).toEqual(['own ', 'power kW', 'warmth °C']);
  });

  it('names the twins that the caller may not edit and leaves them out', async () => {
    const user = await call.editor();
    const twin = await source(user);
    const open = await call.giveScope(user, (await call.make(user, { title: 'open' })).id);
    const closed = await call.make(user, { title: 'closed' });
    const some = await server.make.user();
    await call.grant(some, user.account.scopeId, ['DigitalTwin.read']);
    await call.grant(some, open.scopeId, ['DigitalTwin.write']);
    const { body } = await synchronise(some, twin.id, [open.id, closed.id]);
    expect([body.data.targets.map(({ id }) => id), body.data.refused]).toEqual([
      [open.id],
      [{ id: closed.id, title: 'closed' }],
    ]);
    expect([await statesOf(user, open.id), await statesOf(user, closed.id)].map(({ length }) => length)).toEqual([
      2, 0,
    ]);
    expect((await synchronise(some, twin.id, [closed.id])).body.code).toBe('PERMISSION_DENIED');
    expect((await synchronise(user, twin.id, [(await server.make.twin()).id])).body.code).toBe('DTWIN_NOT_FOUND');
  });

  it('overwrites rules by title, adds those that lack and leaves the others', async () => {
    const user = await call.editor();
    const twin = await source(user);
    const target = await call.make(user, { title: 'target' });
    await addState(user, target.id, 'warmth', 'K');
    const stateOf = async (id: number) =>
      (await server.call(listTwinStates, { params: { id } }, { as: user })).body.data.find(
        ({ key }) => key === 'warmth',
      )?.id ?? 0;
    const addRule = async (id: number, title: string, message: string) => {
      const metrics = [{ alias: 't', stateId: await stateOf(id) }];
      const body = { title, metrics, alarm: { severity: 'warning', message } } as const;
      const { status, body: answer } = await server.call(createRule, { params: { id }, body }, { as: user });
      expect(status).toBe(201);
      return answer.data;
    };
    await addRule(twin.id, 'Same', 'new');
    await addRule(twin.id, 'Lacking', 'new');
    const same = await addRule(target.id, 'same', 'old');
    await addRule(target.id, 'Own', 'old');
    const rules = { creates: 1, overwrites: 1, leftOut: [] };
    const rulesOf = async (dryRun: boolean) =>
      (await synchronise(user, twin.id, [target.id], dryRun)).body.data.targets[0]?.rules;
    expect(await rulesOf(true)).toEqual(rules);
    expect(await rulesOf(false)).toEqual(rules);
    const { body } = await server.call(listTwinRules, { params: { id: target.id } }, { as: user });
    const stateId = await stateOf(target.id);
    expect(
      body.data.map(({ id, title, alarm, revision, metrics }) => [
        id === same.id,
        title,
        alarm?.message,
        revision,
        metrics[0]?.stateId,
      ]),
    ).toEqual([
      [false, 'Lacking', 'new', 1, stateId],
      [false, 'Own', 'old', 1, stateId],
      [true, 'Same', 'new', 2, stateId],
    ]);
    // Nothing has changed since, so there is no new revision.
    expect(await rulesOf(false)).toEqual({ creates: 0, overwrites: 2, leftOut: [] });
    const again = await server.call(listTwinRules, { params: { id: target.id } }, { as: user });
    expect(again.body.data.map(({ revision }) => revision)).toEqual([1, 1, 2]);
  });

  it('names rules that a target does not get with the reason, before and after the change', async () => {
    const user = await call.editor();
    const twin = await source(user);
    const target = await call.make(user, { title: 'target' });
    const elsewhere = await server.make.state({ twin: await server.make.twin({ account: user.account }) });
    const alarm = { severity: 'warning', message: 'warm' } as const;
    const body = { title: 'Secret', metrics: [{ alias: 'x', stateId: elsewhere.id }], alarm };
    expect((await server.call(createRule, { params: { id: twin.id }, body }, { as: user })).status).toBe(201);
    const narrow = await server.make.user();
    for (const { id } of [twin, target]) {
      const scoped = await call.giveScope(user, id);
      await call.grant(narrow, scoped.scopeId, ['DigitalTwin.write']);
    }
    const rulesOf = async (dryRun: boolean) =>
      (await synchronise(narrow, twin.id, [target.id], dryRun)).body.data.targets[0]?.rules;
    const leftOut = [{ title: 'Secret', reason: expect.stringMatching(/Datenpunkt|data state/) }];
    expect(await rulesOf(true)).toEqual({ creates: 0, overwrites: 0, leftOut });
    expect(await statesOf(user, target.id)).toEqual([]);
    expect(await rulesOf(false)).toEqual({ creates: 0, overwrites: 0, leftOut });
  });

  it('runs as a background job for many', async () => {
    const user = await call.editor();
    const twin = await source(user);
    const targets: number[] = [];
    for (let index = 0; index < 51; index += 1) {
      targets.push((await server.make.twin({ account: user.account })).id);
    }
    const { body } = await synchronise(user, twin.id, targets);
    expect(body.data.targets).toHaveLength(51);
    expect(await statesOf(user, targets[50] ?? 0)).toEqual([]);
    const id = body.data.job?.id ?? 0;
    const job = await finishJob(server, user, id);
    expect(job).toMatchObject({ state: 'done', errorCount: 0, progress: { done: 51, total: 51 } });
    for (const target of [targets[0] ?? 0, targets[50] ?? 0]) expect(await statesOf(user, target)).toHaveLength(2);
  });
});
