import { createState, pressButton, setStateValue, updateState } from '@stellwerk/contract/state';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openHttpServer } from '../../../../test/connectors/http-server.ts';
import type { TestTwin, TestUser } from '../../../../test/factories.ts';
import { type CommandRig, startCommandRig } from './testing/commands.fixture.ts';

let rig: CommandRig;
beforeAll(async () => {
  rig = await startCommandRig();
});
afterAll(() => rig.close());

async function setUp() {
  const peer = await openHttpServer();
  onTestFinished(peer.close);
  const { user, twin } = await rig.manager();
  const connectorId = await rig.connect(user, 'webhook-outgoing', { url: `http://127.0.0.1:${peer.port}/door` });
  return { peer, user, twin, connectorId };
}

const addButton = (as: TestUser, twin: TestTwin, connectorId: number, command: object) =>
  rig.server.call(
    createState,
    {
      params: { id: twin.id },
      body: {
        ...{ key: 'door', title: 'Door', config: { source: 'none' } },
        visualisation: { component: 'button', outbound: { connectorId, command: command as never } },
      },
    },
    { as },
  );
const open = { method: 'POST', path: '/open', body: { open: true } };

const press = (as: TestUser, twin: TestTwin, stateId: number) =>
  rig.server.call(pressButton, { params: { id: twin.id, stateId } }, { as, headers: { 'accept-language': 'en' } });

describe('a button with a connector command', () => {
  it('sends it, also for users who may set values but see no connectors', async () => {
    const { peer, user, twin, connectorId } = await setUp();
    const { body, status } = await addButton(user, twin, connectorId, open);
    expect(status).toBe(201);
    const operator = await rig.server.make.user({ account: user.account, permissions: ['DigitalTwinStates.write'] });
    expect((await press(operator, twin, body.data.id)).status).toBe(200);
    expect(peer.received).toMatchObject([{ method: 'POST', url: '/door/open', body: '{"open":true}' }]);
    const reader = await rig.server.make.user({ account: user.account, permissions: ['DigitalTwinStates.read'] });
    expect((await press(reader, twin, body.data.id)).status).toBe(403);
    const stranger = await rig.manager();
    expect((await press(stranger.user, twin, body.data.id)).status).toBe(404);
  });

  it('shows what the other system answers, but not to an account below that of the connector', async () => {
    const { peer, user, twin, connectorId } = await setUp();
    peer.setAnswer(() => ({ status: 200, body: 'a secret of the account above' }));
    const own = await addButton(user, twin, connectorId, { method: 'GET', path: '/list' });
    const seen = await press(user, twin, own.body.data.id);
    expect(seen.body.data.result).toEqual({ status: 200, body: 'a secret of the account above' });
    const account = await rig.server.make.account({ parent: user.account });
    const author = await rig.server.make.user({ account, permissions: ['DigitalTwin.manage'] });
    const twinBelow = await rig.server.make.twin({ account });
    const below = await addButton(author, twinBelow, connectorId, { method: 'GET', path: '/list' });
    const pressed = await press(author, twinBelow, below.body.data.id);
    expect([pressed.status, pressed.body.data.result]).toEqual([200, { status: 200 }]);
    expect(peer.received).toHaveLength(2);
  });

  it('says why the other system did not take it', async () => {
    const { peer, user, twin, connectorId } = await setUp();
    peer.setAnswer(() => ({ status: 403 }));
    const { body } = await addButton(user, twin, connectorId, open);
    const refused = await press(user, twin, body.data.id);
    expect([refused.status, refused.body.code]).toEqual([502, 'BRIDGE_CONNECTION_FAILED']);
    expect(refused.body.message).toContain('403');
  });

  it('is saved with a connector that its author sees and that sends commands', async () => {
    const { user, twin, connectorId } = await setUp();
    const stranger = await rig.manager();
    expect(await addButton(stranger.user, stranger.twin, connectorId, open)).toMatchObject({
      status: 404,
      body: { code: 'BRIDGE_NOT_FOUND' },
    });
    const incoming = await rig.server.make.connector({ account: user.account });
    expect((await addButton(user, twin, incoming.id, open)).body.code).toBe('BRIDGE_NO_COMMANDS');
    const below = await rig.server.make.account({ parent: user.account });
    const child = await rig.server.make.connector({ account: below, type: 'webhook-outgoing' });
    expect((await addButton(user, twin, child.id, open)).body.code).toBe('BRIDGE_NOT_FOUND');
  });

  it('is no button any more without the command', async () => {
    const { user, twin, connectorId } = await setUp();
    const { body } = await addButton(user, twin, connectorId, open);
    const params = { id: twin.id, stateId: body.data.id };
    await rig.server.call(updateState, { params, body: { visualisation: { component: 'button' } } }, { as: user });
    expect((await press(user, twin, body.data.id)).body.code).toBe('DTWINSTATE_NO_COMMAND');
    expect((await rig.server.call(setStateValue, { params, body: { value: 1 } }, { as: user })).status).toBe(200);
  });
});
