import {
  type AlarmReportType,
  maxReportRows,
  type ReportCounts,
  type ReportRowTable,
  reportRowTables,
} from '@stellwerk/contract/alarm-report';
import { type DeviceFilter, readsDevices } from '@stellwerk/contract/device';
import { and, eq, gt, inArray, lte, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { inAccount, scopedFrom, type VisibleRows } from '../../platform/tenancy/scoped-from.ts';
import { alarmView } from '../alarms/index.ts';
import { deviceView, visibleDevices } from '../devices/index.ts';
import { inTwin, twinView } from '../twins/index.ts';

/** The user whose permissions decide which alarms a report contains. */
export interface ReportActor {
  userId: number;
  grants: readonly Grant[];
}

/** The alarms of a report: of one account, in the time from `since` (exclusive) to `until`. */
export interface ReportSource {
  accountId: number;
  type: AlarmReportType;
  since: Date;
  until: Date;
  /** Limits the devices to those that match the filter now, or the packets to those of the group. */
  group?: { id: number; filter: Partial<DeviceFilter> } | undefined;
}

const monitored = 'packet-threshold';
/** The origin of alarms of packet monitoring. */
const packetOrigin = 'packets';

const isOfDevices = ({ id, every }: VisibleRows): SQL => sql`${alarmView.twinId} in (select ${id} ${every})`;

/** Alarms of monitoring belong to no device. */
function reported(actor: ReportActor, { accountId, type, since, until, group }: ReportSource): VisibleRows {
  const inTime = and(
    eq(alarmView.accountId, accountId),
    lte(alarmView.openedAt, until),
    sql`(${alarmView.resolvedAt} is null or ${alarmView.resolvedAt} > ${since.toISOString()}::timestamptz)`,
  );
  if (type === 'packetMonitoring') {
    return scopedFrom(inAccount(alarmView, alarmView), actor, readsDevices).where(
      inTime,
      eq(alarmView.category, monitored),
      group && and(eq(alarmView.origin, packetOrigin), eq(alarmView.originId, group.id)),
    );
  }
  return scopedFrom(inTwin(alarmView, alarmView), actor, readsDevices)
    .join(sql`inner join ${deviceView} on ${deviceView.twinId} = ${twinView.id}`)
    .where(inTime, ne(alarmView.category, monitored), group && isOfDevices(visibleDevices(actor, group.filter)));
}

/** Which alarms of a report belong to each table. */
function conditionsOf({ since, until }: ReportSource): Record<ReportRowTable, SQL | undefined> {
  const isNew = gt(alarmView.openedAt, since);
  const isResolved = sql`coalesce(${alarmView.resolvedAt} <= ${until.toISOString()}::timestamptz, false)`;
  const ages = { new: isNew, active: and(not(isNew), not(isResolved)), resolved: isResolved };
  const severities = { Errors: eq(alarmView.severity, 'error'), Warnings: eq(alarmView.severity, 'warning') };
  return {
    newErrors: and(ages.new, severities.Errors),
    newWarnings: and(ages.new, severities.Warnings),
    activeErrors: and(ages.active, severities.Errors),
    activeWarnings: and(ages.active, severities.Warnings),
    resolvedErrors: and(ages.resolved, severities.Errors),
    resolvedWarnings: and(ages.resolved, severities.Warnings),
  };
}

/** The numbers of all tables, and of the alarms that are open at the end. */
export async function countReported(
  db: Db,
  actor: ReportActor,
  source: ReportSource,
): Promise<{ counts: ReportCounts; open: number }> {
  const conditions = conditionsOf(source);
  const isOpen = sql`coalesce(${alarmView.resolvedAt} > ${source.until.toISOString()}::timestamptz, true)`;
  const numbers = reportRowTables.map(
    (table) => sql`(count(*) filter (where ${conditions[table]}))::int as ${sql.identifier(table)}`,
  );
  const { rows } = await db.execute<ReportCounts & { open: number }>(sql`
    select ${sql.join(numbers, sql`, `)}, (count(*) filter (where ${isOpen}))::int as open
    ${reported(actor, source).every}`);
  const { open = 0, ...counts } = rows[0] ?? {};
  const countOf = (table: ReportRowTable) => (counts as Partial<ReportCounts>)[table] ?? 0;
  return {
    counts: {
      newErrors: countOf('newErrors'),
      newWarnings: countOf('newWarnings'),
      activeErrors: countOf('activeErrors'),
      activeWarnings: countOf('activeWarnings'),
      resolvedErrors: countOf('resolvedErrors'),
      resolvedWarnings: countOf('resolvedWarnings'),
    },
    open,
  };
}

const columns = {
  id: alarmView.id,
  openedAt: alarmView.openedAt,
  resolvedAt: alarmView.resolvedAt,
  severity: alarmView.severity,
  category: alarmView.category,
  message: alarmView.message,
  code: alarmView.code,
  params: alarmView.params,
  twinId: twinView.id,
  twinTitle: twinView.title,
};

/** The newest rows of a table. */
export async function findReported(db: Db, actor: ReportActor, source: ReportSource, table: ReportRowTable) {
  const rows = reported(actor, source).where(conditionsOf(source)[table]);
  const time = table.startsWith('resolved') ? alarmView.resolvedAt : alarmView.openedAt;
  const found = await db.execute<{ id: number }>(
    sql`select ${rows.id} as id ${rows.every} order by ${time} desc, ${rows.id} desc limit ${maxReportRows}`,
  );
  const ids = found.rows.map(({ id }) => Number(id));
  if (ids.length === 0) return [];
  const read = await db
    .select(columns)
    .from(alarmView)
    .leftJoin(twinView, eq(twinView.id, alarmView.twinId))
    .where(inArray(alarmView.id, ids));
  const byId = new Map(read.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
export type ReportedAlarm = Awaited<ReturnType<typeof findReported>>[number];
