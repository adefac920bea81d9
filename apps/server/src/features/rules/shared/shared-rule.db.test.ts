import { listAlarms } from '@stellwerk/contract/alarm';
import { deleteDevice } from '@stellwerk/contract/device';
import {
  createRule,
  deleteRule,
  listRules,
  listTwinRules,
  readRuleFigures,
  updateRule,
} from '@stellwerk/contract/rule-calls';
import { readRuleSharing, type SharedTarget, shareRule } from '@stellwerk/contract/shared-rule';
import { createSmartGroup, deleteSmartGroup, updateSmartGroup } from '@stellwerk/contract/smart-group';
import { createState, newState } from '@stellwerk/contract/state';
import { updateTwin } from '@stellwerk/contract/twin';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../../devices/testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
  await server.field.start();
});
afterAll(() => server.close());

const waits = { timeout: 15_000, interval: 30 };
const permissions = [
  ...['read', 'write', 'manage'].flatMap((action) => [`VirtualDeviceGroup.${action}`, `VirtualDevice.${action}`]),
  ...everything,
];

const limitOf = (value: number) => ({
  conditions: { mode: 'tree' as const, tree: { op: 'when' as const, metric: 't', cmp: 'gt' as const, value } },
});

/** Three bins with a tag, and a rule on the first one. */
async function bins() {
  const { user, account, connector } = await fixture.manager({ permissions });
  const driver = await fixture.driver(account, [{ name: 'level', unit: '%' }], 'module.exports = (p) => p');
  const make = (title: string, tags = ['bin']) =>
    fixture.create(user, connector, { title, externalId: title, tags, driverId: driver.id });
  const [first, second, third] = [await make('first'), await make('second'), await make('third')];
  const states = await server.database.pool.query<{ id: string }>(
    `select id from states where twin_id = $1 and key = 'level'`,
    [first.id],
  );
  const body = {
    title: 'Full',
    metrics: [{ alias: 't', stateId: Number(states.rows[0]?.id) }],
    alarm: { severity: 'warning' as const, message: '{{twin.title}}: {{t}}' },
    ...limitOf(80),
  };
  const { body: made } = await server.call(createRule, { params: { id: first.id }, body }, { as: user });
  const send = (externalId: string, level: number) =>
    server.field.ingestion.accept({ connectorId: connector.id, accountId: account.id }, [
      { id: externalId, payload: { level } } as never,
    ]);
  return { user, account, connector, driver, make, first, second, third, rule: made.data, send };
}

interface Ref {
  id: number;
  dtwinId: number;
}
const place = ({ id, dtwinId }: Ref) => ({ id: dtwinId, ruleId: id });
const share = (as: TestUser, rule: Ref, target: SharedTarget | null) =>
  server.call(shareRule, { params: place(rule), body: { target } }, { as });
const shared = async (as: TestUser, rule: Ref, target: SharedTarget | null) => {
  const { status, body } = await share(as, rule, target);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data;
};
const rulesOf = async (as: TestUser, twinId: number) =>
  (await server.call(listTwinRules, { params: { id: twinId } }, { as })).body.data;
const alarmsIn = async (as: TestUser) =>
  (await server.call(listAlarms, { query: { type: 'rule', sort: 'message' } }, { as })).body.data.map(
    ({ message, status }) => `${message} ${status}`,
  );
const failure = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

/** Does what the job engine does every minute; twice, because the first turn finds its own changes. */
async function tick(): Promise<void> {
  const sync = server.schedules.find(({ name }) => name === 'rules.sync-shared');
  const { db } = server.database;
  const run = { db, scheduledAt: new Date(), signal: new AbortController().signal, log: createLog('silent') };
  await sync?.run(run);
  await sync?.run(run);
}

const byTag: SharedTarget = { kind: 'tag', tag: 'bin' };

