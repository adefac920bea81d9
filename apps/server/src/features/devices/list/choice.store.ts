import { readsDevices } from '@stellwerk/contract/device';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { containsWords } from '../../../platform/db/search.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { twinView, twinViewAs } from '../../twins/index.ts';
import { devices } from '../device.table.ts';
import { visibleDevices } from './filter.store.ts';

interface Choice {
  tenantId?: number | undefined;
  search?: string | undefined;
}

const shown = 500;

/** Groups of the devices that the caller may see, the most frequent first. */
export async function findGroups(db: Db, actor: Actor, { tenantId, search }: Choice) {
  const { every } = visibleDevices(actor, { tenantId })
    .join(sql`cross join lateral unnest(${devices.groups}) as label`)
    .where(sql`${devices.groups} <> '{}'`, search ? containsWords(search, [sql`label`]) : undefined);
  const used = await db.execute<{ group: string; count: number }>(sql`
    select label as group, count(*)::int as count ${every} group by label order by count desc, label limit ${shown}`);
  return used.rows.map(({ group, count }) => ({ group, count }));
}

const inside = twinViewAs('inside');

export async function findZonesOfDevices(db: Db, actor: Actor, { tenantId, search }: Choice) {
  const isPopulated = sql`exists (select 1 from ${inside}
    where ${inside.path} <@ ${twinView.path} and ${inside.category} = 'virtualDevice')`;
  return db
    .select({ id: twinView.id, title: twinView.title })
    .from(twinView)
    .where(
      and(
        eq(twinView.type, 'zone'),
        visible(actor.grants, readsDevices, twinView.scopePath),
        tenantId === undefined ? undefined : eq(twinView.accountId, tenantId),
        search ? containsWords(search, [twinView.title]) : undefined,
        isPopulated,
      ),
    )
    .orderBy(sql`lower(${twinView.title})`, asc(twinView.id))
    .limit(shown);
}
