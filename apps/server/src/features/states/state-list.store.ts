import { readsStates, type StateSort, type stateListQuery } from '@stellwerk/contract/state';
import { statuses } from '@stellwerk/contract/twin';
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { totalOf } from '../../platform/db/page.ts';
import { containsAll } from '../../platform/db/search.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twins } from '../twins/index.ts';
import { states, stateValues } from './state.table.ts';

export type StateList = z.output<typeof stateListQuery>;

const ownText = sql`lower(${states.title} || ' ' || ${states.key})`;

/** A union, so that each half uses its own index. */
async function findFitting(db: Db, pattern: string, limit: number): Promise<number[]> {
  const found = await db.execute<{ id: number }>(sql`
    select own.id from ${states} own where lower(own.title || ' ' || own.key) like ${pattern}
    union all
    select of_twin.id from ${states} of_twin join ${twins} home on home.id = of_twin.twin_id
    where home.search_text like ${pattern} and lower(home.title) like ${pattern}
    limit ${limit}`);
  return found.rows.map(({ id }) => id);
}

/** Every word must occur in the title or key of the state, or in the title of its twin. */
const containing = (db: Db, search: string) =>
  containsAll(search, {
    id: states.id,
    fits: (pattern) => sql`(${ownText} like ${pattern} or lower(${twins.title}) like ${pattern})`,
    findIds: (pattern, limit) => findFitting(db, pattern, limit),
  });

const belowTwin = (id: number) => sql`${twins.path} <@ (select top.path from ${twins} top where top.id = ${id})`;

function matching(actor: Actor, list: StateList, contains: SQL | undefined): SQL | undefined {
  return and(
    visible(actor.grants, readsStates, scopes.path),
    list.tenantId ? eq(twins.accountId, list.tenantId) : undefined,
    list.twinId ? belowTwin(list.twinId) : undefined,
    list.sources && list.sources.length > 0 ? inArray(states.source, list.sources) : undefined,
    list.status ? eq(stateValues.status, statuses.indexOf(list.status)) : undefined,
    list.valueType ? eq(states.valueType, list.valueType) : undefined,
    contains,
  );
}

function orderOf(sort: StateList['sort']): SQL[] {
  const isDescending = sort.startsWith('-');
  const name = sort.replace(/^-/, '') as StateSort;
  const direction = isDescending ? desc : asc;
  // States without a value sort as the oldest.
  const nulls = sql.raw(isDescending ? 'nulls last' : 'nulls first');
  const columns: Record<StateSort, SQL[]> = {
    title: [direction(sql`lower(${states.title})`)],
    key: [direction(sql`lower(${states.key})`)],
    dtwin: [direction(sql`lower(${twins.title})`), direction(twins.id), asc(states.position)],
    timestamp: [sql`${direction(stateValues.measuredAt)} ${nulls}`],
    status: [direction(stateValues.status)],
  };
  return [...columns[name], direction(states.id)];
}

export async function findListedStates(db: Db, actor: Actor, list: StateList) {
  const contains = list.search ? await containing(db, list.search) : undefined;
  const where = matching(actor, list, contains);
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
      value: stateValues.value,
      measuredAt: stateValues.measuredAt,
      receivedAt: stateValues.receivedAt,
      origin: stateValues.origin,
      status: stateValues.status,
      twinId: twins.id,
      twinTitle: twins.title,
      twinType: twins.type,
      category: twins.category,
      accountId: twins.accountId,
      accountName: accounts.name,
    })
    .from(states)
    .innerJoin(stateValues, eq(stateValues.stateId, states.id))
    .innerJoin(twins, eq(twins.id, states.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .innerJoin(accounts, eq(accounts.id, twins.accountId))
    .where(where)
    .orderBy(...orderOf(list.sort))
    .offset(list.offset)
    .limit(list.limit);
  const every = db
    .select({ id: states.id })
    .from(states)
    .innerJoin(stateValues, eq(stateValues.stateId, states.id))
    .innerJoin(twins, eq(twins.id, states.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(where);
  return { rows, ...(await totalOf(db, every)) };
}