describe('a rule shared by a tag', () => {
  it('is evaluated for each twin with an alarm of its own, and its limit is changed once', async () => {
    const { user, rule, second, send } = await bins();
    expect(await shared(user, rule, byTag)).toMatchObject({
      target: { kind: 'tag', tag: 'bin' },
      twins: 3,
      leftOut: [],
    });
    await send('first', 85);
    await send('second', 90);
    await send('third', 10);
    const open = ['first: 85 % unresolved', 'second: 90 % unresolved'];
    await vi.waitFor(async () => expect(await alarmsIn(user)).toEqual(open), waits);

    const [copy] = await rulesOf(user, second.id);
    expect(copy).toMatchObject({
      title: 'Full',
      shared: { modelId: rule.id, isCopy: true, twins: 3, openAlarms: 2, target: { kind: 'tag', name: 'bin' } },
      abilities: { update: false },
    });
    const higher = await server.call(updateRule, { params: place(rule), body: limitOf(95) }, { as: user });
    expect(higher.status).toBe(200);
    expect((await rulesOf(user, second.id))[0]).toMatchObject({ id: copy?.id, ...limitOf(95) });
    await send('first', 86);
    await send('second', 91);
    await vi.waitFor(
      async () => expect(await alarmsIn(user)).toEqual(['first: 85 % resolved', 'second: 90 % resolved']),
      waits,
    );
    await send('third', 96);
    await vi.waitFor(async () => expect(await alarmsIn(user)).toContain('third: 96 % unresolved'), waits);
  });

  it('is one rule in lists and figures', async () => {
    const { user, account, rule } = await bins();
    await shared(user, rule, byTag);
    const tenantId = String(account.id);
    const list = async (query: object) =>
      (await server.call(listRules, { query: { tenantId, ...query } }, { as: user })).body.data;
    expect((await list({})).map(({ id, shared }) => [id, shared?.twins])).toEqual([[rule.id, 3]]);
    expect((await list({ modelId: String(rule.id) })).map(({ dtwinTitle }) => dtwinTitle).sort()).toEqual([
      'second',
      'third',
    ]);
    const { body } = await server.call(readRuleFigures, { query: { tenantId } }, { as: user });
    expect(body.data).toMatchObject({ rules: 1, active: 1 });
  });

  it('follows twins that get and lose the tag, and those that lack a data state', async () => {
    const { user, rule, make, third, connector } = await bins();
    await shared(user, rule, byTag);
    const fourth = await make('fourth');
    const bare = await fixture.create(user, connector, { title: 'bare', externalId: 'bare', tags: ['bin'] });
    await server.call(updateTwin, { params: { id: third.id }, body: { tags: [] } }, { as: user });
    await tick();
    const sizes = async () =>
      Promise.all([third, fourth, bare].map(async ({ id }) => (await rulesOf(user, id)).length));
    expect(await sizes()).toEqual([0, 1, 0]);
    const { body } = await server.call(readRuleSharing, { params: place(rule) }, { as: user });
    expect(body.data).toMatchObject({
      twins: 3,
      leftOutCount: 1,
      leftOut: [{ twinId: bare.id, title: 'bare', code: 'RULE_METRIC_NOT_CARRIED' }],
    });
    const state = newState.parse({ key: 'level', title: 'Level', config: { source: 'none' } });
    await server.call(createState, { params: { id: bare.id }, body: state }, { as: user });
    await tick();
    expect(await sizes()).toEqual([0, 1, 1]);
  });

  it('can only be changed at its model, and ends with it', async () => {
    const { user, rule, second } = await bins();
    await shared(user, rule, byTag);
    const [copy] = await rulesOf(user, second.id);
    if (!copy) throw new Error('no copy');
    const change = await server.call(updateRule, { params: place(copy), body: { active: false } }, { as: user });
    expect(failure(change)).toEqual([409, 'RULE_IS_A_COPY']);
    expect(failure(await server.call(deleteRule, { params: place(copy) }, { as: user }))).toEqual([
      409,
      'RULE_IS_A_COPY',
    ]);
    expect(failure(await share(user, copy, null))).toEqual([409, 'RULE_IS_A_COPY']);
    expect((await server.call(deleteRule, { params: place(rule) }, { as: user })).status).toBe(200);
    expect(await rulesOf(user, second.id)).toEqual([]);
  });

  it('stays on the others when the twin of its model is deleted', async () => {
    const { user, rule, first, second, third } = await bins();
    await shared(user, rule, byTag);
    await server.call(deleteDevice, { params: { id: first.id }, query: {} }, { as: user });
    await tick();
    const [model] = await rulesOf(user, second.id);
    const [copy] = await rulesOf(user, third.id);
    expect([model?.shared, copy?.shared]).toMatchObject([
      { isCopy: false, twins: 2 },
      { isCopy: true, modelId: model?.id },
    ]);
    if (!model) throw new Error('no model');
    await server.call(updateRule, { params: place(model), body: limitOf(50) }, { as: user });
    expect((await rulesOf(user, third.id))[0]).toMatchObject({ id: copy?.id, ...limitOf(50) });
  });

  it('becomes the rule of one twin again', async () => {
    const { user, rule, first, second } = await bins();
    await shared(user, rule, byTag);
    expect(await shared(user, rule, null)).toMatchObject({ target: null, twins: 1 });
    expect([(await rulesOf(user, first.id)).length, (await rulesOf(user, second.id)).length]).toEqual([1, 0]);
  });

  it('reaches only twins whose rules its author may change', async () => {
    const { user, account, rule, first, second } = await bins();
    const stranger = await server.make.user({ permissions });
    expect((await share(stranger, rule, byTag)).status).toBe(404);
    const reader = await server.make.user({ account, permissions: ['DigitalTwin.read', 'VirtualDevice.read'] });
    expect((await share(reader, rule, byTag)).status).toBe(403);
    expect((await rulesOf(user, second.id)).length).toBe(0);
    expect((await rulesOf(user, first.id)).length).toBe(1);
  });
});

describe('a rule shared by a smart group', () => {
  it('follows the filter of the group, which can not be deleted meanwhile', async () => {
    const { user, account, rule, second, third } = await bins();
    const body = { tenantId: account.id, title: 'bins', filter: { search: 'second' } };
    const { body: made } = await server.call(createSmartGroup, { body }, { as: user });
    const params = { id: made.data.id };
    expect(await shared(user, rule, { kind: 'smartGroup', smartGroupId: params.id })).toMatchObject({
      target: { kind: 'smartGroup', smartGroupId: params.id, title: 'bins' },
      twins: 2,
    });
    expect(failure(await server.call(deleteSmartGroup, { params }, { as: user }))).toEqual([409, 'SMART_GROUP_IN_USE']);
    await server.call(updateSmartGroup, { params, body: { filter: { search: 'third' } } }, { as: user });
    await tick();
    expect([(await rulesOf(user, second.id)).length, (await rulesOf(user, third.id)).length]).toEqual([0, 1]);
    await shared(user, rule, null);
    expect((await server.call(deleteSmartGroup, { params }, { as: user })).status).toBe(200);
  });

  it('needs a rule on a device', async () => {
    const { user, account } = await bins();
    const twin = await server.make.twin({ account });
    const rule = await server.make.rule({ twin });
    const body = { tenantId: account.id, title: 'all' };
    const { body: made } = await server.call(createSmartGroup, { body }, { as: user });
    const target = { kind: 'smartGroup' as const, smartGroupId: made.data.id };
    expect(failure(await share(user, { id: rule.id, dtwinId: twin.id }, target))).toEqual([
      409,
      'RULE_GROUP_NEEDS_DEVICE',
    ]);
  });
});
