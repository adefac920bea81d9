import { deleteRole, updateAccess, updateRole } from '@stellwerk/contract/access';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';

let server: TestServer;
let account: TestAccount;
let roleId: number;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.make.account();
  roleId = await createRole(server.database.db, {
    scopeId: account.scopeId,
    name: 'Chief',
    permissions: ['super.system.manage'],
  });
});
afterAll(() => server.close());

async function chief(): Promise<TestUser> {
  const user = await server.make.user({ account });
  await server.database.db.insert(userRoles).values({ userId: user.id, scopeId: account.scopeId, roleId });
  return user;
}

const dismiss = (actor: TestUser, target: TestUser) => {
  const body = { userId: target.id, access: [{ scopeId: account.scopeId, roles: [] }] };
  return server.call(updateAccess, { body }, { as: actor });
};

it('keeps the last system administrator, whatever one tries', async () => {
  const last = await chief();
  const fields = { name: 'Chief', permissions: [] };
  const answers = [
    await dismiss(last, last),
    await server.call(updateRole, { params: { id: roleId }, body: fields }, { as: last }),
    await server.call(deleteRole, { params: { id: roleId } }, { as: last }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [409, 'USER_LAST_SYSTEM_ADMINISTRATOR']),
  );
  const other = await chief();
  expect((await dismiss(last, last)).status).toBe(200);
  expect((await dismiss(other, other)).body.code).toBe('USER_LAST_SYSTEM_ADMINISTRATOR');
});

it('lets two who dismiss each other at once not both succeed', async () => {
  // The administrator of the test above is still there and is dismissed first.
  const [one, two] = [await chief(), await chief()];
  const found = await server.database.pool.query<{ user_id: number }>(
    'select user_id from user_roles where role_id = $1 and user_id <> all($2)',
    [roleId, [one.id, two.id]],
  );
  for (const { user_id: id } of found.rows) {
    const body = { userId: id, access: [{ scopeId: account.scopeId, roles: [] }] };
    await server.call(updateAccess, { body }, { as: one });
  }
  const answers = await Promise.all([dismiss(one, two), dismiss(two, one)]);
  // Whoever comes second is refused: as the last one, or because they are no administrator any more.
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  expect([403, 409]).toContain(statuses[1]);
});
