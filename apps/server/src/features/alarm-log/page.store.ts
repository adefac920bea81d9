import type { AlarmSort, alarmListQuery } from '@stellwerk/contract/alarm';
import { exactTotalLimit } from '@stellwerk/contract/core/envelope';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { guessOf } from '../../platform/db/page.ts';
import { orderBy, orderOf } from '../../platform/tenancy/list.ts';
import { alarmView } from '../alarms/index.ts';
import { type AlarmPlace, type AlarmSource, alarmSources, beganWithin, fromAll } from './filter.store.ts';

export type AlarmList = z.output<typeof alarmListQuery>;

/** Each order has an index. Open alarms sort after all resolved ones, as they will be resolved later. */
const sort = {
  date: alarmView.openedAt,
  resolvedAt: alarmView.resolvedAt,
  severity: [sql`(${alarmView.severity} = 'error')`, alarmView.openedAt],
  category: [alarmView.category, alarmView.openedAt],
  message: sql`lower(${alarmView.message})`,
};

/**
 * Reads the rows up to the end of the page from each source by itself, because an index provides the order of one
 * source, but not of both. Orphans are few and have an index for their date. For other orders they are collected and
 * sorted, otherwise the planner would search for them among all alarms.
 */
function firstOf(sources: readonly AlarmSource[], list: AlarmList, columns: SQL, order: SQL): SQL {
  const end = sql`order by ${order} limit ${list.offset + list.limit}`;
  const parts = sources.map(({ rows, isOrphaned }) =>
    isOrphaned && !/^-?date$/.test(list.sort)
      ? sql`(select * from (select ${columns} ${rows.every} offset 0) as orphans ${end})`
      : sql`(select ${columns} ${rows.every} ${end})`,
  );
  return sql.join(parts, sql` union all `);
}

/** Reads one page of ids and the total, like `pageOfIds`, but from two sources. */
export async function findAlarmIds(db: Db, list: AlarmList, viewer: Omit<AlarmPlace, 'span'>) {
  const { offset, limit } = list;
  const sources = alarmSources(list, { ...viewer, span: beganWithin(list) });
  const wanted = orderOf<AlarmSort>({ sort }, list.sort);
  const names = wanted.keys.map((_, index) => sql.raw(`key${index}`));
  const keys = wanted.keys.map((key, index) => sql`${key} as ${names[index]}`);
  const columns = sql.join([sql`${alarmView.id} as id`, ...keys], sql`, `);
  const order = orderBy([...names, sql`id`], wanted);
  const gathered = await db.execute<{ total: number; ids: number[] }>(sql`
    with found as materialized (${fromAll(sources, columns)} limit ${exactTotalLimit + 1})
    select (select count(*)::int from found) as total,
      array(select id from found order by ${order} offset ${offset} limit ${limit}) as ids`);
  const { total, ids } = gathered.rows[0] ?? { total: 0, ids: [] };
  if (total <= exactTotalLimit) return { ids: ids.map(Number), total };
  const page = await db.execute<{ id: number }>(sql`
    select id from (${firstOf(sources, list, columns, order)}) as first_rows
    order by ${order} offset ${offset} limit ${limit}`);
  const guess = await guessOf(db, sql`(${fromAll(sources, sql`${alarmView.id}`)})`);
  return {
    ids: page.rows.map(({ id }) => Number(id)),
    total: Math.max(guess, total),
    totalIsEstimate: true as const,
  };
}
