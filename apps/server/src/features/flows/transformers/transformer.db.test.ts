import {
  createTransformer,
  deleteTransformer,
  listTransformers,
  readTransformer,
  testTransformer,
  updateTransformer,
} from '@stellwerk/contract/flow-transformer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { flows } from '../flow.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const english = { 'accept-language': 'en' };
const manager = () => server.make.user({ permissions: ['all.manage'] });
const fields = {
  name: 'To JSON',
  type: 'jsonata' as const,
  inputType: 'generic' as const,
  outputType: 'application/json' as const,
  script: '{ "v": value }',
};

const create = (as: TestUser, more: object = {}) =>
  server.call(createTransformer, { body: { ...fields, tenantId: as.account.id, ...more } }, { as, headers: english });

describe('transformers of integration flows', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const user = await manager();
    const created = await create(user, { testValue: '{"meta":{},"value":1}' });
    expect([created.status, created.body.data]).toMatchObject([201, { ...fields, flows: [] }]);
    const params = { id: created.body.data.id };
    const change = { ...fields, name: 'To text', outputType: 'text/plain' as const, script: '$string(value)' };
    expect((await server.call(updateTransformer, { params, body: change }, { as: user })).status).toBe(200);
    expect((await server.call(readTransformer, { params }, { as: user })).body.data).toMatchObject(change);
    const { body } = await server.call(listTransformers, { query: { type: 'jsonata' } }, { as: user });
    expect(body.data.map(({ name }) => name)).toEqual(['To text']);
    expect((await server.call(deleteTransformer, { params }, { as: user })).status).toBe(200);
    expect((await server.call(readTransformer, { params }, { as: user })).body.code).toBe('FLOW_TRANSFORMER_NOT_FOUND');
  });

  it('have unique names and scripts that compile', async () => {
    const user = await manager();
    await create(user);
    expect((await create(user, { name: 'to json' })).body.code).toBe('FLOW_TRANSFORMER_DUPLICATE_NAME');
    expect((await create(user, { name: 'x', script: '{ "v": ' })).body.code).toBe('FLOW_SCRIPT_INVALID');
    expect((await create(user, { name: 'x', script: ' ' })).status).toBe(400);
  });

  it('of other accounts are not found, and stay while a flow uses them', async () => {
    const user = await manager();
    const { id } = (await create(user)).body.data;
    const stranger = await manager();
    expect((await server.call(readTransformer, { params: { id } }, { as: stranger })).status).toBe(404);
    const flow = { accountId: user.account.id, name: 'To the city', trigger: 'after' as const, steps: [] };
    await server.database.db.insert(flows).values({ ...flow, transformerIds: [id] });
    const refused = await server.call(deleteTransformer, { params: { id } }, { as: user });
    expect([refused.status, refused.body.code]).toEqual([409, 'FLOW_TRANSFORMER_IN_USE']);
  });
});

describe('POST /api/v1/consumer/transformer/test/', () => {
  const event = JSON.stringify({ meta: { unit: '°C', dtwin_id: 7 }, value: 21.5 });

  async function test(more: object) {
    const user = await manager();
    const { name: _name, ...parts } = fields;
    const body = { ...parts, accountId: user.account.id, payload: event, ...more };
    const answer = await server.call(testTransformer, { body }, { as: user, headers: english });
    return answer.status === 200 ? answer.body.data : answer.body;
  }

  it.each([
    ['JSONata', { script: '{ "id": meta.dtwin_id, "v": value }' }, '{"id":7,"v":21.5}'],
    [
      'JavaScript',
      { type: 'javascript', script: 'console.log("x"); return { id: meta.dtwin_id, v: data.value };' },
      '{"id":7,"v":21.5}',
    ],
    ['encoded JSON', { script: '$string({ "v": value })' }, '{"v":21.5}'],
    ['text', { outputType: 'text/plain', script: 'value' }, '21.5'],
    ['XML', { outputType: 'application/xml', script: '"<v>" & value & "</v>"' }, '<v>21.5</v>'],
    ['text to JSON', { inputType: 'text/csv', payload: 'a;b', script: '$split($, ";")' }, '["a","b"]'],
    ['nothing', { script: 'meta.none' }, null],
  ])('shows the result: %s', async (_name, given, result) => {
    expect(await test(given)).toMatchObject({ result });
  });

  it.each([
    ['an input that is no JSON', { payload: 'value' }, 'DS_TRANSFORMER_INVALID_INPUT'],
    ['an input that is no event', { payload: '{"a":1}' }, 'DS_TRANSFORMER_INVALID_INPUT'],
    ['an object for text', { outputType: 'text/plain' }, 'DS_TRANSFORMER_INVALID_OUTPUT'],
    ['a text that is no JSON', { script: '"{"' }, 'DS_TRANSFORMER_INVALID_OUTPUT'],
    ['no XML', { outputType: 'application/xml', script: '"x"' }, 'DS_TRANSFORMER_INVALID_OUTPUT'],
    ['no event', { outputType: 'generic' }, 'DS_TRANSFORMER_INVALID_OUTPUT'],
    ['a script that does not compile', { script: '{' }, 'DS_TRANSFORMER_EXEC_ERROR'],
  ])('refuses %s', async (_name, given, code) => {
    expect(await test(given)).toMatchObject({ code });
  });

  it('names the line of a script that fails', async () => {
    const failed = await test({ type: 'javascript', script: 'const a = 1;\nthrow new Error("no");' });
    expect(failed).toMatchObject({
      code: 'DS_TRANSFORMER_EXEC_ERROR',
      issues: [{ path: 'script', code: 'line', message: 'Error in line 2' }],
    });
  });
});
