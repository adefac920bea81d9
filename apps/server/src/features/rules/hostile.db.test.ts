import { createRule } from '@stellwerk/contract/rule-calls';
import { convertConditions, testConditions } from '@stellwerk/contract/rule-run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { alarm, createRuleFixture, failure, type RuleFixture } from './testing/rules.fixture.ts';

let server: TestServer;
let fixture: RuleFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = createRuleFixture(server);
});
afterAll(() => server.close());

const leaf = '{"op":"when","metric":"t","cmp":"gt","value":1}';
const nested = (levels: number) => `${'{"op":"not","child":'.repeat(levels)}${leaf}${'}'.repeat(levels)}`;

/** Sends raw text, because building the object would already break the test. */
async function send(as: TestUser, url: string, text: string) {
  const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' };
  const answer = await server.app.inject({ method: 'POST', url, headers, payload: text });
  return [answer.statusCode, answer.json().code];
}

describe('a condition tree', () => {
  it('may be deep, but not beyond its limit, however deep it is', async () => {
    const { user, twin, state } = await fixture.editor();
    const url = createRule.path.replace('{id}', String(twin.id));
    const create = (tree: string) =>
      send(
        user,
        url,
        `{"title":"x","metrics":[{"alias":"t","stateId":${state.id}}],"alarm":${JSON.stringify(alarm)},
          "conditions":{"mode":"tree","tree":${tree}}}`,
      );
    expect(await create(nested(7))).toEqual([201, undefined]);
    for (const levels of [8, 150, 5_000, 40_000])
      expect(await create(nested(levels))).toEqual([400, 'VALIDATION_ERROR']);
    const broken = nested(90).replace('"gt"', '"nonsense"');
    expect(await create(broken)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('is refused in the same way where it is only converted or tried', async () => {
    const { user, twin } = await fixture.editor();
    const tree = nested(40_000);
    expect(await send(user, convertConditions.path, `{"tree":${tree}}`)).toEqual([400, 'VALIDATION_ERROR']);
    const trial = `{"dtwinId":${twin.id},"metrics":[],"conditions":{"mode":"tree","tree":${tree}}}`;
    expect(await send(user, testConditions.path, trial)).toEqual([400, 'VALIDATION_ERROR']);
    const values = `{"dtwinId":${twin.id},"metrics":[],"conditions":{"mode":"always"},"values":{"t":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    expect(await send(user, testConditions.path, values)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('has no more nodes than its limit', async () => {
    const { user } = await fixture.editor();
    const wide = (count: number) => `{"op":"and","children":[${Array(count).fill(leaf).join(',')}]}`;
    const rows = (count: number) => `{"op":"or","children":[${Array(count).fill(wide(19)).join(',')}]}`;
    expect(await send(user, convertConditions.path, `{"tree":${rows(4)}}`)).toEqual([200, undefined]);
    expect(await send(user, convertConditions.path, `{"tree":${rows(5)}}`)).toEqual([400, 'VALIDATION_ERROR']);
    expect(await send(user, convertConditions.path, `{"tree":${wide(10_000)}}`)).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('a rule', () => {
  it('has at most so many parts', async () => {
    const { user, twin, state } = await fixture.editor();
    const many = <T>(count: number, make: (index: number) => T) =>
      Array.from({ length: count }, (_, index) => make(index));
    const metrics = many(10_000, (index) => ({ alias: `m${index}`, stateId: state.id }));
    const send = (body: object) => fixture.post(user, twin, { title: 'x', alarm, ...body });
    expect(failure(await send({ metrics }))).toEqual([400, 'VALIDATION_ERROR']);
    const timeTriggers = many(21, () => ({ hour: 1, minute: 1 }));
    expect(failure(await send({ timeTriggers }))).toEqual([400, 'VALIDATION_ERROR']);
    const commands = many(21, () => ({ type: 'mail' }));
    expect(failure(await send({ metrics: metrics.slice(0, 1), commands }))).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('that names more objects than a list may hold is refused before they are loaded', async () => {
    const { user, twin, state } = await fixture.editor();
    const ids = Array.from({ length: 140_000 }, (_, index) => state.id + index);
    const url = createRule.path.replace('{id}', String(twin.id));
    expect(await send(user, url, JSON.stringify({ aggregateTrigger: ids }))).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('holds no text that can’t be stored', async () => {
    const { user, twin, state } = await fixture.editor();
    const metrics = [{ alias: 't', stateId: state.id }];
    const broken = 'a\u0000b';
    const bodies = [
      { title: broken },
      { description: broken },
      { alarm: { ...alarm, message: broken } },
      { conditions: { mode: 'script' as const, script: `return "${broken}"` } },
      { commands: [{ type: 'mail', options: { to: [broken], subject: broken, body: '\ud800' } }] },
      { commands: [{ type: 'mail', options: { [broken]: 1 } }] },
    ];
    for (const body of bodies) {
      const answer = await fixture.post(user, twin, { title: 'x', metrics, alarm, ...body });
      expect(failure(answer)).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  it('has aliases that no object is surprised by', async () => {
    const { user, twin, state } = await fixture.editor();
    for (const alias of ['__proto__', 'metrics', 'class', '1a', 'a-b']) {
      const answer = await fixture.post(user, twin, { title: 'x', metrics: [{ alias, stateId: state.id }], alarm });
      expect(failure(answer)).toEqual([400, 'VALIDATION_ERROR']);
    }
    const conditions = { mode: 'script' as const, script: 'return constructor > 1 && metrics.toString > 1' };
    const metrics = ['constructor', 'toString'].map((alias) => ({ alias, stateId: state.id }));
    const odd = await fixture.post(user, twin, { title: 'x', metrics, conditions, alarm });
    expect(odd.status).toBe(201);
    const values = { constructor: 5, toString: 6 };
    const tried = await server.call(
      testConditions,
      { body: { dtwinId: twin.id, metrics, conditions, values } },
      { as: user },
    );
    expect(tried.body.data).toMatchObject({ isMet: true, problem: null });
  });
});
