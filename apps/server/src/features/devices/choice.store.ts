import { readsDevices } from '@stellwerk/contract/device';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike } from '../../platform/db/page.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twins } from '../twins/index.ts';
import { devices } from './device.table.ts';
import { matchesTwinOfDevice } from './filter.store.ts';

interface Choice {
  tenantId?: number | undefined;
  search?: string | undefined;
}

const shown = 500;
const pattern = (search: string) => `%${escapeLike(search.toLowerCase())}%`;

/** Groups of the devices that the caller may see, the most frequent first. */
export async function findGroups(db: Db, actor: Actor, { tenantId, search }: Choice) {
  const used = await db.execute<{ group: string; count: number }>(sql`
    select label as group, count(*)::int as count
    from ${twins} join ${scopes} on ${scopes.id} = ${twins.scopeId} join ${devices} on ${devices.twinId} = ${twins.id}
      cross join lateral unnest(${devices.groups}) as label
    where ${devices.groups} <> '{}' and ${matchesTwinOfDevice(actor, { tenantId })}
      ${search ? sql`and lower(label) like ${pattern(search)}` : sql``}
    group by label order by count desc, label limit ${shown}`);
  return used.rows.map(({ group, count }) => ({ group, count }));
}

/** Zones with devices in them. */
export async function findZonesOfDevices(db: Db, actor: Actor, { tenantId, search }: Choice) {
  const isPopulated = sql`exists (select 1 from ${twins} inside
    where inside.path <@ ${twins.path} and inside.category = 'virtualDevice')`;
  return db
    .select({ id: twins.id, title: twins.title })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(
      and(
        eq(twins.type, 'zone'),
        visible(actor.grants, readsDevices, scopes.path),
        tenantId === undefined ? undefined : eq(twins.accountId, tenantId),
        search ? sql`lower(${twins.title}) like ${pattern(search)}` : undefined,
        isPopulated,
      ),
    )
    .orderBy(sql`lower(${twins.title})`, asc(twins.id))
    .limit(shown);
}
