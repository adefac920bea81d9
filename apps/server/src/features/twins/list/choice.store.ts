import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { containsWords } from '../../../platform/db/search.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { decide, reachOf } from '../../../platform/policy/policy.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { seenFrom, visibleIds } from '../../../platform/tenancy/scoped-from.ts';
import { searchText, users } from '../../../platform/tenancy/user.table.ts';
import { scopedUsers } from '../../users/index.ts';
import { twins } from '../twin.table.ts';
import { matchesTwins } from './filter.store.ts';

interface Choice {
  tenantId: number | undefined;
  search: string | undefined;
  category?: TwinCategory;
}

const shownTags = 500;
const shownZones = 500;

/** Tags of the twins that the caller may see, the most frequent first. */
export async function findTags(
  db: Db,
  actor: Actor,
  { tenantId, search, category }: Choice,
  permission: PermissionRule = 'DigitalTwin.list',
) {
  const used = await db.execute<{ tag: string; count: number }>(sql`
    select tag, count(*)::int as count
    from ${twins} join ${scopes} on ${scopes.id} = ${twins.scopeId} cross join lateral unnest(${twins.tags}) as tag
    where ${twins.tags} <> '{}' and ${matchesTwins(actor, { tenantId, category }, permission)}
      ${search ? sql`and ${containsWords(search, [sql`tag`]) ?? sql`true`}` : sql``}
    group by tag order by count desc, tag limit ${shownTags}`);
  return used.rows.map(({ tag, count }) => ({ tag, count }));
}

export async function findZones(db: Db, actor: Actor, { tenantId, search }: Choice) {
  return db
    .select({ id: twins.id, title: twins.title })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(
      and(
        matchesTwins(actor, { tenantId, types: ['zone'] }, 'DigitalTwin.list'),
        search ? containsWords(search, [twins.title]) : undefined,
      ),
    )
    .orderBy(sql`lower(${twins.title})`, asc(twins.id))
    .limit(shownZones);
}

const shownUsers = 50;

/** Active persons of the twin's account, by name. */
export async function findRelatedUsers(db: Db, twinId: number, search: string | undefined) {
  const name = sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`;
  return db
    .select({ id: users.id, name, email: users.email })
    .from(users)
    .innerJoin(twins, eq(twins.accountId, users.accountId))
    .where(
      and(
        eq(twins.id, twinId),
        eq(users.kind, 'person'),
        eq(users.active, true),
        search ? containsWords(search, [{ lower: searchText(users) }]) : undefined,
      ),
    )
    .orderBy(sql`lower(${users.lastName})`, sql`lower(${users.firstName})`, asc(users.id))
    .limit(shownUsers);
}

/**
 * Users of accounts in which the caller sees twins, because twins show the names of their contacts. A role in the scope
 * of a single twin also counts, although it does not reach up to the account.
 */
export async function relatedUsers(db: Db, { grants }: Actor, ids: number[]): Promise<Set<number>> {
  const places = reachOf(grants, 'DigitalTwin.read')
    .granted.map(({ scope }) => scope)
    .filter((scope) => decide(grants, 'DigitalTwin.read', scope).allowed);
  const isHeld = sql`${users.accountId} in (
    select place.account_id from ${scopes} place where place.path = any(${sql.param(`{${places.join(',')}}`)}::ltree[]))`;
  const isSeen = sql`(${visible(grants, 'DigitalTwin.read', scopes.path)} or ${isHeld})`;
  return visibleIds(db, seenFrom(scopedUsers, isSeen), ids);
}
