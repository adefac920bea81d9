import { type AlarmReportFields, type ReportCounts, reportRowTables } from '@stellwerk/contract/alarm-report';
import { minuteOfReport, nextReportRun } from '@stellwerk/contract/alarm-report-times';
import { readsDevices } from '@stellwerk/contract/device';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { runEachDue } from '../../platform/jobs/run-each-due.ts';
import type { Log } from '../../platform/log/log.ts';
import { putOutbox } from '../../platform/outbox/outbox.store.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { may } from '../../platform/tenancy/may.ts';
import type { StarterGrants } from '../api-keys/index.ts';
import { deviceFilterOf, findSmartGroup } from '../smart-groups/index.ts';
import { changeReport, dueReports, type FoundReport, lockReport } from './alarm-report.store.ts';
import type { RunMail } from './alarm-report.table.ts';
import { reportDelivery } from './delivery.service.ts';
import { countReported, findReported, type ReportActor } from './report-alarms.store.ts';
import { composeMail, type ReportContent } from './report-mail.ts';
import { insertRun } from './report-run.store.ts';

export interface ReportOrder {
  report: AlarmReportFields;
  accountId: number;
  accountName: string;
  since: Date;
  until: Date;
}

export interface ComposedReport {
  counts: ReportCounts;
  /** Whether the condition is met. */
  isSent: boolean;
  mail: RunMail;
}

interface ReportRunOptions {
  grantsOf: StarterGrants;
  linkBase: string;
  clock: Clock;
  log: Log;
}

export function createReportRuns({ grantsOf, linkBase, clock, log }: ReportRunOptions) {
  async function compose(db: Db, actor: ReportActor, order: ReportOrder): Promise<ComposedReport> {
    const { report, accountId, since, until } = order;
    const { smartGroupId } = report;
    const found = smartGroupId === null ? undefined : await findSmartGroup(db, smartGroupId);
    const group = found && { id: found.id, filter: deviceFilterOf(found, until) };
    const source = { accountId, type: report.type, since, until, group };
    const { counts, open } = await countReported(db, actor, source);
    const rows: ReportContent['rows'] = {};
    for (const table of reportRowTables) {
      const isShown = report.tables.includes(table) && counts[table] > 0;
      if (isShown) rows[table] = await findReported(db, actor, source, table);
    }
    // The overview alone reports every kind of alarm.
    const counted = report.tables.every((table) => table === 'overview') ? reportRowTables : report.tables;
    const hasRows = counted.some((table) => table !== 'overview' && counts[table] > 0);
    return {
      counts,
      isSent: report.condition === 'always' || hasRows,
      mail: composeMail({ ...order, groupTitle: found?.title ?? null, counts, open, rows, linkBase }),
    };
  }

  /** The permissions of the owner; undefined if the owner is gone or may no longer see the devices of the account. */
  async function grantsOfOwner(db: Db, found: FoundReport): Promise<{ userId: number; grants: Grant[] } | undefined> {
    const { ownerId, apiKeyId, scopePath } = found;
    if (ownerId === null) return undefined;
    try {
      const grants = await grantsOf(db, { userId: ownerId, apiKeyId });
      return may({ grants }, readsDevices, scopePath) ? { userId: ownerId, grants } : undefined;
    } catch (error) {
      if (error instanceof AppError && error.code === 'API_KEY_NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** The run, its mails and the next planned time are written in one transaction: no run happens twice or gets lost. */
  async function runPlanned(tx: Db, id: number): Promise<void> {
    const found = await lockReport(tx, id);
    const planned = found?.nextRunAt?.getTime();
    const now = clock.now();
    if (!found?.active || planned === undefined || planned > now.getTime()) return;
    const owner = await grantsOfOwner(tx, found);
    if (!owner) {
      log.info({ reportId: id }, 'an alarm report was switched off: its owner may not see the devices');
      return changeReport(tx, id, { active: false, nextRunAt: null });
    }
    const { name, active, smartGroupId, definition, accountId, accountName, coveredUntil: since } = found;
    const report = { name, active, smartGroupId, ...definition };
    const { counts, isSent, mail } = await compose(tx, owner, { report, accountId, accountName, since, until: now });
    const actions = (isSent ? definition.actions : []).map(({ connectorId, to }) => ({
      ...{ connectorId, to, state: 'queued' as const, failure: null },
    }));
    const run = { reportId: id, at: now, since, counts, actions, mail: isSent ? mail : null };
    const runId = await insertRun(tx, run);
    await putOutbox(
      tx,
      actions.map(({ connectorId }, index) => reportDelivery({ reportId: id, runId, index, connectorId })),
    );
    // One run covers the whole time since the last one, so missed runs are not made up one by one.
    const nextRunAt = new Date(nextReportRun(definition, minuteOfReport(id), now.getTime()));
    await changeReport(tx, id, { coveredUntil: now, nextRunAt });
  }

  return {
    compose,

    /** Runs all reports whose time has come, once each. */
    runDue: (db: Db, signal: AbortSignal): Promise<void> =>
      runEachDue(db, signal, {
        due: () => dueReports(db, clock.now()),
        run: runPlanned,
        onFailure: (err, reportId) => log.error({ err, reportId }, 'an alarm report could not run'),
      }),
  };
}
export type ReportRuns = ReturnType<typeof createReportRuns>;
