import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { pageOfIds } from '../../platform/tenancy/list.ts';
import { checkedFrom } from '../../platform/tenancy/scoped-from.ts';
import { alarmReportRuns, type RunAction } from './alarm-report.table.ts';

/** Per report; older runs are deleted. */
const keptRuns = 50;

type Run = typeof alarmReportRuns.$inferSelect;
export type ListedRun = Omit<Run, 'mail'>;

const { id, reportId, at, since, counts, actions } = alarmReportRuns;
const listed = { id, reportId, at, since, counts, actions };

export async function insertRun(db: Db, values: Omit<Run, 'id'>): Promise<number> {
  const [created] = await db.insert(alarmReportRuns).values(values).returning({ id });
  if (!created) throw new Error('insert returned no row');
  await db.execute(sql`delete from ${alarmReportRuns} where ${reportId} = ${values.reportId} and ${id} < (
    select min(kept.id) from (select newest.id from ${alarmReportRuns} newest
      where newest.report_id = ${values.reportId} order by newest.id desc limit ${keptRuns}) as kept)`);
  return created.id;
}

/** The newest run of each report. */
export async function lastRuns(db: Db, reportIds: readonly number[]): Promise<Map<number, ListedRun>> {
  if (reportIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([reportId], listed)
    .from(alarmReportRuns)
    .where(inArray(reportId, [...reportIds]))
    .orderBy(reportId, desc(id));
  return new Map(rows.map((row) => [row.reportId, row]));
}

export async function findRuns(db: Db, ofReport: number, page: { offset: number; limit: number }) {
  const rows = checkedFrom(id, sql`${alarmReportRuns}`, eq(reportId, ofReport));
  const { ids, ...total } = await pageOfIds(db, rows, { keys: [id], isDescending: true }, page);
  const found = ids.length > 0 ? await db.select(listed).from(alarmReportRuns).where(inArray(id, ids)) : [];
  return { rows: found.sort((a, b) => b.id - a.id), ...total };
}

export async function findRun(db: Db, runId: number): Promise<Run | undefined> {
  const [found] = await db.select().from(alarmReportRuns).where(eq(id, runId));
  return found;
}

/** Records the outcome of one action. The mail is deleted with the last outcome. */
export async function writeOutcome(
  db: Db,
  runId: number,
  index: number,
  outcome: Pick<RunAction, 'state' | 'failure'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [run] = await tx.select().from(alarmReportRuns).where(eq(id, runId)).for('update');
    if (!run) return;
    const changed = run.actions.map((action, each) => (each === index ? { ...action, ...outcome } : action));
    const isOver = changed.every(({ state }) => state !== 'queued');
    await tx
      .update(alarmReportRuns)
      .set({ actions: changed, ...(isOver ? { mail: null } : {}) })
      .where(eq(id, runId));
  });
}
