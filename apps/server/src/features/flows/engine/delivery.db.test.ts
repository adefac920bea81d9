import {
  deleteDeadLetters,
  listDeadLetters,
  listFlowSamples,
  readFlow,
  readFlowFigures,
  readShadow,
  resendDeadLetters,
  startShadow,
  updateFlow,
} from '@stellwerk/contract/flow';
import { updateTransformer } from '@stellwerk/contract/flow-transformer';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Rig, startRig } from '../../../../test/connectors/rig.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createEgress } from '../../../platform/egress/egress.ts';
import { createLog } from '../../../platform/log/log.ts';
import { outbox } from '../../../platform/outbox/outbox.table.ts';
import {
  makeFilter,
  makeFlow,
  makeTransformer,
  openPeer,
  runOutbox,
  setValue,
  stepsOf,
  waits,
} from '../testing/flows.fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.server.startService('flows');
});
afterAll(() => rig.close());

const english = { 'accept-language': 'en' };

async function place(script?: string) {
  const user = await rig.server.make.user({ permissions: ['all.manage', 'DigitalTwin.manage'] });
  const peer = await openPeer(rig, user);
  const state = await rig.server.make.state({ account: user.account, key: 'level' });
  const [filterId, transformerId] = [await makeFilter(rig, user), await makeTransformer(rig, user, script)];
  const parts = { filterId, transformerId, connectorIds: [peer.connectorId] };
  const flow = await makeFlow(rig, user, parts);
  return { user, peer, state, parts, flow };
}

const queuedFor = (flowId: number) =>
  rig.server.database.db.$count(outbox, sql`${outbox.target} like ${`flow/${flowId}/%`}`);

async function lettersOf(user: TestUser, id: number) {
  return (await rig.server.call(listDeadLetters, { params: { id }, query: {} }, { as: user, headers: english })).body;
}

