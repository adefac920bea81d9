import { eq, isNull } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { hashPassword } from '../apps/server/src/platform/auth/password.ts';
import { connect, type Db } from '../apps/server/src/platform/db/db.ts';
import { accounts } from '../apps/server/src/platform/tenancy/account.table.ts';
import { createRole } from '../apps/server/src/platform/tenancy/role.store.ts';
import { scopePaths } from '../apps/server/src/platform/tenancy/scope.store.ts';
import { userRoles, users } from '../apps/server/src/platform/tenancy/user.table.ts';
import { createFactories, type TestAccount } from '../apps/server/test/factories.ts';
import { program } from './program.ts';

export interface Person {
  id: number;
  email: string;
  password: string;
  account: TestAccount;
}

interface NewPerson {
  firstName: string;
  lastName: string;
  permissions?: string[];
}

async function rootAccount(db: Db): Promise<TestAccount> {
  const [root] = await db.select().from(accounts).where(isNull(accounts.parentId)).orderBy(accounts.id).limit(1);
  if (!root) throw new Error('the program has no account');
  const scopePath = (await scopePaths(db, [root.scopeId])).get(root.scopeId) ?? '';
  return { id: root.id, scopeId: root.scopeId, scopePath };
}

/** The database of the running program, for objects that are not the subject of a test. */
export function openDatabase(): Db {
  const database = connect({ url: program().databaseUrl, maxConnections: 2 });
  onTestFinished(() => database.close());
  return database.db;
}

/** Adds another account with a role, for users who work in several. */
export async function addAccount(db: Db, person: Person, name: string): Promise<void> {
  const account = await createFactories(db).account({ parent: await rootAccount(db) });
  await db.update(accounts).set({ name }).where(eq(accounts.id, account.id));
  const roleId = await createRole(db, { scopeId: account.scopeId, name: 'Leser', permissions: ['DigitalTwin.read'] });
  await db.insert(userRoles).values({ userId: person.id, scopeId: account.scopeId, roleId });
}

const password = 'Signal-box-2026';
/** Hashing is slow on purpose, so all users share one hash. */
let passwordHash: Promise<string> | undefined;

/** Creates a user with a password, in an own account below the administrator's. */
export async function makePerson(db: Db, { firstName, lastName, permissions = [] }: NewPerson): Promise<Person> {
  const make = createFactories(db);
  const account = await make.account({ parent: await rootAccount(db) });
  passwordHash ??= hashPassword(password);
  const { id, email } = await make.user({ account, permissions, passwordHash: await passwordHash });
  await db.update(users).set({ firstName, lastName }).where(eq(users.id, id));
  return { id, email, password, account };
}
