import { createHash } from 'node:crypto';
import type { ListQuery } from '@stellwerk/contract/core/envelope';
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { checkedFrom } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { seesScopes } from '../acl/index.ts';
import { apiKeys } from './api-key.table.ts';
import { scopedApiKeys } from './api-key.view.ts';

export const hashOfKey = (key: string) => createHash('sha256').update(key).digest();

const credentialColumns = {
  id: apiKeys.id,
  userId: users.id,
  accountId: users.accountId,
  email: users.email,
  callsPerMinute: apiKeys.callsPerMinute,
  calls: apiKeys.calls,
  permissions: apiKeys.permissions,
  scopeIds: apiKeys.scopeIds,
  ceiling: apiKeys.ceiling,
};

/** A key is valid until it expires and while its owner is active. */
const works = (key: { keyHash: Buffer } | { id: number }, now: Date) =>
  and(
    'id' in key ? eq(apiKeys.id, key.id) : eq(apiKeys.keyHash, key.keyHash),
    eq(users.id, apiKeys.userId),
    users.active,
    or(isNull(apiKeys.validUntil), gt(apiKeys.validUntil, now)),
  );

/** Finds the key and counts the call in one statement, so that concurrent calls are all counted. */
export async function countCall(db: Db, keyHash: Buffer, now: Date, windowAt: Date) {
  const [found] = await db
    .update(apiKeys)
    .set({
      calls: sql`case when ${apiKeys.windowAt} = ${windowAt} then ${apiKeys.calls} + 1 else 1 end`,
      windowAt,
      lastUsedAt: now,
    })
    .from(users)
    .where(works({ keyHash }, now))
    .returning(credentialColumns);
  return found;
}

export async function findKey(db: Db, keyHash: Buffer, now: Date) {
  const [found] = await db.select(credentialColumns).from(apiKeys).innerJoin(users, works({ keyHash }, now));
  return found;
}

/** Finds the key with which a job was started. */
export async function findKeyOfJob(db: Db, id: number, now: Date) {
  const [found] = await db.select(credentialColumns).from(apiKeys).innerJoin(users, works({ id }, now));
  return found;
}
export type FoundKey = NonNullable<Awaited<ReturnType<typeof countCall>>>;

type NewApiKeyRow = typeof apiKeys.$inferInsert;

export async function createApiKey(db: Db, key: NewApiKeyRow): Promise<number> {
  const [created] = await db.insert(apiKeys).values(key).returning({ id: apiKeys.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

/** The scopes of a key; names only of scopes that the reader may see. */
const scopesFor = (grants: readonly Grant[]) => sql<{ id: number; name: string }[] | null>`
  case when ${apiKeys.scopeIds} is null then null else (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', ${scopes.id},
      'name', case when ${visible(grants, seesScopes, scopes.path)} then ${scopes.name} else '' end
    ) order by ${scopes.name}, ${scopes.id}), '[]')
    from ${scopes} where ${scopes.id} = any(${apiKeys.scopeIds})
  ) end`;

const listed = (grants: readonly Grant[]) => ({
  id: apiKeys.id,
  title: apiKeys.title,
  prefix: apiKeys.prefix,
  callsPerMinute: apiKeys.callsPerMinute,
  validUntil: apiKeys.validUntil,
  lastUsedAt: apiKeys.lastUsedAt,
  createdAt: apiKeys.createdAt,
  permissions: apiKeys.permissions,
  scopes: scopesFor(grants),
  user: {
    id: users.id,
    name: sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`,
    kind: users.kind,
  },
});

const select = (db: Db, grants: readonly Grant[]) =>
  db.select(listed(grants)).from(apiKeys).innerJoin(users, eq(users.id, apiKeys.userId));

interface KeyList extends Pick<ListQuery, 'offset' | 'limit' | 'search'> {
  of: { userId: number } | { accountId: number };
  grants: readonly Grant[];
}

const keyPage = defineList({ sort: { createdAt: apiKeys.createdAt }, search: [apiKeys.title] });

export function findApiKeys(db: Db, { of, grants, ...list }: KeyList) {
  const isOfOwner = 'userId' in of ? eq(apiKeys.userId, of.userId) : eq(users.accountId, of.accountId);
  const found = checkedFrom(apiKeys.id, scopedApiKeys.tables, isOfOwner);
  return keyPage(db, found, { ...list, sort: '-createdAt' }, (ids) =>
    select(db, grants).where(inArray(apiKeys.id, ids)),
  );
}

export async function readApiKey(db: Db, id: number, grants: readonly Grant[]) {
  const [row] = await select(db, grants).where(eq(apiKeys.id, id));
  return row;
}
export type ApiKeyRow = NonNullable<Awaited<ReturnType<typeof readApiKey>>>;

export async function keyOwners(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: apiKeys.id, userId: apiKeys.userId })
    .from(apiKeys)
    .where(inArray(apiKeys.id, ids));
  return new Map(rows.map((row) => [row.id, row.userId]));
}

export async function userKind(db: Db, userId: number): Promise<'person' | 'api' | undefined> {
  const [found] = await db.select({ kind: users.kind }).from(users).where(eq(users.id, userId));
  return found?.kind;
}

export async function deleteApiKey(db: Db, id: number): Promise<void> {
  await db.delete(apiKeys).where(eq(apiKeys.id, id));
}
