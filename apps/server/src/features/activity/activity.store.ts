import type { activityQuery } from '@stellwerk/contract/activity';
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { containsWords } from '../../platform/db/search.ts';
import type { ActivityEntry, ActivityObject } from '../../platform/http/activity.ts';
import { type Grant, holdsSomewhere } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { type Scoped, seenFrom } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { apiKeyView } from '../api-keys/index.ts';
import { activity } from './activity.table.ts';
import { type AccountEntry, splitByAccount } from './entries-by-account.ts';

/** PostgreSQL refuses the character NUL in text and JSON; no entry may fail because of one. */
function withoutNul(entry: AccountEntry): AccountEntry {
  const clean = (_key: string, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value);
  return JSON.parse(JSON.stringify(entry, clean));
}

/** Stored with the entry, because users are deleted and addresses change. */
const emailOf = (userId: number | null) =>
  userId === null
    ? null
    : sql`(select coalesce(nullif(${users.email}, ''), ${users.username}) from ${users} where ${users.id} = ${userId})`;

/** Accounts above each scope, from the top, without accounts that the call has deleted. */
async function accountLines(db: Db, paths: readonly string[]): Promise<Map<string, number[]>> {
  if (paths.length === 0) return new Map();
  const ids = sql.param([...new Set(paths.flatMap((path) => path.split('.')))]);
  const rows = await db
    .select({ id: scopes.id, accountId: scopes.accountId })
    .from(scopes)
    .where(sql`${scopes.id} = any(${ids}::bigint[])`);
  const accountOf = new Map(rows.map(({ id, accountId }) => [String(id), accountId]));
  const lineOf = (path: string) => [...new Set(path.split('.').flatMap((label) => accountOf.get(label) ?? []))];
  return new Map(paths.map((path) => [path, lineOf(path)]));
}

/** Writes one entry per affected account, so that its administrators see every change of their objects. */
export async function recordActivity(db: Db, call: ActivityEntry): Promise<void> {
  const { userId, impersonatorId } = call;
  const emails = { userEmail: emailOf(userId), impersonatorEmail: emailOf(impersonatorId) };
  const paths = new Set(call.objects.flatMap(({ scopePath }) => scopePath ?? []));
  const entries = splitByAccount(call, await accountLines(db, [...paths]));
  await db.insert(activity).values(entries.map((entry) => ({ ...withoutNul(entry), ...emails })));
}

export type ActivityFilter = Omit<z.output<typeof activityQuery>, 'offset' | 'limit'>;

/** Entries without an account, such as failed sign-ins, and of deleted accounts are for system administrators only. */
function readable(grants: readonly Grant[]): SQL {
  const ofAccounts = visible(grants, 'all.manage', scopes.path);
  return holdsSomewhere(grants, 'super.system.manage') ? sql`(${ofAccounts} or ${accounts.id} is null)` : ofAccounts;
}

const impersonators = alias(users, 'impersonators');
/** The user's own account, which can differ from the account of the changed object. */
const [homes, homeScopes] = [alias(accounts, 'homes'), alias(scopes, 'home_scopes')];
const nameOf = (person: typeof users | typeof impersonators) =>
  sql<string | null>`nullif(trim(${person.firstName} || ' ' || ${person.lastName}), '')`;

const ofPersons = [
  nameOf(users),
  activity.userEmail,
  users.email,
  nameOf(impersonators),
  activity.impersonatorEmail,
  impersonators.email,
];

function matching(filter: ActivityFilter): (SQL | undefined)[] {
  const { tenantId, outcome, from, to, search, user, account, noun } = filter;
  return [
    tenantId ? eq(activity.accountId, tenantId) : undefined,
    outcome ? eq(activity.outcome, outcome) : undefined,
    from ? gte(activity.at, new Date(from)) : undefined,
    to ? lt(activity.at, new Date(to)) : undefined,
    noun ? sql`${activity.objects} @> ${JSON.stringify([{ noun }])}::jsonb` : undefined,
    account ? containsWords(account, [accounts.name]) : undefined,
    user ? containsWords(user, ofPersons) : undefined,
    search ? containsWords(search, [...ofPersons, activity.path, activity.address]) : undefined,
  ];
}

