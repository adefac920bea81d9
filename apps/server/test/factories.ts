import { randomBytes } from 'node:crypto';
import { newState } from '@stellwerk/contract/state';
import { sql } from 'drizzle-orm';
import { createRole } from '../src/features/access/index.ts';
import { createAccount } from '../src/features/accounts/index.ts';
import { createSession } from '../src/features/sessions/session.store.ts';
import { states, stateValues } from '../src/features/states/index.ts';
import { twins } from '../src/features/twins/index.ts';
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

export interface TestTwin {
  id: number;
  path: string;
  title: string;
  account: TestAccount;
}

export interface TestState {
  id: number;
  key: string;
  twin: TestTwin;
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

  /** At the top of the account, or below a parent. */
  async function twin(options: { account?: TestAccount; parent?: TestTwin; title?: string } = {}): Promise<TestTwin> {
    const home = options.parent?.account ?? options.account ?? (await account());
    const title = options.title ?? unique('twin');
    const next = await db.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('twins', 'id')) as id`);
    const id = Number(next.rows[0]?.id);
    const path = options.parent ? `${options.parent.path}.${id}` : String(id);
    const parentId = options.parent?.id ?? null;
    await db.insert(twins).overridingSystemValue().values({
      id,
      accountId: home.id,
      parentId,
      path,
      scopeId: home.scopeId,
      title,
      searchText: title.toLowerCase(),
    });
    return { id, path, title, account: home };
  }

  /** A state for values by hand. */
  async function state(options: { account?: TestAccount; twin?: TestTwin; key?: string } = {}): Promise<TestState> {
    const { account: home } = options;
    const host = options.twin ?? (await twin(home ? { account: home } : {}));
    const key = options.key ?? unique('state').replace('-', '_');
    const plain = newState.parse({ key, title: key, config: { source: 'none' } });
    const [created] = await db
      .insert(states)
      .values({ ...plain, twinId: host.id, source: plain.config.source, position: 0 })
      .returning({ id: states.id });
    if (!created) throw new Error('insert returned no row');
    await db.insert(stateValues).values({ stateId: created.id });
    return { id: created.id, key, twin: host };
  }

  return { account, user, twin, state };
}
export type Factories = ReturnType<typeof createFactories>;
