import type { FlowEvent } from '@stellwerk/contract/flow-event';
import { desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { alarmView } from '../../alarms/index.ts';
import { deviceView } from '../../devices/index.ts';
import { twinView } from '../../twins/index.ts';

export type AlarmChange = 'created' | 'resolved';

const select = (db: Db) =>
  db
    .select({
      id: alarmView.id,
      accountId: alarmView.accountId,
      twinId: alarmView.twinId,
      origin: alarmView.origin,
      identifier: alarmView.identifier,
      category: alarmView.category,
      severity: alarmView.severity,
      message: alarmView.message,
      code: alarmView.code,
      openedAt: alarmView.openedAt,
      resolvedAt: alarmView.resolvedAt,
      title: twinView.title,
      tags: twinView.tags,
      groups: deviceView.groups,
      operationalStatus: deviceView.operationalStatus,
    })
    .from(alarmView)
    .leftJoin(twinView, eq(twinView.id, alarmView.twinId))
    .leftJoin(deviceView, eq(deviceView.twinId, alarmView.twinId));
type Row = Awaited<ReturnType<typeof select>>[number];

function toEvent(row: Row, change: AlarmChange): FlowEvent {
  const at = change === 'resolved' ? (row.resolvedAt ?? row.openedAt) : row.openedAt;
  return {
    meta: {
      timestamp: at.toISOString(),
      account_id: row.accountId,
      event: change,
      severity: row.severity,
      dtwin_id: row.twinId,
      dtwin_title: row.title,
      twin_tags: row.tags ?? [],
      vdevice_groups: row.groups ?? [],
      operational_status: row.operationalStatus,
    },
    value: {
      id: row.id,
      severity: row.severity,
      category: row.category,
      status: change === 'resolved' ? 'resolved' : 'unresolved',
      type: row.origin,
      message: row.message === '' ? (row.code ?? '') : row.message,
      identifier: row.identifier,
      createdAt: row.openedAt.toISOString(),
      resolvedAt: change === 'resolved' ? at.toISOString() : null,
    },
  };
}

export interface AlarmNews {
  alarmId: number;
  change: AlarmChange;
}

/** The events of these changes, in their order. Alarms that are no longer there have none. */
export async function readAlarmEvents(db: Db, news: readonly AlarmNews[]) {
  if (news.length === 0) return [];
  const rows = await select(db).where(inArray(alarmView.id, [...new Set(news.map(({ alarmId }) => alarmId))]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return news.flatMap(({ alarmId, change }) => {
    const row = byId.get(alarmId);
    return row ? [{ alarmId, accountId: row.accountId, event: toEvent(row, change) }] : [];
  });
}

/** The newest events of the alarm log of an account, newest first. */
export async function recentAlarmEvents(db: Db, accountId: number, limit: number): Promise<FlowEvent[]> {
  const rows = await select(db)
    .where(eq(alarmView.accountId, accountId))
    .orderBy(desc(alarmView.openedAt), desc(alarmView.id))
    .limit(limit);
  const timed = rows.flatMap((row) => [
    { at: row.openedAt, event: toEvent(row, 'created') },
    ...(row.resolvedAt ? [{ at: row.resolvedAt, event: toEvent(row, 'resolved') }] : []),
  ]);
  return timed
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit)
    .map(({ event }) => event);
}