function select(db: Db, grants: readonly Grant[], where: SQL | undefined) {
  const managesUser = visible(grants, 'all.manage', homeScopes.path);
  return db
    .select({
      id: activity.id,
      at: activity.at,
      userId: activity.userId,
      userName: nameOf(users),
      userEmail: sql<string | null>`coalesce(${activity.userEmail}, ${users.email})`,
      impersonatorId: activity.impersonatorId,
      impersonatorName: nameOf(impersonators),
      impersonatorEmail: sql<string | null>`coalesce(${activity.impersonatorEmail}, ${impersonators.email})`,
      apiKeyId: activity.apiKeyId,
      apiKeyTitle: sql<string | null>`case when ${managesUser} then ${apiKeyView.title} end`,
      accountId: activity.accountId,
      accountName: accounts.name,
      address: activity.address,
      method: activity.method,
      path: activity.path,
      outcome: activity.outcome,
      code: activity.code,
      objects: activity.objects,
      details: activity.details,
      requestId: activity.requestId,
      sealed: sql<boolean>`${activity.chainSeq} is not null`,
    })
    .from(activity)
    .leftJoin(users, eq(users.id, activity.userId))
    .leftJoin(impersonators, eq(impersonators.id, activity.impersonatorId))
    .leftJoin(apiKeyView, eq(apiKeyView.id, activity.apiKeyId))
    .leftJoin(accounts, eq(accounts.id, activity.accountId))
    .leftJoin(scopes, eq(scopes.id, accounts.scopeId))
    .leftJoin(homes, eq(homes.id, users.accountId))
    .leftJoin(homeScopes, eq(homeScopes.id, homes.scopeId))
    .where(where);
}

export type FoundActivity = Awaited<ReturnType<typeof select>>[number];

const activityPage = defineList({ sort: { id: activity.id } });

/** Entries lie in the scope of their account, if they have one. */
const scopedActivity: Scoped = {
  id: activity.id,
  tables: sql`${activity} left join ${users} on ${users.id} = ${activity.userId}
    left join ${users} ${impersonators} on ${impersonators.id} = ${activity.impersonatorId}
    left join ${accounts} on ${accounts.id} = ${activity.accountId}
    left join ${scopes} on ${scopes.id} = ${accounts.scopeId}`,
  scopePath: scopes.path,
};

export function findActivity(
  db: Db,
  grants: readonly Grant[],
  { offset, limit, ...filter }: z.output<typeof activityQuery>,
) {
  const found = seenFrom(scopedActivity, readable(grants)).where(...matching(filter));
  const read = (ids: number[]) => select(db, grants, inArray(activity.id, ids));
  return activityPage(db, found, { sort: '-id', offset, limit }, read);
}

/** Entries older than an id, newest first: an export reads them page by page. */
export function findActivityBefore(
  db: Db,
  grants: readonly Grant[],
  filter: ActivityFilter,
  page: { before: number | undefined; limit: number },
): Promise<FoundActivity[]> {
  const older = page.before === undefined ? undefined : lt(activity.id, page.before);
  return select(db, grants, and(readable(grants), ...matching(filter), older))
    .orderBy(desc(activity.id))
    .limit(page.limit);
}

/** Entries about one of these objects in a span of time that the caller may read; newest first. */
export function findActivityAbout(
  db: Db,
  grants: readonly Grant[],
  about: { objects: readonly ActivityObject[]; from: Date; to: Date; limit: number },
): Promise<FoundActivity[]> {
  const { objects, from, to, limit } = about;
  const wanted = sql.param(objects.map((object) => JSON.stringify([object])));
  const where = and(
    readable(grants),
    eq(activity.outcome, 'done'),
    gte(activity.at, from),
    lt(activity.at, to),
    sql`${activity.objects} @> any(${wanted}::jsonb[])`,
  );
  return select(db, grants, where).orderBy(desc(activity.id)).limit(limit);
}
