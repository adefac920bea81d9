import { createOwnApiKey, createUserApiKey } from '@stellwerk/contract/api-key';
import { verify } from '@stellwerk/contract/session';
import { createTwin, readTwin } from '@stellwerk/contract/twin';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLesserAccount, setPermissions } from '../../../test/promotion.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { users } from '../../platform/tenancy/user.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Headers = Record<string, string>;
const withKey = (key: string): Headers => ({ 'x-api-key': key });
const abilitiesOf = async (headers: Headers) =>
  (await server.call(verify, { query: {} }, { headers })).body.data.abilities ?? [];

/** A robot in a lesser account, with a key that the administrator of that account created and knows. */
async function robotWithKey() {
  const made = await makeLesserAccount(server);
  const { user: robot, administrator, governor, account } = made;
  await server.database.db.update(users).set({ kind: 'api', email: '' }).where(eq(users.id, robot.id));
  await setPermissions(server, governor, { user: robot, account, permissions: ['DigitalTwin.read'] });
  const input = { params: { id: robot.id }, body: { title: 'robot' } };
  const { key } = (await server.call(createUserApiKey, input, { as: administrator })).body.data;
  return { ...made, robot, key };
}

describe('a key that an administrator created for another user', () => {
  it('gains nothing above its creator when the user is promoted', async () => {
    const { above, account, governor, robot, key } = await robotWithKey();
    const twin = await server.make.twin({ account: above });
    const read = () => server.call(readTwin, { params: { id: twin.id }, query: {} }, { headers: withKey(key) });
    await setPermissions(server, governor, { user: robot, account: above, permissions: ['all.manage'] });
    expect((await read()).status).toBe(404);
    // The robot itself has the permissions now.
    const own = await server.call(readTwin, { params: { id: twin.id }, query: {} }, { as: robot });
    expect(own.status).toBe(200);
    const below = await server.make.twin({ account });
    const here = await server.call(readTwin, { params: { id: below.id }, query: {} }, { headers: withKey(key) });
    expect(here.status).toBe(200);
  });

  it('follows its user within the permissions of its creator, up and down, and outlives a demotion of the creator', async () => {
    const { account, governor, administrator, robot, key } = await robotWithKey();
    const make = () =>
      server.call(
        createTwin,
        { body: { title: crypto.randomUUID(), tenantId: account.id } },
        { headers: withKey(key) },
      );
    expect((await make()).status).toBe(403);
    await setPermissions(server, governor, { user: robot, account, permissions: ['DigitalTwin.manage'] });
    expect((await make()).status).toBe(201);
    await setPermissions(server, governor, { user: administrator, account, permissions: [] });
    expect((await make()).status).toBe(201);
    await setPermissions(server, governor, { user: robot, account, permissions: ['DigitalTwin.read'] });
    expect((await make()).status).toBe(403);
    await setPermissions(server, governor, { user: robot, account, permissions: [] });
    expect(await abilitiesOf(withKey(key))).toEqual([]);
  });
});

it('sessions and own keys from before a change have the permissions of the moment', async () => {
  const { account, governor, user } = await makeLesserAccount(server);
  const { key } = (await server.call(createOwnApiKey, { body: { title: 'own' } }, { as: user })).body.data;
  const holders = [{ authorization: `Bearer ${user.token}` }, withKey(key)];
  const seen = () => Promise.all(holders.map(abilitiesOf));
  expect(await seen()).toEqual([[], []]);
  await setPermissions(server, governor, { user, account, permissions: ['Dashboards.read'] });
  const after = await seen();
  expect(after.map((abilities) => abilities.includes('Dashboards.read'))).toEqual([true, true]);
  await setPermissions(server, governor, { user, account, permissions: [] });
  expect(await seen()).toEqual([[], []]);
  await server.database.db.update(users).set({ active: false }).where(eq(users.id, user.id));
  for (const headers of holders) {
    expect((await server.call(verify, { query: {} }, { headers })).body.data.isAuthenticated).toBe(false);
  }
});
