import type { RouteCall } from '@stellwerk/contract/core/route';
import { createState, listTwinStates, newState, pressButton, updateState } from '@stellwerk/contract/state';
import { duplicateTwin, synchroniseTwin } from '@stellwerk/contract/twin-copy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { twinCalls } from '../twins/testing/twins.ts';

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = twinCalls(server);
});
afterAll(() => server.close());

type NewState = Partial<RouteCall<typeof createState>['body']>;

async function addState(as: TestUser, id: number, more: NewState = {}) {
  const body = newState.parse({ key: 'a', title: 'a', config: { source: 'none' }, ...more });
  const { status, body: answer } = await server.call(createState, { params: { id }, body }, { as });
  if (status !== 201) throw new Error(`${status} ${answer.code}`);
  return answer.data.id;
}
const statesOf = async (as: TestUser, id: number) =>
  (await server.call(listTwinStates, { params: { id } }, { as })).body.data;
const copyInto = async (as: TestUser, id: number, parentId: number) => {
  const body = { title: `copy of ${id}`, parentId };
  return (await server.call(duplicateTwin, { params: { id }, body }, { as })).body.data.id;
};
const synchronise = (as: TestUser, id: number, twinIds: number[]) =>
  server.call(synchroniseTwin, { params: { id }, body: { twinIds } }, { as });

/** An open part of an account, a state outside of it, and a twin in the part that is computed from that state. */
async function partOfAccount() {
  const owner = await call.editor();
  const part = await call.giveScope(owner, (await call.make(owner, { title: 'part' })).id);
  const secret = await addState(owner, (await call.make(owner, { title: 'closed' })).id);
  const twin = await call.make(owner, { title: 'sum', parentId: part.id, tenantId: undefined });
  await addState(owner, twin.id, { config: { source: 'aggregate', stateIds: [secret] } });
  const target = await call.make(owner, { title: 'target', parentId: part.id, tenantId: undefined });
  const other = await server.make.user({ account: owner.account });
  await call.grant(other, part.scopeId, ['DigitalTwin.manage']);
  return { owner, other, part, twin, target, secret };
}

it('the script of a computed state is changed by users who may read its sources alone', async () => {
  const { owner, other, twin } = await partOfAccount();
  const [sum] = await statesOf(other, twin.id);
  const params = { id: twin.id, stateId: sum?.id ?? 0 };
  const change = (as: TestUser, body: object) => server.call(updateState, { params, body }, { as });
  const refused = await change(other, { transformer: 'return value[0]' });
  expect([refused.status, refused.body.code]).toEqual([404, 'DTWIN_STATE_NOT_FOUND']);
  expect((await change(other, { title: 'Sum', transformer: sum?.transformer })).status).toBe(200);
  expect((await change(owner, { transformer: 'return value[0]' })).status).toBe(200);
  expect((await change(other, { transformer: 'return value[0]', unit: 'K' })).status).toBe(200);
});

describe('a copy of a state', () => {
  it('has no source that its author may not read', async () => {
    const { owner, other, part, twin, target, secret } = await partOfAccount();
    const config = { source: 'aggregate', stateIds: [secret] };
    expect(await statesOf(owner, await copyInto(owner, twin.id, part.id))).toMatchObject([{ config }]);
    const copy = await server.call(
      duplicateTwin,
      { params: { id: twin.id }, body: { title: 'own', parentId: part.id } },
      { as: other },
    );
    expect(await statesOf(other, copy.body.data.id)).toMatchObject([{ config: { source: 'none' }, sources: [] }]);
    await synchronise(other, twin.id, [target.id]);
    expect(await statesOf(other, target.id)).toMatchObject([{ config: { source: 'none' }, sources: [] }]);
  });

  it('keeps a source that the overwritten state has already', async () => {
    const { owner, other, twin, target, secret } = await partOfAccount();
    await synchronise(owner, twin.id, [target.id]);
    await synchronise(other, twin.id, [target.id]);
    expect(await statesOf(owner, target.id)).toMatchObject([{ config: { source: 'aggregate', stateIds: [secret] } }]);
  });

  it('in another account has neither the connector that feeds it nor the one that its button calls', async () => {
    const user = await call.editor();
    const sibling = await server.make.account();
    await call.grant(user, sibling.scopeId, ['DigitalTwin.manage']);
    const feeding = await server.make.connector({ account: user.account, type: 'webhook-incoming' });
    const called = await server.make.connector({ account: user.account, type: 'webhook-outgoing' });
    const twin = await call.make(user, { title: 'source' });
    await addState(user, twin.id, { config: { source: 'connector', connectorId: feeding.id, identifier: 'x' } });
    await addState(user, twin.id, {
      key: 'button',
      visualisation: { component: 'button', outbound: { connectorId: called.id, command: { path: '/open' } } },
    });
    const parent = await server.make.twin({ account: sibling });
    const target = await server.make.twin({ account: sibling });
    await synchronise(user, twin.id, [target.id]);
    for (const id of [await copyInto(user, twin.id, parent.id), target.id]) {
      const [fed, button] = await statesOf(user, id);
      expect([fed?.config, button?.visualisation.outbound]).toEqual([{ source: 'none' }, null]);
      const pressed = await server.call(pressButton, { params: { id, stateId: button?.id ?? 0 } }, { as: user });
      expect(pressed.body.code).toBe('DTWINSTATE_NO_COMMAND');
    }
    const here = await statesOf(user, await copyInto(user, twin.id, (await call.make(user, { title: 'here' })).id));
    expect(here.map(({ config, visualisation: { outbound } }) => [config, outbound?.connectorId])).toEqual([
      [{ source: 'connector', connectorId: feeding.id, identifier: 'x', variable: '' }, undefined],
      [{ source: 'none' }, called.id],
    ]);
  });

  it('calls no connector that its author may not choose', async () => {
    const { owner, part, twin } = await partOfAccount();
    const called = await server.make.connector({ account: owner.account, type: 'webhook-outgoing' });
    await addState(owner, twin.id, {
      key: 'button',
      visualisation: { component: 'button', outbound: { connectorId: called.id, command: { path: '/open' } } },
    });
    const place = await server.make.user({ account: owner.account });
    await call.grant(place, part.scopeId, ['DigitalTwin.read']);
    const elsewhere = await server.make.account();
    await call.grant(place, elsewhere.scopeId, ['DigitalTwin.manage']);
    const parent = await server.make.twin({ account: elsewhere });
    const copy = await copyInto(place, twin.id, parent.id);
    expect((await statesOf(place, copy)).map(({ visualisation }) => visualisation.outbound)).toEqual([null, null]);
  });
});
