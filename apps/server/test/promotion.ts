import { updateAccess } from '@stellwerk/contract/access';
import { expect } from 'vitest';
import { createRole } from '../src/platform/tenancy/role.store.ts';
import type { TestAccount, TestUser } from './factories.ts';
import type { TestServer } from './server.ts';

/** An account and its sub-account, each with an administrator, and a user without permissions in the latter. */
export async function makeLesserAccount(server: TestServer) {
  const above = await server.make.account();
  const account = await server.make.account({ parent: above });
  const governor = await server.make.user({ account: above, permissions: ['all.manage'] });
  const administrator = await server.make.user({ account, permissions: ['all.manage'] });
  const user = await server.make.user({ account });
  return { above, account, governor, administrator, user };
}

/** Replaces the roles of a user in the scope of an account by one with these permissions, or by none. */
export async function setPermissions(
  server: TestServer,
  as: TestUser,
  { user, account: { scopeId }, permissions }: { user: TestUser; account: TestAccount; permissions: string[] },
): Promise<void> {
  const name = `promotion of ${user.id} to ${permissions.join()} ${crypto.randomUUID()}`.slice(0, 100);
  const isNone = permissions.length === 0;
  const roles = isNone ? [] : [{ id: await createRole(server.database.db, { scopeId, name, permissions }) }];
  const answer = await server.call(updateAccess, { body: { userId: user.id, access: [{ scopeId, roles }] } }, { as });
  expect(answer.status).toBe(200);
}
