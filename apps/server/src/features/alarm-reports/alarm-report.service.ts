import type {
  AlarmReport,
  AlarmReportFields,
  AlarmReportRun,
  alarmReportListQuery,
  createAlarmReport,
  listAlarmReportRuns,
  previewAlarmReport,
  switchAlarmReport,
  testAlarmReport,
  updateAlarmReport,
} from '@stellwerk/contract/alarm-report';
import { minuteOfReport, nextReportRun, nextReportRuns } from '@stellwerk/contract/alarm-report-times';
import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Language } from '@stellwerk/contract/text';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import { renderTextMail } from '../../platform/mail/mail-tables.ts';
import { type Connectors, createConnectorChecks, deliveryFailureOf, renderReason } from '../connectors/index.ts';
import { findSmartGroup } from '../smart-groups/index.ts';
import {
  changeReport,
  type FoundReport,
  findAccount,
  findReport,
  findReports,
  insertReport,
  lockReport,
  removeReport,
} from './alarm-report.store.ts';
import type { ReportDefinition } from './alarm-report.table.ts';
import { mailCommand } from './delivery.service.ts';
import type { ReportRuns } from './report-run.service.ts';
import { findRuns, type ListedRun, lastRuns } from './report-run.store.ts';

const shownRuns = 5;
/** The time that the preview of a report without runs covers. */
const previewMs = 86_400_000;

const authorOf = ({ userId, apiKeyId }: Actor) => ({ ownerId: userId, apiKeyId });

function stateOf(actions: ListedRun['actions']): AlarmReportRun['state'] {
  if (actions.length === 0) return 'skipped';
  const states = actions.map(({ state }) => state);
  if (states.includes('failed')) return 'failed';
  return states.includes('queued') ? 'queued' : 'sent';
}

const runToWire = ({ id, at, since, counts, actions }: ListedRun, language: Language): AlarmReportRun => ({
  id,
  at: at.toISOString(),
  since: since.toISOString(),
  counts,
  state: stateOf(actions),
  actions: actions.map(({ to, state, failure }) => ({
    ...{ to, state, message: failure && renderReason(failure, language).message },
  })),
});