describe('a flow', () => {
  it('sends events that pass its filter, transformed and in order', async () => {
    const { user, peer, state, flow } = await place();
    const other = await rig.server.make.state({ account: user.account, key: 'other' });
    await runOutbox(rig);
    for (const value of [1, 2, 3]) await setValue(rig, user, state, value);
    await setValue(rig, user, other, 9);
    await vi.waitFor(() => expect(peer.bodies()).toHaveLength(3), waits);
    expect(peer.bodies()).toEqual([1, 2, 3].map((v) => ({ k: 'level', v })));
    expect(peer.received[0]?.headers['content-type']).toBe('application/json');
    const params = { id: flow.id };
    await vi.waitFor(async () => {
      const { body } = await rig.server.call(readFlowFigures, { params }, { as: user });
      expect(body.data.steps).toMatchObject([
        { step: 0, connectorId: null, passed: 3, stopped: 0 },
        { step: 1, connectorId: null, passed: 3, failed: 0 },
        { step: 2, connectorId: peer.connectorId, passed: 3, lastFailure: null },
      ]);
    }, waits);
    const query = { step: 1 };
    const samples = await rig.server.call(listFlowSamples, { params, query }, { as: user });
    expect(samples.body.data[0]).toMatchObject({ outcome: 'passed', output: '{"k":"level","v":3}' });
    expect((await rig.server.call(readFlow, { params }, { as: user })).body.data).toMatchObject({ sent: 3, failed: 0 });
  });

  it('keeps its events while the other side is down, and its other connectors go on', async () => {
    const { user, peer, state, parts, flow } = await place();
    const second = await openPeer(rig, user);
    peer.setAnswer(() => ({ status: 503 }));
    const steps = stepsOf({ ...parts, connectorIds: [peer.connectorId, second.connectorId] });
    const body = { name: flow.name, trigger: 'after' as const, steps };
    await rig.server.call(updateFlow, { params: { id: flow.id }, body }, { as: user });
    await runOutbox(rig);
    for (const value of [1, 2]) await setValue(rig, user, state, value);
    await vi.waitFor(() => expect(second.bodies().map(({ v }) => v)).toEqual([1, 2]), waits);
    await vi.waitFor(() => expect(peer.received.length).toBeGreaterThan(1), waits);
    expect(new Set(peer.bodies().map(({ v }) => v))).toEqual(new Set([1]));
    peer.setAnswer(() => ({ status: 200 }));
    await vi.waitFor(async () => expect(await queuedFor(flow.id)).toBe(0), waits);
    expect(peer.bodies().at(-1)).toEqual({ k: 'level', v: 2 });
  });

  it('puts what can’t be sent into its inbox, from where it is changed and sent again', async () => {
    const { user, peer, state, flow } = await place();
    peer.setAnswer(({ body }) => ({ status: body.includes('-1') ? 400 : 200 }));
    await runOutbox(rig);
    await setValue(rig, user, state, -1);
    await setValue(rig, user, state, 5);
    await vi.waitFor(() => expect(peer.bodies().map(({ v }) => v)).toEqual([-1, 5]), waits);
    await vi.waitFor(async () => expect((await lettersOf(user, flow.id)).total).toBe(1), waits);
    const [letter] = (await lettersOf(user, flow.id)).data;
    if (!letter) throw new Error('no letter');
    expect(letter).toMatchObject({
      ...{ step: 2, connectorId: peer.connectorId, event: { value: -1 } },
      failure: { code: 'BRIDGE_HTTP_STATUS', message: 'The other side answered with the HTTP status 400.' },
    });
    const params = { id: flow.id };
    const body = { letters: [letter.id], event: { ...letter.event, value: 7 } };
    expect((await rig.server.call(resendDeadLetters, { params, body }, { as: user })).body.data.resent).toBe(1);
    await vi.waitFor(() => expect(peer.bodies().at(-1)).toEqual({ k: 'level', v: 7 }), waits);
    const gone = await rig.server.call(resendDeadLetters, { params, body }, { as: user });
    expect(gone.body.code).toBe('FLOW_DEAD_LETTER_NOT_FOUND');
  });

  it('puts events whose script fails or hangs into its inbox', async () => {
    const { user, peer, state, parts, flow } = await place();
    const ends = { inputType: 'generic' as const, outputType: 'application/json' as const };
    const script = 'if (value === 1) for (;;); return value.missing.member;';
    const body = { name: 'broken', type: 'javascript' as const, ...ends, script };
    await rig.server.call(updateTransformer, { params: { id: parts.transformerId }, body }, { as: user });
    await runOutbox(rig);
    await setValue(rig, user, state, 1);
    await setValue(rig, user, state, 2);
    await vi.waitFor(async () => expect((await lettersOf(user, flow.id)).total).toBe(2), waits);
    const { data } = await lettersOf(user, flow.id);
    expect(data.map(({ step, failure }) => [step, failure.code]).sort()).toEqual([
      [1, 'SCRIPT_ERROR'],
      [1, 'SCRIPT_TIMEOUT'],
    ]);
    expect(peer.received).toEqual([]);
    const letters = data.map(({ id }) => id);
    const deleted = await rig.server.call(
      deleteDeadLetters,
      { params: { id: flow.id }, body: { letters } },
      { as: user },
    );
    expect(deleted.body.data.deleted).toBe(2);
  });

  it('of a broken account does not hold up the events of others', async () => {
    const [broken, sound] = [await place(), await place()];
    broken.peer.setAnswer(() => ({ status: 200, hangs: true }));
    await runOutbox(rig);
    for (let value = 0; value < 20; value += 1) await setValue(rig, broken.user, broken.state, value);
    for (const value of [1, 2, 3]) await setValue(rig, sound.user, sound.state, value);
    await vi.waitFor(() => expect(sound.peer.bodies().map(({ v }) => v)).toEqual([1, 2, 3]), waits);
    expect(await queuedFor(broken.flow.id)).toBeGreaterThan(0);
  });

  it('compares edited steps with its own on live events and sends nothing for them', async () => {
    const { user, peer, state, parts, flow } = await place();
    const transformerId = await makeTransformer(rig, user, 'value > 1 ? { "k": "level", "v": value }');
    const params = { id: flow.id };
    await rig.server.call(startShadow, { params, body: { steps: stepsOf({ ...parts, transformerId }) } }, { as: user });
    await runOutbox(rig);
    for (const value of [1, 2]) await setValue(rig, user, state, value);
    await vi.waitFor(async () => {
      const { body } = await rig.server.call(readShadow, { params }, { as: user });
      expect(body.data).toMatchObject({
        ...{ compared: 2, same: 1, different: 0, onlyProductive: 1, onlyShadow: 0 },
        differences: [{ event: { value: 1 }, productive: '{"k":"level","v":1}', shadow: null }],
      });
    }, waits);
    await vi.waitFor(() => expect(peer.bodies().map(({ v }) => v)).toEqual([1, 2]), waits);
  });

  it('holds its events while it is switched off', async () => {
    const { user, peer, state, parts, flow } = await place();
    await setValue(rig, user, state, 1);
    const change = (active: boolean) => ({ name: flow.name, trigger: 'after' as const, active, steps: stepsOf(parts) });
    const params = { id: flow.id };
    await rig.server.call(updateFlow, { params, body: change(false) }, { as: user });
    await setValue(rig, user, state, 2);
    expect(await queuedFor(flow.id)).toBe(1);
    await rig.server.call(updateFlow, { params, body: change(true) }, { as: user });
    await setValue(rig, user, state, 3);
    await runOutbox(rig);
    await vi.waitFor(() => expect(peer.bodies().map(({ v }) => v)).toEqual([1, 3]), waits);
  });

  it('receives alarms when they are created and when they are resolved', async () => {
    const user = await rig.server.make.user({ permissions: ['all.manage'] });
    const peer = await openPeer(rig, user);
    const script = '{ "event": meta.event, "id": value.id }';
    const transformerId = await makeTransformer(rig, user, script);
    await makeFlow(rig, user, { transformerId, connectorIds: [peer.connectorId], trigger: 'alarm' });
    await runOutbox(rig);
    const twin = await rig.server.make.twin({ account: user.account });
    const id = await rig.server.make.alarm({ account: user.account, twin });
    await rig.server.database.db.execute(sql`update alarms set resolved_at = now() where id = ${id}`);
    await vi.waitFor(() => expect(peer.bodies()).toHaveLength(2), waits);
    expect(peer.bodies()).toEqual([
      { event: 'created', id },
      { event: 'resolved', id },
    ]);
  });
});

