import type { AlarmSort, alarmListQuery } from '@stellwerk/contract/alarm';
import { exactTotalLimit } from '@stellwerk/contract/core/envelope';
import type { Language } from '@stellwerk/contract/text';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { guessOf } from '../../platform/db/page.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { alarms } from '../alarms/index.ts';
import { type AlarmSource, alarmSources, beganWithin, fromAll } from './filter.store.ts';

export type AlarmList = z.output<typeof alarmListQuery>;

/** What is not resolved comes after all that is; errors are more than warnings. Equal ones follow their date. */
const sortKeys = {
  date: [sql`${alarms.openedAt}`],
  resolvedAt: [sql`${alarms.resolvedAt}`],
  severity: [sql`(${alarms.severity} = 'error')`, sql`${alarms.openedAt}`],
  category: [sql`${alarms.category}`, sql`${alarms.openedAt}`],
  message: [sql`lower(${alarms.message})`],
} satisfies Record<AlarmSort, SQL[]>;

function orderOf(sort: AlarmList['sort']) {
  const keys = sortKeys[sort.replace(/^-/, '') as AlarmSort];
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const named = keys.map((key, index) => ({ key, name: sql.raw(`key${index}`) }));
  const columns = sql.join([sql`${alarms.id} as id`, ...named.map(({ key, name }) => sql`${key} as ${name}`)], sql`, `);
  const names = [...named.map(({ name }) => name), sql`id`].map((name) => sql`${name} ${direction}`);
  return { columns, order: sql`order by ${sql.join(names, sql`, `)}` };
}

/**
 * As many as the page reaches to, from each source in order by itself: an index can give that, which could not be said of
 * both together. The few orphans have one for their date; in any other order they are sorted, or the planner would look
 * for them among all.
 */
function firstOf(sources: readonly AlarmSource[], { sort, offset, limit }: AlarmList, columns: SQL, order: SQL): SQL {
  const parts = sources.map(({ rows, isOrphaned }) => {
    const end = sql`${order} limit ${offset + limit}`;
    return isOrphaned && !/^-?date$/.test(sort)
      ? sql`(select * from (select ${columns} ${rows} offset 0) as orphans ${end})`
      : sql`(select ${columns} ${rows} ${end})`;
  });
  return sql.join(parts, sql` union all `);
}

/**
 * One page of ids with their number. What is found seldom is gathered whole and sorted then, as with twins: the planner
 * would else walk along the order through all alarms of the installation.
 */
export async function findAlarmIds(db: Db, actor: Actor, language: Language, list: AlarmList) {
  const { sort, offset, limit, ...filter } = list;
  const sources = alarmSources(actor, filter, language, beganWithin(filter));
  const { columns, order } = orderOf(sort);
  const gathered = await db.execute<{ total: number; ids: number[] }>(sql`
    with found as materialized (${fromAll(sources, columns)} limit ${exactTotalLimit + 1})
    select (select count(*)::int from found) as total,
      array(select id from found ${order} offset ${offset} limit ${limit}) as ids`);
  const { total, ids } = gathered.rows[0] ?? { total: 0, ids: [] };
  if (total <= exactTotalLimit) return { ids: ids.map(Number), total };
  const page = await db.execute<{ id: number }>(sql`
    select id from (${firstOf(sources, list, columns, order)}) as first_ones ${order} offset ${offset} limit ${limit}`);
  const guess = await guessOf(db, sql`(${fromAll(sources, sql`${alarms.id}`)})`);
  return {
    ids: page.rows.map(({ id }) => Number(id)),
    total: Math.max(guess, total),
    totalIsEstimate: true as const,
  };
}
