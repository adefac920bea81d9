import { listCommandConnectors } from '@stellwerk/contract/rule-calls';
import { createState } from '@stellwerk/contract/state';
import { createTwin } from '@stellwerk/contract/twin';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTwin, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';
import { connectors } from '../connectors/index.ts';
import { ruleStates } from './rule.table.ts';
import { alarm, createRuleFixture, failure, type NewRule, type RuleFixture } from './testing/rules.fixture.ts';

let server: TestServer;
let fixture: RuleFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = createRuleFixture(server);
});
afterAll(() => server.close());

async function refused(more: (stateId: number) => Partial<NewRule>) {
  const { user, twin, state } = await fixture.editor();
  const metrics = [{ alias: 't', stateId: state.id }];
  return fixture.post(user, twin, { title: 'x', metrics, alarm, ...more(state.id) });
}

describe('a rule', () => {
  it('has each alias once, whatever its case', async () => {
    const answer = await refused((stateId) => ({
      metrics: [
        { alias: 'Temp', stateId },
        { alias: 'temp', stateId },
      ],
    }));
    expect(failure(answer)).toEqual([400, 'RULE_ALIAS_DUPLICATE']);
    expect(answer.body).toMatchObject({ params: { alias: 'temp' }, issues: [{ path: 'metrics.1.alias' }] });
  });

  it('has conditions on its own metrics only, on both sides', async () => {
    const when = (metric: string, value: number | { metric: string }) => ({
      conditions: {
        mode: 'tree' as const,
        tree: { op: 'not' as const, child: { op: 'when' as const, metric, cmp: 'gt' as const, value } },
      },
    });
    const left = await refused(() => when('T', 5));
    expect(left.body).toMatchObject({ code: 'RULE_ALIAS_UNKNOWN', params: { alias: 'T' } });
    const right = await refused(() => when('t', { metric: 'other' }));
    expect(right.body).toMatchObject({ code: 'RULE_ALIAS_UNKNOWN', params: { alias: 'other' } });
  });

  it('does something, and something sets it off', async () => {
    expect(failure(await refused(() => ({ alarm: null })))).toEqual([400, 'RULE_NOTHING_TO_DO']);
    expect(failure(await refused(() => ({ metrics: [] })))).toEqual([400, 'RULE_NEVER_TRIGGERED']);
    const silent = await refused(() => ({ onlyTimeTriggers: true }));
    expect(failure(silent)).toEqual([400, 'RULE_NEVER_TRIGGERED']);
  });

  it('has scripts that can be compiled', async () => {
    const transformer = await refused((stateId) => ({ metrics: [{ alias: 't', stateId, transformer: 'return (' }] }));
    expect(transformer.body).toMatchObject({
      code: 'RULE_SCRIPT_INVALID',
      params: { alias: 't', reason: expect.any(String) },
      issues: [{ path: 'metrics.0.transformer' }],
    });
    const script = await refused(() => ({ conditions: { mode: 'script', script: 'return }' } }));
    expect(script.body).toMatchObject({ code: 'RULE_SCRIPT_INVALID', issues: [{ path: 'conditions.script' }] });
    // A script that compiles is accepted, even if it fails when it runs.
    const fine = await refused(() => ({ conditions: { mode: 'script', script: 'return nobody.knows' } }));
    expect(fine.status).toBe(201);
  });

  it('watches zones with an area that its writer may read', async () => {
    const { user, twin } = await fixture.editor();
    const make = async (body: object) => {
      const parent = { parentId: twin.id };
      const answer = await server.call(createTwin, { body: { ...parent, ...body } as never }, { as: manager });
      return answer.body.data.id;
    };
    const manager = await server.make.user({ account: user.account, permissions: ['DigitalTwin.manage'] });
    const watch = (dtwinId: number) =>
      fixture.post(user, twin, { title: 'x', alarm, geofenceTriggers: [{ dtwinId, mode: 'enter' }] });
    const points: [number, number][] = [
      [9, 48],
      [10, 48],
      [10, 49],
    ];
    const polygon = { kind: 'polygon' as const, points };
    expect(failure(await watch(await make({ title: 'no area', type: 'zone' })))).toEqual([
      400,
      'RULE_ZONE_WITHOUT_AREA',
    ]);
    const plain = await make({ title: 'no zone', geoPolygon: polygon });
    expect(failure(await watch(plain))).toEqual([400, 'RULE_ZONE_WITHOUT_AREA']);
    const zone = await make({ title: 'zone', type: 'zone', geoPolygon: polygon });
    const made = await watch(zone);
    expect(made.status).toBe(201);
    expect(made.body.data.twins).toEqual([{ id: zone, title: 'zone' }]);
    const stranger = await server.make.twin();
    expect(failure(await watch(stranger.id))).toEqual([404, 'DTWIN_NOT_FOUND']);
  });
});

