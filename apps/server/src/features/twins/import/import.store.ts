import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import type { Fields } from '../../bulk/index.ts';
import { referencesOf } from '../reference.store.ts';
import { twins } from '../twin.table.ts';

export async function findParents(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { accountId: number; scopePath: string }>();
  const rows = await db
    .select({ id: twins.id, accountId: twins.accountId, scopePath: sql<string>`${scopes.path}::text` })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(inArray(twins.id, [...ids]));
  return new Map(rows.map(({ id, ...parent }) => [id, parent]));
}

/** Account and scope of the place of new twins. */
export async function findImportHome(
  db: Db,
  { parentId, tenantId }: { parentId: number | null; tenantId: number | undefined },
) {
  if (parentId !== null) {
    const [parent] = await db
      .select({ accountId: twins.accountId, scopeId: twins.scopeId })
      .from(twins)
      .where(eq(twins.id, parentId));
    return parent ?? fail('DTWIN_NOT_FOUND');
  }
  if (tenantId === undefined) return fail('DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT');
  const [account] = await db
    .select({ accountId: accounts.id, scopeId: accounts.scopeId })
    .from(accounts)
    .where(eq(accounts.id, tenantId));
  return account ?? fail('ACCOUNT_NOT_FOUND');
}

/** All fields that an import can set, to compare an imported twin with its later self. */
export async function readImportedFields(db: Db, ids: readonly number[]): Promise<Map<number, Fields>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: twins.id,
      title: twins.title,
      type: twins.type,
      parentId: twins.parentId,
      description: twins.description,
      icon: twins.icon,
      tags: twins.tags,
      disabled: twins.disabled,
      address: twins.address,
      latitude: twins.latitude,
      longitude: twins.longitude,
      floorNumber: twins.floorNumber,
      room: twins.room,
      keyValue: twins.keyValue,
      ownsScope: twins.ownsScope,
    })
    .from(twins)
    .where(inArray(twins.id, [...ids]));
  const references = await referencesOf(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, ...fields }) => [
      id,
      { ...fields, references: (references.get(id) ?? []).map(({ name, value }) => ({ name, value })) },
    ]),
  );
}

/** Whether something was added to one of these twins since: twins below it, data states, rules, files or shares. */
export async function haveContent(db: Db, ids: readonly number[]): Promise<boolean> {
  const list = sql`any(${sql.param([...ids])}::bigint[])`;
  const found = await db.execute<{ found: boolean }>(sql`select
    exists (select from ${twins} child where child.parent_id = ${list})
    or exists (select from states where twin_id = ${list})
    or exists (select from twin_rules where twin_id = ${list})
    or exists (select from twin_files where twin_id = ${list})
    or exists (select from twin_shares where twin_id = ${list}) as found`);
  return found.rows[0]?.found ?? false;
}
