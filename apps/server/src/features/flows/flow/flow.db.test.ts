import {
  createFlow,
  deleteFlow,
  dryRunFlow,
  listFlows,
  readFlow,
  readShadow,
  startShadow,
  stopShadow,
  updateFlow,
} from '@stellwerk/contract/flow';
import { deleteFilter, updateFilter } from '@stellwerk/contract/flow-filter';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../../../../test/connectors/rig.ts';
import { makeFilter, makeFlow, makeTransformer, setValue, stepsOf } from '../testing/flows.fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const english = { 'accept-language': 'en' };

async function place() {
  const user = await rig.server.make.user({ permissions: ['all.manage'] });
  const { id: connectorId } = await rig.server.make.connector({ account: user.account, type: 'webhook-outgoing' });
  const [filterId, transformerId] = [await makeFilter(rig, user), await makeTransformer(rig, user)];
  return { user, parts: { filterId, transformerId, connectorIds: [connectorId] } };
}

describe('integration flows', () => {
  it('are created, listed, changed and deleted', async () => {
    const { user, parts } = await place();
    const flow = await makeFlow(rig, user, parts);
    expect(flow).toMatchObject({ active: true, trigger: 'after', sent: 0, deadLetters: 0, isShadowed: false });
    const params = { id: flow.id };
    const body = { name: 'To the city', trigger: 'alarm' as const, active: false, steps: stepsOf(parts).slice(1) };
    const changed = await rig.server.call(updateFlow, { params, body }, { as: user });
    expect([changed.status, changed.body.data]).toMatchObject([200, { name: 'To the city', active: false }]);
    expect((await rig.server.call(readFlow, { params }, { as: user })).body.data.steps).toHaveLength(2);
    const listed = await rig.server.call(listFlows, { query: { trigger: 'alarm', active: 'false' } }, { as: user });
    expect(listed.body.data.map(({ name }) => name)).toEqual(['To the city']);
    expect((await rig.server.call(deleteFlow, { params }, { as: user })).status).toBe(200);
    expect((await rig.server.call(readFlow, { params }, { as: user })).body.code).toBe('FLOW_NOT_FOUND');
  });

  it('end with exactly one connector step', async () => {
    const { user, parts } = await place();
    const [filter, transformation, connector] = stepsOf(parts);
    const create = async (steps: unknown[]) => {
      const body = { name: 'f', trigger: 'after' as const, steps: steps as never, tenantId: user.account.id };
      return rig.server.call(createFlow, { body }, { as: user, headers: english });
    };
    for (const steps of [[], [transformation], [connector, transformation], [transformation, connector, connector]]) {
      expect([(await create(steps)).status, (await create(steps)).body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    const unfit = await create([filter, connector]);
    expect([unfit.status, unfit.body.code, unfit.body.message]).toEqual([
      409,
      'FLOW_CONTENT_TYPES',
      'Step 2 expects application/json, but receives generic.',
    ]);
    expect((await create([transformation, filter, connector])).body.code).toBe('FLOW_CONTENT_TYPES');
    expect((await create([filter, transformation, connector])).status).toBe(201);
    expect((await create([filter, transformation, connector])).body.code).toBe('FLOW_DUPLICATE_NAME');
  });

  it('use filters, transformers and connectors of their account that fit', async () => {
    const [{ user, parts }, other] = [await place(), await place()];
    const create = async (given: Partial<typeof parts>) => {
      const steps = stepsOf({ ...parts, ...given });
      const body = { name: crypto.randomUUID(), trigger: 'after' as const, steps, tenantId: user.account.id };
      return (await rig.server.call(createFlow, { body }, { as: user })).body.code;
    };
    expect(await create({ filterId: other.parts.filterId })).toBe('FLOW_FILTER_NOT_FOUND');
    expect(await create({ transformerId: other.parts.transformerId })).toBe('FLOW_TRANSFORMER_NOT_FOUND');
    expect(await create({ connectorIds: other.parts.connectorIds })).toBe('BRIDGE_NOT_FOUND');
    const incoming = await rig.server.make.connector({ account: user.account });
    expect(await create({ connectorIds: [incoming.id] })).toBe('BRIDGE_NO_COMMANDS');
  });

  it('of other accounts are not found, and keep their parts', async () => {
    const { user, parts } = await place();
    const { id, name } = await makeFlow(rig, user, parts);
    const stranger = await place();
    expect((await rig.server.call(readFlow, { params: { id } }, { as: stranger.user })).status).toBe(404);
    expect((await rig.server.call(listFlows, { query: {} }, { as: stranger.user })).body.data).toEqual([]);
    const params = { id: parts.filterId };
    const refused = await rig.server.call(deleteFilter, { params }, { as: user });
    expect(refused.body).toMatchObject({ code: 'FLOW_FILTER_IN_USE', params: { flows: name } });
    const fields = { name: 'x', type: 'jsonata' as const, script: 'true', inputType: 'text/csv' as const };
    const broken = await rig.server.call(updateFilter, { params, body: fields }, { as: user });
    expect(broken.body.code).toBe('FLOW_CONTENT_TYPES');
  });

  it('are tried on recorded events without sending anything', async () => {
    const { user, parts } = await place();
    const level = await rig.server.make.state({ account: user.account, key: 'level' });
    const other = await rig.server.make.state({ account: user.account, key: 'other' });
    for (const value of [1, 2]) await setValue(rig, user, level, value);
    await setValue(rig, user, other, 3);
    const body = { tenantId: user.account.id, trigger: 'after' as const, steps: stepsOf(parts) };
    const { status, body: answer } = await rig.server.call(dryRunFlow, { body }, { as: user });
    expect(status).toBe(200);
    expect(answer.data).toMatchObject({
      ...{ events: 3, sent: 2, failures: [] },
      steps: [
        { step: 0, entered: 3, passed: 2, stopped: 1, failed: 0 },
        { step: 1, entered: 2, passed: 2, stopped: 0, failed: 0 },
      ],
    });
    expect(answer.data.messages.map(({ content }) => JSON.parse(content))).toEqual([
      { k: 'level', v: 2 },
      { k: 'level', v: 1 },
    ]);
  });

  it('start and end a shadow run', async () => {
    const { user, parts } = await place();
    const { id } = await makeFlow(rig, user, parts);
    const params = { id };
    expect((await rig.server.call(readShadow, { params }, { as: user })).body.data).toBeNull();
    expect((await rig.server.call(stopShadow, { params }, { as: user })).body.code).toBe('FLOW_NO_SHADOW');
    const steps = stepsOf({ ...parts, transformerId: await makeTransformer(rig, user, 'value') });
    const started = await rig.server.call(startShadow, { params, body: { steps } }, { as: user });
    expect([started.status, started.body.data]).toMatchObject([200, { compared: 0, differences: [] }]);
    expect((await rig.server.call(readFlow, { params }, { as: user })).body.data.isShadowed).toBe(true);
    expect((await rig.server.call(stopShadow, { params }, { as: user })).status).toBe(200);
    expect((await rig.server.call(readShadow, { params }, { as: user })).body.data).toBeNull();
  });
});
