import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike } from '../../platform/db/page.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { searchText, users } from '../../platform/tenancy/user.table.ts';
import { matchesTwins } from './filter.store.ts';
import { twins } from './twin.table.ts';

const containing = (text: SQL, search: string) => sql`${text} like ${`%${escapeLike(search.toLowerCase())}%`}`;

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
      ${search ? sql`and ${containing(sql`lower(tag)`, search)}` : sql``}
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
        search ? containing(sql`lower(${twins.title})`, search) : undefined,
      ),
    )
    .orderBy(sql`lower(${twins.title})`, asc(twins.id))
    .limit(shownZones);
}

const shownUsers = 50;

/** People of the twin's account, by name. */
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
        search ? containing(searchText(users), search) : undefined,
      ),
    )
    .orderBy(sql`lower(${users.lastName})`, sql`lower(${users.firstName})`, asc(users.id))
    .limit(shownUsers);
}
