import { updateAccess } from '@stellwerk/contract/access';
import { deleteAccount, updateAccount } from '@stellwerk/contract/account';
import { listActivity } from '@stellwerk/contract/activity';
import { createOwnApiKey } from '@stellwerk/contract/api-key';
import { createFavourite } from '@stellwerk/contract/favourite';
import { impersonate } from '@stellwerk/contract/session';
import { deleteTwin, updateTwin } from '@stellwerk/contract/twin';
import { duplicateTwin, synchroniseTwin } from '@stellwerk/contract/twin-copy';
import { createApiUser, updateOwnProfile } from '@stellwerk/contract/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { twinCalls } from '../twins/testing/twins.ts';
import { checkActivity, sealActivity } from './seal.service.ts';

let server: TestServer;
let twins: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  twins = twinCalls(server);
});
afterAll(() => server.close());

/** The accounts A and B below P, with an administrator each, and a user of A who manages twins of A and B. */
async function setUp() {
  const p = await server.make.account();
  const [a, b] = [await server.make.account({ parent: p }), await server.make.account({ parent: p })];
  const administrator = (account: TestAccount) => server.make.user({ account, permissions: ['all.manage'] });
  const [ofP, ofA, ofB] = [await administrator(p), await administrator(a), await administrator(b)];
  const guest = await server.make.user({ account: a, permissions: ['DigitalTwin.manage'] });
  await twins.grant(guest, b.scopeId, ['DigitalTwin.manage']);
  return { p, a, b, ofP, ofA, ofB, guest };
}

async function logOf(as: TestUser) {
  const { body } = await server.call(listActivity, { query: {} }, { as });
  return body.data.toReversed().map(({ action, user, account, objects, details }) => {
    return { action, userId: user?.id, accountId: account?.id, objects, details };
  });
}

