import { randomBytes } from 'node:crypto';
import { createRole } from '../src/features/access/index.ts';
import { createAccount } from '../src/features/accounts/index.ts';
import { createSession } from '../src/features/sessions/session.store.ts';
import { createUser } from '../src/features/users/index.ts';
import type { Db } from '../src/platform/db/db.ts';

export interface TestAccount {
  id: number;
  scopeId: number;
  scopePath: string;
}

export interface TestUser {
  id: number;
  email: string;
  token: string;
  account: TestAccount;
}

const unique = (word: string) => `${word}-${randomBytes(5).toString('hex')}`;

/** Builders that make their own parents: a test names only what it is about. */
export function createFactories(db: Db) {
  const account = (options: { parent?: TestAccount } = {}): Promise<TestAccount> =>
    db.transaction((tx) => createAccount(tx, { name: unique('account'), parentId: options.parent?.id ?? null }));

  /** A signed-in user with a role of exactly these permissions in the account's scope. */
  async function user(options: { permissions?: string[]; account?: TestAccount; passwordHash?: string } = {}) {
    const home = options.account ?? (await account());
    const email = `${unique('user')}@example.com`;
    return db.transaction(async (tx): Promise<TestUser> => {
      const role = { scopeId: home.scopeId, name: unique('role'), permissions: options.permissions ?? [] };
      const roleId = await createRole(tx, role);
      const id = await createUser(tx, {
        accountId: home.id,
        email,
        username: email,
        firstName: 'Test',
        lastName: 'User',
        passwordHash: options.passwordHash ?? null,
        access: [{ scopeId: home.scopeId, roleId }],
      });
      const expiresAt = new Date(Date.now() + 3_600_000);
      const token = await createSession(tx, { userId: id, address: '127.0.0.1', userAgent: 'test', expiresAt });
      return { id, email, token, account: home };
    });
  }

  return { account, user };
}
export type Factories = ReturnType<typeof createFactories>;
