import { updateAccount } from '@stellwerk/contract/account';
import { createDevice } from '@stellwerk/contract/device';
import { deleteDriver, updateDriver } from '@stellwerk/contract/driver';
import { createApiUser, createUser } from '@stellwerk/contract/user';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drivers } from '../src/features/drivers/index.ts';
import { twins } from '../src/features/twins/index.ts';
import { startTestServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Two accounts that do not see each other, below one whose connectors and drivers both may use. */
async function setUp() {
  const above = await server.make.account();
  const permissions = ['all.manage'];
  const user = await server.make.user({ account: await server.make.account({ parent: above }), permissions });
  const other = await server.make.user({ account: await server.make.account({ parent: above }), permissions });
  return { above, user, other };
}

/** An answer says that something is taken and repeats what the caller entered; of the other account it says nothing. */
const taken = (code: string, params = {}) => ({
  code,
  params,
  message: expect.any(String),
  issues: expect.any(Array),
  requestId: expect.any(String),
});

describe('a conflict with an account that the caller does not see', () => {
  it.each(['email', 'username'] as const)('about the %s of a user names no user and no account', async (field) => {
    const { user, other } = await setUp();
    const names = { email: 'new@example.org', username: 'new', [field]: other.email };
    const body = { firstName: 'A', lastName: 'B', ...names };
    const answer = await server.call(createUser, { params: { tenantId: user.account.id }, body }, { as: user });
    expect(answer.body).toEqual(taken('USER_DUPLICATE_ENTRY'));
    expect(answer.body).toMatchObject({ issues: [{ path: field }] });
  });

  it('about the name of an API user names no user and no account', async () => {
    const { user, other } = await setUp();
    const body = { username: other.email };
    const answer = await server.call(createApiUser, { params: { tenantId: user.account.id }, body }, { as: user });
    expect(answer.body).toEqual(taken('USER_DUPLICATE_ENTRY'));
  });

  it('about a domain repeats the domain alone', async () => {
    const { user, other } = await setUp();
    const domain = `d${other.id}.example.org`;
    const set = (as: typeof user) =>
      server.call(updateAccount, { params: { id: as.account.id }, body: { domains: [domain] } }, { as });
    expect((await set(other)).status).toBe(200);
    expect((await set(user)).body).toEqual(taken('TENANT_DOMAIN_EXISTS', { domain }));
  });

  it('about the identifier of a device on a shared connector repeats the identifier alone', async () => {
    const { above, user, other } = await setUp();
    const connector = await server.make.connector({ account: above });
    const device = await server.make.device({ account: other.account, connector, externalId: 'meter-1' });
    await server.database.db.update(twins).set({ title: 'Secret' }).where(eq(twins.id, device.id));
    const body = { title: 'Mine', tenantId: user.account.id, connectorId: connector.id, externalId: 'meter-1' };
    const answer = await server.call(createDevice, { body }, { as: user });
    expect(answer.body).toEqual(taken('VDEVICE_DUPLICATE_EXTERNAL_ID', { externalId: 'meter-1' }));
    expect(JSON.stringify(answer.body)).not.toContain('Secret');
  });

  it('about a driver in use does not tell how many devices and accounts use it', async () => {
    const { user, other } = await setUp();
    const driver = await server.make.driver({ account: user.account });
    await server.database.db.update(drivers).set({ visibility: 'everyone' }).where(eq(drivers.id, driver.id));
    await server.make.device({ account: other.account, driver });
    const params = { id: driver.id };
    const removed = await server.call(deleteDriver, { params }, { as: user });
    expect(removed.body).toEqual(taken('DEVICEDRIVER_IN_USE'));
    const hidden = await server.call(updateDriver, { params, body: { visibility: 'account' } }, { as: user });
    expect(hidden.body).toEqual(taken('DEVICEDRIVER_VISIBILITY_IN_USE'));
  });
});