describe('an entry of the activity log', () => {
  it('belongs to the account whose object was created, changed or deleted', async () => {
    const { a, b, ofA, ofB, ofP, guest } = await setUp();
    const twin = await twins.make(guest, { title: 'Secret of B', tenantId: b.id });
    await twins.update(guest, twin.id, { title: 'Second secret of B' });
    await server.call(deleteTwin, { params: { id: twin.id } }, { as: guest });
    await twins.make(guest, { title: 'Twin of A', tenantId: a.id });
    const done = (title: string) => ({
      userId: guest.id,
      accountId: b.id,
      details: expect.objectContaining({ title }),
    });
    expect(await logOf(ofB)).toMatchObject([
      { ...done('Secret of B'), action: 'POST /api/v1/digitaltwin' },
      { ...done('Second secret of B'), objects: [{ noun: 'twin', id: twin.id }] },
      { ...done('Second secret of B'), action: 'DELETE /api/v1/digitaltwin/{id}' },
    ]);
    expect(await logOf(ofA)).toMatchObject([{ accountId: a.id, details: { title: 'Twin of A' } }]);
    expect(await logOf(ofP)).toHaveLength(4);
  });

  it('of a user about themselves stays in their own account, without the objects of others', async () => {
    const { b, ofA, ofB, guest } = await setUp();
    const twin = await server.make.twin({ account: b });
    await server.call(createFavourite, { body: { type: 'twin', twinId: twin.id, size: 'small' } }, { as: guest });
    await server.call(
      updateOwnProfile,
      { body: { firstName: 'New', lastName: 'Name', language: null } },
      { as: guest },
    );
    expect(await logOf(ofB)).toEqual([]);
    expect(await logOf(ofA)).toMatchObject([
      { action: 'POST /api/v1/favorites', objects: [{ noun: 'favourite' }] },
      { action: 'PUT /api/v1/user/own/profile', objects: [] },
    ]);
  });

  it('of a refused call stays in the account of the caller', async () => {
    const { b, ofA, ofB, guest } = await setUp();
    const stranger = await server.make.user({ account: guest.account, permissions: ['DigitalTwin.manage'] });
    const twin = await server.make.twin({ account: b });
    await server.call(updateTwin, { params: { id: twin.id }, body: { title: 'x' } }, { as: stranger });
    expect(await logOf(ofB)).toEqual([]);
    expect(await logOf(ofA)).toMatchObject([{ userId: stranger.id, details: {} }]);
  });

  it('of a copy belongs to the account of the copy and does not name the original', async () => {
    const { a, b, ofA, ofB, guest } = await setUp();
    const original = await server.make.twin({ account: a, title: 'Original' });
    const body = { title: 'Copy', tenantId: b.id };
    const { body: answer } = await server.call(duplicateTwin, { params: { id: original.id }, body }, { as: guest });
    expect(await logOf(ofA)).toEqual([]);
    expect(await logOf(ofB)).toMatchObject([
      {
        objects: [
          { noun: 'account', id: b.id },
          { noun: 'twin', id: answer.data.id },
        ],
        details: { title: 'Copy' },
      },
    ]);
  });

  it('is written once for each account whose objects a call has changed, with only these objects', async () => {
    const { a, b, ofA, ofB, ofP, guest } = await setUp();
    const source = await server.make.twin({ account: a, title: 'Source' });
    const [inA, inB] = [await server.make.twin({ account: a }), await server.make.twin({ account: b })];
    const body = { twinIds: [inA.id, inB.id], dryRun: false };
    const { status } = await server.call(synchroniseTwin, { params: { id: source.id }, body }, { as: guest });
    expect(status).toBe(200);
    const [[entryA], [entryB]] = [await logOf(ofA), await logOf(ofB)];
    expect(entryA?.objects.map(({ id }) => id).sort()).toEqual([source.id, inA.id].sort());
    expect(entryB?.objects).toEqual([{ noun: 'twin', id: inB.id }]);
    expect(JSON.stringify(entryB)).not.toContain('Source');
    expect([entryA?.details, entryB?.details]).toEqual([{ targets: 1 }, { targets: 1 }]);
    expect(await logOf(ofP)).toHaveLength(2);
  });

  it('of access that a user gets in another account shows each account its own part', async () => {
    const { a, b, ofA, ofB, ofP, guest } = await setUp();
    const role = await createRole(server.database.db, { scopeId: ofP.account.scopeId, name: 'r', permissions: [] });
    const access = [a, b].map(({ scopeId }) => ({ scopeId, roles: [{ id: role }] }));
    const { status } = await server.call(updateAccess, { body: { userId: guest.id, access } }, { as: ofP });
    expect(status).toBe(200);
    const changeIn = ({ scopeId }: TestAccount) => [
      { userId: guest.id, scopeId, before: [expect.any(Number)], after: [role] },
    ];
    expect((await logOf(ofA)).map(({ details }) => details)).toEqual([{ changes: changeIn(a) }]);
    expect((await logOf(ofB)).map(({ details }) => details)).toEqual([{ changes: changeIn(b) }]);
    expect(JSON.stringify(await logOf(ofA))).not.toContain(String(`"scope","id":${b.scopeId}`));
  });

  it('of a new user with access in another account is written there as well', async () => {
    const { a, b, ofA, ofB, ofP } = await setUp();
    const role = await createRole(server.database.db, { scopeId: b.scopeId, name: 'r', permissions: [] });
    const body = { username: 'meter-reader', access: [{ scopeId: b.scopeId, roles: [{ id: role }] }] };
    const created = await server.call(createApiUser, { params: { tenantId: a.id }, body }, { as: ofP });
    const { id: userId } = created.body.data;
    expect(await logOf(ofA)).toMatchObject([
      { objects: [{ noun: 'account' }, { noun: 'user', id: userId }], details: {} },
    ]);
    const change = { userId, scopeId: b.scopeId, before: [], after: [role] };
    expect(await logOf(ofB)).toMatchObject([
      { objects: [{ noun: 'scope', id: b.scopeId }], details: { changes: [change] } },
    ]);
  });

  it('of an impersonation, and of actions during it, belongs to the affected account', async () => {
    const { a, b, ofA, ofB, ofP, guest } = await setUp();
    const reason = 'asked for help';
    const { body } = await server.call(impersonate, { body: { userId: guest.id, reason } }, { as: ofP });
    const twin = await twins.make({ ...guest, token: body.data.token }, { title: 'Secret of B', tenantId: b.id });
    expect(await logOf(ofA)).toMatchObject([{ accountId: a.id, userId: ofP.id, details: { reason } }]);
    const { body: log } = await server.call(listActivity, { query: {} }, { as: ofB });
    expect(log.data).toMatchObject([
      { user: { id: guest.id }, impersonator: { id: ofP.id }, objects: [{ id: b.id }, { id: twin.id }] },
    ]);
  });

  it('of a moved account is visible in the old and new parent, and of a deleted one in its parent', async () => {
    const { a, b, ofA, ofB, ofP } = await setUp();
    const moving = await server.make.account({ parent: a });
    const params = { id: moving.id };
    expect((await server.call(updateAccount, { params, body: { parentId: b.id } }, { as: ofP })).status).toBe(200);
    const changed = { action: 'PUT /api/v1/tenant/{id}', userId: ofP.id };
    expect(await logOf(ofA)).toMatchObject([{ ...changed, accountId: a.id, objects: [{ id: moving.id }] }]);
    expect(await logOf(ofB)).toMatchObject([{ ...changed, accountId: moving.id }]);
    expect((await server.call(deleteAccount, { params }, { as: ofP })).status).toBe(200);
    expect((await logOf(ofB)).at(-1)).toMatchObject({
      action: 'DELETE /api/v1/tenant/{id}',
      accountId: b.id,
      objects: [{ noun: 'account', id: moving.id }],
    });
  });

  it('of a deleted account stays visible to the system administrator', async () => {
    const { ofP, a } = await setUp();
    const system = await server.make.user({ permissions: ['super.system.manage'] });
    const gone = await server.make.account({ parent: a });
    await server.call(updateAccount, { params: { id: gone.id }, body: { description: 'x' } }, { as: ofP });
    await server.call(deleteAccount, { params: { id: gone.id } }, { as: ofP });
    const { body } = await server.call(listActivity, { query: { user: ofP.email } }, { as: system });
    expect(body.data).toMatchObject([{ action: 'PUT /api/v1/tenant/{id}', account: { id: gone.id } }]);
  });

  it('names the API key of a user only to those who manage the user', async () => {
    const { b, ofB, ofP, guest } = await setUp();
    const twin = await server.make.twin({ account: b });
    const { body } = await server.call(createOwnApiKey, { body: { title: 'Key of A' } }, { as: guest });
    const headers = { 'x-api-key': body.data.key };
    await server.call(updateTwin, { params: { id: twin.id }, body: { title: 'x' } }, { headers });
    const titlesFor = async (as: TestUser) => {
      const { body: log } = await server.call(listActivity, { query: { tenantId: b.id } }, { as });
      return log.data.map(({ apiKey }) => apiKey?.title);
    };
    expect(await titlesFor(ofB)).toEqual([null]);
    expect(await titlesFor(ofP)).toEqual(['Key of A']);
  });

  it('becomes part of the chain of its account', async () => {
    const { b, guest } = await setUp();
    await twins.make(guest, { title: 'Sealed', tenantId: b.id });
    await sealActivity(server.database.db, { settledMs: -1_000 });
    const chains = await Array.fromAsync(checkActivity(server.database.db, b.id));
    expect(chains).toMatchObject([{ accountId: b.id, entries: 1, found: undefined }]);
  });
});