function reportToWire(row: FoundReport, last: ListedRun | undefined, language: Language): AlarmReport {
  const { definition, ownerId, ownerName, nextRunAt, smartGroupId, groupTitle } = row;
  const first = nextRunAt?.getTime();
  const runs =
    first === undefined ? [] : [first, ...nextReportRuns(definition, minuteOfReport(row.id), first, shownRuns - 1)];
  return {
    ...definition,
    id: row.id,
    name: row.name,
    active: row.active,
    smartGroupId,
    smartGroup: smartGroupId === null ? null : { id: smartGroupId, title: groupTitle ?? '' },
    tenantId: row.accountId,
    tenantName: row.accountName,
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' },
    nextRuns: runs.map((at) => new Date(at).toISOString()),
    lastRun: last ? runToWire(last, language) : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

interface ReportServiceOptions {
  runs: Pick<ReportRuns, 'compose'>;
  connectors: Pick<Connectors, 'kinds' | 'send'>;
  clock: Clock;
}

type Draft = RouteInput<typeof previewAlarmReport>['body'];

export function createReportService({ runs, connectors, clock }: ReportServiceOptions) {
  const { checkMail } = createConnectorChecks(connectors);
  const nextOf = (id: number, definition: ReportDefinition) =>
    new Date(nextReportRun(definition, minuteOfReport(id), clock.now().getTime()));

  async function read({ db, language }: Ctx, id: number): Promise<AlarmReport> {
    const found = (await findReport(db, id)) ?? fail('ALARM_REPORT_NOT_FOUND');
    return reportToWire(found, (await lastRuns(db, [id])).get(id), language);
  }

  type Referring = Pick<AlarmReportFields, 'actions' | 'smartGroupId'>;
  /** The gate has checked that the caller may see these objects; they must also belong to the account. */
  async function checkReferences(db: Db, { actions, smartGroupId }: Referring, accountId: number): Promise<void> {
    const group = smartGroupId === null ? undefined : await findSmartGroup(db, smartGroupId);
    if (smartGroupId !== null && group?.accountId !== accountId) fail('SMART_GROUP_NOT_FOUND');
    for (const action of actions) await checkMail(db, action, accountId);
  }

  const lock = async (tx: Db, id: number) => (await lockReport(tx, id)) ?? fail('ALARM_REPORT_NOT_FOUND');

  /** The mail of a report that need not be stored, with what the caller may see. */
  async function draft(ctx: Ctx, { id, report }: Draft) {
    const { tenantId: accountId } = report;
    await checkReferences(ctx.db, report, accountId);
    const { name: accountName } = (await findAccount(ctx.db, accountId)) ?? fail('ACCOUNT_NOT_FOUND');
    const stored = id === undefined ? undefined : await findReport(ctx.db, id);
    const until = clock.now();
    const isOfAccount = stored?.accountId === accountId;
    const since = isOfAccount ? stored.coveredUntil : new Date(until.getTime() - previewMs);
    const composed = await runs.compose(ctx.db, ctx.actor, { report, accountId, accountName, since, until });
    return { ...composed, since };
  }

  return {
    async list(ctx: Ctx, query: z.output<typeof alarmReportListQuery>) {
      const { rows, ...total } = await findReports(ctx.db, ctx.actor, query);
      const last = await lastRuns(
        ctx.db,
        rows.map(({ id }) => id),
      );
      const data = rows.map((row) => reportToWire(row, last.get(row.id), ctx.language));
      return { data, ...total, offset: query.offset, limit: query.limit };
    },

    async create(ctx: Ctx, { tenantId, ...fields }: RouteInput<typeof createAlarmReport>['body']) {
      const { name, active, smartGroupId, ...definition } = fields;
      await checkReferences(ctx.db, fields, tenantId);
      const owned = { accountId: tenantId, ...authorOf(ctx.actor), smartGroupId };
      const values = { ...owned, name, active, definition, nextRunAt: null };
      const id = await insertReport(ctx.db, { ...values, coveredUntil: clock.now() });
      // The minute follows from the id.
      if (active) await changeReport(ctx.db, id, { nextRunAt: nextOf(id, definition) });
      ctx.activity.objects.push({ noun: 'alarmReport', id });
      ctx.activity.details = { name };
      return read(ctx, id);
    },

    async update(ctx: Ctx, { id, ...fields }: RouteInput<typeof updateAlarmReport>['body']) {
      const { name, active, smartGroupId, ...definition } = fields;
      await ctx.db.transaction(async (tx) => {
        const { accountId } = await lock(tx, id);
        await checkReferences(tx, fields, accountId);
        const nextRunAt = active ? nextOf(id, definition) : null;
        const values = { name, active, smartGroupId, definition, nextRunAt, updatedAt: clock.now() };
        await changeReport(tx, id, { ...values, ...authorOf(ctx.actor) });
      });
      ctx.activity.details = { name, active };
      return read(ctx, id);
    },

    async switch(ctx: Ctx, { id, active }: RouteInput<typeof switchAlarmReport>['body']) {
      await ctx.db.transaction(async (tx) => {
        const { definition, ownerId, name } = await lock(tx, id);
        if (active && ownerId === null) fail('ALARM_REPORT_NO_OWNER');
        await changeReport(tx, id, { active, nextRunAt: active ? nextOf(id, definition) : null });
        ctx.activity.details = { name, active };
      });
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number) {
      await ctx.db.transaction(async (tx) => {
        const { name } = await lock(tx, id);
        await removeReport(tx, id);
        ctx.activity.details = { name };
      });
      return { id };
    },

    async runs(ctx: Ctx, { reportId, ...page }: RouteInput<typeof listAlarmReportRuns>['query']) {
      const { rows, ...total } = await findRuns(ctx.db, reportId, page);
      return { data: rows.map((row) => runToWire(row, ctx.language)), ...total, ...page };
    },

    async preview(ctx: Ctx, body: Draft) {
      const { counts, isSent, mail, since } = await draft(ctx, body);
      const rendered = renderTextMail(mail);
      const windows = nextReportRuns(body.report, 0, clock.now().getTime(), shownRuns);
      return {
        ...{ since: since.toISOString(), counts, isSent, mail: { ...rendered, text: rendered.text ?? '' } },
        windows: windows.map((at) => new Date(at).toISOString()),
      };
    },

    async test(ctx: Ctx, { actionIndex, ...body }: RouteInput<typeof testAlarmReport>['body']) {
      const { connectorId } = body.report.actions[actionIndex] ?? fail('ALARM_REPORT_NO_ACTION');
      const { email } = ctx.actor;
      if (email === '') fail('MAIL_RECIPIENT_INVALID');
      const { mail } = await draft(ctx, body);
      try {
        await connectors.send(connectorId, mailCommand([email], mail));
        return { to: email, problem: null };
      } catch (error) {
        return { to: email, problem: renderReason(deliveryFailureOf(error).reason, ctx.language) };
      }
    },
  };
}
export type ReportService = ReturnType<typeof createReportService>;
