import { readsStates, type StateSort, type stateListQuery } from '@stellwerk/contract/state';
import { statuses } from '@stellwerk/contract/twin';
import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { newestView, withNewest } from '../../ingest/newest/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsAll } from '../../platform/db/search.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { may } from '../../platform/tenancy/may.ts';
import { scopedFrom, seenFrom } from '../../platform/tenancy/scoped-from.ts';
import { isBelowTwin, seenHere, twinView } from '../twins/index.ts';
import { states } from './state.table.ts';
import { scopedStates } from './state.view.ts';

export type StateList = z.output<typeof stateListQuery>;

const ownText = sql`lower(${states.title} || ' ' || ${states.key})`;

/** A union, so that each half uses its own index. */
async function findContaining(db: Db, pattern: string, limit: number): Promise<number[]> {
  const found = await db.execute<{ id: number }>(sql`
    select ${states.id} as id from ${states} where ${ownText} like ${pattern}
    union all
    select ${states.id} as id from ${states} join ${twinView} on ${twinView.id} = ${states.twinId}
    where ${twinView.searchText} like ${pattern} and lower(${twinView.title}) like ${pattern}
    limit ${limit}`);
  return found.rows.map(({ id }) => id);
}

/** Every word must occur in the title or key of the state, or in the title of its twin. */
const containing = (db: Db, search: string) =>
  containsAll(search, {
    id: states.id,
    fits: (pattern) => sql`(${ownText} like ${pattern} or lower(${twinView.title}) like ${pattern})`,
    findIds: (pattern, limit) => findContaining(db, pattern, limit),
  });

/** Positions ascend within a twin, whatever the order of the twins. */
const statePage = ({ sort }: StateList) =>
  defineList<StateSort>({
    sort: {
      title: sql`lower(${states.title})`,
      key: sql`lower(${states.key})`,
      dtwin: [
        sql`lower(${twinView.title})`,
        twinView.id,
        sort.startsWith('-') ? sql`-${states.position}` : states.position,
      ],
      timestamp: newestView.measuredAt,
      status: newestView.status,
    },
    nullable: ['timestamp'],
  });

const selectRows = async (db: Db, ids: number[]) => {
  const rows = await db
    .select({
      id: states.id,
      key: states.key,
      title: states.title,
      unit: states.unit,
      icon: states.icon,
      source: states.source,
      valueType: states.valueType,
      decimals: sql<number | null>`(${states.visualisation} ->> 'decimals')::int`,
      validSeconds: states.validSeconds,
      twinId: twinView.id,
      twinTitle: twinView.title,
      twinType: twinView.type,
      category: twinView.category,
      accountId: twinView.accountId,
      accountName: twinView.accountName,
    })
    .from(states)
    .innerJoin(twinView, eq(twinView.id, states.twinId))
    .where(inArray(states.id, ids));
  return withNewest(db, rows);
};

/** Values are only joined where they filter or sort, because the join takes a third of the time of other lists. */
const withValues = ({ sort, status }: StateList) =>
  status || /timestamp|status/.test(sort)
    ? sql`inner join ${newestView} on ${newestView.stateId} = ${states.id}`
    : sql``;

/** Readers of devices see the states of devices, too. The condition costs time, so others do without it. */
function statesSeenBy(actor: Actor) {
  const readsMore = actor.grants.some(
    ({ scope }) => may(actor, 'VirtualDevice.read', scope) && !may(actor, readsStates, scope),
  );
  return readsMore
    ? seenFrom(scopedStates, seenHere(actor, readsStates, twinView))
    : scopedFrom(scopedStates, actor, readsStates);
}

export async function findListedStates(db: Db, actor: Actor, list: StateList) {
  const { search, ...page } = list;
  const found = statesSeenBy(actor)
    .join(withValues(list))
    .where(
      list.tenantId ? eq(twinView.accountId, list.tenantId) : undefined,
      list.twinId ? isBelowTwin(twinView.path, list.twinId) : undefined,
      list.sources && list.sources.length > 0 ? inArray(states.source, list.sources) : undefined,
      list.status ? eq(newestView.status, statuses.indexOf(list.status)) : undefined,
      list.category ? eq(twinView.category, list.category) : undefined,
      list.valueType ? eq(states.valueType, list.valueType) : undefined,
      search ? await containing(db, search) : undefined,
    );
  return statePage(list)(db, found, page, (ids) => selectRows(db, ids));
}
