import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { assignScope, createScope, scopes } from '../access/index.ts';
import { accounts } from './account.table.ts';

interface NewAccount {
  name: string;
  parentId: number | null;
}

/** An account with its own scope below the parent's. */
export async function createAccount(db: Db, { name, parentId }: NewAccount) {
  const parent = parentId === null ? undefined : await findScopeId(db, parentId);
  const scope = await createScope(db, { parentId: parent ?? null, name });
  const [created] = await db
    .insert(accounts)
    .values({ name, parentId, scopeId: scope.id })
    .returning({ id: accounts.id });
  if (!created) throw new Error('insert returned no row');
  await assignScope(db, scope.id, created.id);
  return { id: created.id, scopeId: scope.id, scopePath: scope.path };
}

async function findScopeId(db: Db, accountId: number): Promise<number | undefined> {
  const [found] = await db.select({ scopeId: accounts.scopeId }).from(accounts).where(eq(accounts.id, accountId));
  return found?.scopeId;
}

export async function accountScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: accounts.id, path: sql<string>`${scopes.path}::text` })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(inArray(accounts.id, ids));
  return new Map(rows.map((row) => [row.id, row.path]));
}
