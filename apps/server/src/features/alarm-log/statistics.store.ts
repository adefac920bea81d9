import type { AlarmFilter } from '@stellwerk/contract/alarm';
import type { DeviceFilter } from '@stellwerk/contract/device';
import type { AlarmSeverity } from '@stellwerk/contract/rule';
import type { Language } from '@stellwerk/contract/text';
import { and, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { alarmView } from '../alarms/index.ts';
import { alarmSources, beganWithin, fromAll } from './filter.store.ts';

export interface AlarmQuery {
  actor: Actor;
  language: Language;
  filter: AlarmFilter;
  within: Partial<DeviceFilter> | undefined;
}

const counted = ({ filter, ...viewer }: AlarmQuery, span: SQL | undefined, columns: SQL) =>
  fromAll(alarmSources(filter, { ...viewer, span }), columns);

/** Open alarms by severity; if the filter has a span, only alarms that began in it. */
export async function countUnresolved(db: Db, query: AlarmQuery) {
  const span = and(isNull(alarmView.resolvedAt), beganWithin(query.filter));
  const { rows } = await db.execute<{ severity: AlarmSeverity; count: number }>(sql`
    select severity, count(*)::int as count
    from (${counted(query, span, sql`${alarmView.severity} as severity`)}) as alarm group by 1`);
  return rows;
}

interface Begun extends Record<string, unknown> {
  /** Index of the day's first edge. */
  day: number;
  category: string;
  severity: AlarmSeverity;
  count: number;
}

const bounds = (edges: readonly Date[]) => sql`${sql.param(edges.map((edge) => edge.toISOString()))}::timestamptz[]`;

const between = (column: typeof alarmView.openedAt | typeof alarmView.resolvedAt, edges: readonly Date[]) =>
  and(gte(column, edges[0] ?? new Date(0)), lt(column, edges.at(-1) ?? new Date(0)));

export async function countBegun(db: Db, query: AlarmQuery, edges: readonly Date[]): Promise<Begun[]> {
  const columns = sql`${alarmView.openedAt} as at, ${alarmView.category} as category, ${alarmView.severity} as severity`;
  const { rows } = await db.execute<Begun>(sql`
    select width_bucket(at, ${bounds(edges)}) - 1 as day, category, severity, count(*)::int as count
    from (${counted(query, between(alarmView.openedAt, edges), columns)}) as alarm group by 1, 2, 3`);
  return rows;
}

/** Counts the alarms that ended between each two edges, by the index of the first one. */
export async function countEnded(db: Db, query: AlarmQuery, edges: readonly Date[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ day: number; count: number }>(sql`
    select width_bucket(at, ${bounds(edges)}) - 1 as day, count(*)::int as count
    from (${counted(query, between(alarmView.resolvedAt, edges), sql`${alarmView.resolvedAt} as at`)}) as alarm group by 1`);
  return new Map(rows.map(({ day, count }) => [day, count]));
}
