import { createOwnApiKey, deleteApiKey } from '@stellwerk/contract/api-key';
import { createRule } from '@stellwerk/contract/rule-calls';
import { createState, newState } from '@stellwerk/contract/state';
import { synchroniseTwin } from '@stellwerk/contract/twin-copy';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { rules } from '../../rules/index.ts';
import { states } from '../../states/index.ts';
import { finishJob } from '../testing/finish-job.ts';
import { twinCalls } from '../testing/twins.ts';
import { twins } from '../twin.table.ts';

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = twinCalls(server);
});
afterAll(() => server.close());

const addState = async (as: TestUser, id: number, key: string) => {
  const body = newState.parse({ key, title: key, unit: '', config: { source: 'none' } });
  return (await server.call(createState, { params: { id }, body }, { as })).body.data.id;
};
const makeKey = async (as: TestUser, scopeId: number) =>
  (await server.call(createOwnApiKey, { body: { title: 'key', scopeIds: [scopeId] } }, { as })).body.data;
async function countOf(ids: readonly number[]) {
  const { db } = server.database;
  return {
    states: await db.$count(states, inArray(states.twinId, [...ids])),
    rules: await db.$count(rules, inArray(rules.twinId, [...ids])),
  };
}

/** A source whose rule reads a state of a twin outside of its scope, and more targets than one call changes. */
async function world() {
  const user = await call.editor();
  const top = await call.giveScope(user, (await call.make(user, { title: 'open' })).id);
  const outside = await call.make(user, { title: 'outside' });
  const source = await call.make(user, { title: 'source', parentId: top.id, tenantId: undefined });
  const stateId = await addState(user, outside.id, 'secret');
  await addState(user, source.id, 'warmth');
  const body = {
    title: 'Reads a secret',
    metrics: [{ alias: 'x', stateId }],
    alarm: { severity: 'warning' as const, message: 'x' },
  };
  expect((await server.call(createRule, { params: { id: source.id }, body }, { as: user })).status).toBe(201);
  const targets: number[] = [];
  for (let index = 0; index < 51; index += 1) {
    targets.push((await server.make.twin({ account: user.account })).id);
  }
  await server.database.db.update(twins).set({ scopeId: top.scopeId }).where(inArray(twins.id, targets));
  return { user, top, source, targets };
}

describe('a job that an API key started', () => {
  it('has the permissions of the key, not those of its owner', async () => {
    const { user, top, source, targets } = await world();
    const { key } = await makeKey(user, top.scopeId);
    const input = { params: { id: source.id }, body: { twinIds: targets } };
    const { body } = await server.call(synchroniseTwin, input, { headers: { 'x-api-key': key } });
    const job = await finishJob(server, user, body.data.job?.id ?? 0);
    expect(job).toMatchObject({ state: 'done', errorCount: 51, progress: { done: 51 } });
    expect(new Set(job.errors.map(({ code }) => code))).toEqual(new Set(['RULE_NOT_CARRIED']));
    expect(await countOf(targets)).toEqual({ states: 51, rules: 0 });
  });

  it('ends without a change if the key was deleted before it runs', async () => {
    const { user, top, source, targets } = await world();
    const { key, id } = await makeKey(user, top.scopeId);
    const input = { params: { id: source.id }, body: { twinIds: targets } };
    const { body } = await server.call(synchroniseTwin, input, { headers: { 'x-api-key': key } });
    expect((await server.call(deleteApiKey, { params: { id } }, { as: user })).status).toBe(200);
    const job = await finishJob(server, user, body.data.job?.id ?? 0);
    expect(job).toMatchObject({ state: 'error', errors: [{ code: 'API_KEY_NOT_FOUND' }] });
    expect(await countOf(targets)).toEqual({ states: 0, rules: 0 });
  });
});