describe('the aggregate trigger', () => {
  async function aggregateOf(user: TestUser, twin: TestTwin, key: string, ...stateIds: number[]) {
    const body = { key, title: key, config: { source: 'aggregate' as const, stateIds } };
    return (await server.call(createState, { params: { id: twin.id }, body }, { as: user })).body.data.id;
  }

  it('takes computed states of the twin that no metric depends on', async () => {
    const { user, twin, state } = await fixture.editor();
    const [free, sum] = [await server.make.state({ twin }), await aggregateOf(user, twin, 'sum', state.id)];
    const total = await aggregateOf(user, twin, 'total', sum);
    const send = (metricId: number, ...aggregateTrigger: number[]) =>
      fixture.post(user, twin, { title: 'x', metrics: [{ alias: 't', stateId: metricId }], aggregateTrigger });
    const made = await send(free.id, sum);
    expect(made.status).toBe(201);
    expect(made.body.data.states.map(({ stateId }) => stateId)).toEqual([free.id, sum]);
    const loop = [409, 'DTWINSTATE_METRIC_CANNOT_TRIGGER_AGGREGATION'];
    expect(failure(await send(sum, sum))).toEqual(loop);
    expect(failure(await send(total, sum))).toEqual(loop);
    expect((await send(sum, total)).status).toBe(201);
    expect(failure(await send(free.id, state.id))).toEqual([400, 'VALIDATION_ERROR']);
    const elsewhere = await server.make.twin({ account: user.account });
    const foreign = await aggregateOf(user, elsewhere, 'sum', state.id);
    expect(failure(await send(free.id, foreign))).toEqual([404, 'DTWIN_STATE_NOT_FOUND']);
  });
});

describe('commands', () => {
  const setState = (stateKey: string, dtwinId: number | null = null) => ({
    type: 'setState',
    dtwinId,
    options: { stateKey, value: '{{t}}' },
  });

  it('are known, complete and allowed to whoever saves them', async () => {
    const { user, twin, state } = await fixture.editor();
    const below = await server.make.account({ parent: user.account });
    const target = await server.make.twin({ account: below });
    const goal = await server.make.state({ twin: target, key: 'goal' });
    const send = (command: NonNullable<NewRule['commands']>[number]) =>
      fixture.post(user, twin, { title: 'x', metrics: [{ alias: 't', stateId: state.id }], commands: [command] });
    expect(failure(await send({ type: 'telegram' }))).toEqual([400, 'RULE_COMMAND_UNKNOWN']);
    expect(failure(await send({ type: 'setState' }))).toEqual([400, 'RULE_COMMAND_INVALID']);
    const made = await send(setState('goal', target.id));
    expect(made.status).toBe(201);
    const { db } = server.database;
    const edges = await db.select().from(ruleStates).where(eq(ruleStates.ruleId, made.body.data.id));
    expect(edges).toContainEqual({ ruleId: made.body.data.id, stateId: goal.id, kind: 'command' });
    const stranger = await server.make.twin();
    expect(failure(await send(setState('goal', stranger.id)))).toEqual([404, 'DTWIN_NOT_FOUND']);
  });

  it('are looked at again when somebody else makes the rule do something else', async () => {
    const { user, twin, state } = await fixture.editor();
    const below = await server.make.account({ parent: user.account });
    const target = await server.make.twin({ account: below });
    await server.make.state({ twin: target, key: 'goal' });
    const rule = await fixture.create(user, twin, state.id, { commands: [setState('goal', target.id)] });
    const other = await server.make.user({ account: user.account, permissions: ['DigitalTwin.write'] });
    const { db } = server.database;
    const role = { scopeId: below.scopeId, name: 'not here', permissions: ['!DigitalTwin.write'] };
    await db.insert(userRoles).values({ userId: other.id, scopeId: below.scopeId, roleId: await createRole(db, role) });
    expect(await fixture.change(other, rule, { title: 'renamed' })).toMatchObject({ title: 'renamed' });
    expect(await fixture.change(other, rule, { active: false })).toMatchObject({ active: false });
    const denied = [403, 'RULE_COMMAND_TARGET'];
    expect(failure(await fixture.put(other, rule, { active: true }))).toEqual(denied);
    expect(failure(await fixture.put(other, rule, { throttleHours: 1 }))).toEqual(denied);
    expect((await fixture.change(user, rule, { active: true })).commands).toEqual(rule.commands);
  });

  it('go through connectors of the account or above that fit', async () => {
    const parent = await server.make.account();
    const account = await server.make.account({ parent });
    const { user, twin, state } = await fixture.editor(account);
    const above = await server.make.connector({ account: parent, type: 'webhook-outgoing' });
    const name = { name: 'Hook of Building 7' };
    await server.database.db.update(connectors).set(name).where(eq(connectors.id, above.id));
    await server.make.connector({ account: parent });
    const foreign = await server.make.connector({ type: 'webhook-outgoing' });
    const list = (type: string, search?: string) =>
      server.call(
        listCommandConnectors,
        { params: { id: twin.id }, query: { type, ...(search ? { search } : {}) } },
        { as: user },
      );
    expect((await list('webhook')).body.data).toMatchObject([{ id: above.id, type: 'webhook-outgoing' }]);
    const send = (connectorId: number) =>
      fixture.post(user, twin, {
        title: 'x',
        metrics: [{ alias: 't', stateId: state.id }],
        commands: [{ type: 'webhook', connectorId }],
      });
    const made = await send(above.id);
    expect(made.body.data?.connectors).toMatchObject([{ id: above.id, type: 'webhook-outgoing' }]);
    expect(failure(await send(foreign.id))).toEqual([404, 'BRIDGE_NOT_FOUND']);
    expect((await list('webhook', 'building HOOK')).body.data).toMatchObject([{ id: above.id }]);
    expect((await list('webhook', 'nothing like it')).body.data).toEqual([]);
    expect(failure(await list('telegram'))).toEqual([400, 'RULE_COMMAND_UNKNOWN']);
  });
});