it('reaches no private address that the operator has not opened', async () => {
  const log = createLog('silent');
  const closed = await startRig({ egress: createEgress({ allow: [], log }) });
  try {
    const user = await closed.server.make.user({ permissions: ['all.manage', 'DigitalTwin.manage'] });
    const options = { url: 'http://127.0.0.1:9/in' };
    const { id } = await closed.server.make.connector({ account: user.account, type: 'webhook-outgoing' });
    await closed.server.database.db.execute(
      sql`update connectors set options = ${JSON.stringify(options)}::jsonb, revision = 2 where id = ${id}`,
    );
    const transformerId = await makeTransformer(closed, user);
    const flow = await makeFlow(closed, user, { transformerId, connectorIds: [id] });
    await runOutbox(closed);
    await setValue(closed, user, await closed.server.make.state({ account: user.account }), 1);
    await vi.waitFor(async () => {
      const [entry] = await closed.server.database.db
        .select({ lastError: outbox.lastError })
        .from(outbox)
        .where(sql`${outbox.target} = ${`flow/${flow.id}/${id}`}`);
      expect(entry?.lastError?.code).toMatch(/^(EGRESS_DENIED|BRIDGE_CONNECTION_LOST|BRIDGE_)/);
    }, waits);
  } finally {
    await closed.close();
  }
});
