import type { RouteInput } from '@stellwerk/contract/core/route';
import { exportLayoutFields } from '@stellwerk/contract/data-export';
import { nextRun, nextRuns, spanOfRange } from '@stellwerk/contract/export-frequency';
import {
  type createSchedule,
  type ExportSchedule,
  managesSchedules,
  type previewSchedule,
  type scheduleListQuery,
  scheduleProblems,
  type updateSchedule,
} from '@stellwerk/contract/export-schedule';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import { runEachDue } from '../../platform/jobs/run-each-due.ts';
import type { Log } from '../../platform/log/log.ts';
import { may } from '../../platform/tenancy/may.ts';
import { type Connectors, createConnectorChecks } from '../connectors/index.ts';
import type { ExportService } from './data-export.service.ts';
import {
  changeSchedule,
  dueSchedules,
  type FoundSchedule,
  findSchedule,
  findSchedules,
  insertSchedule,
  lockSchedule,
  removeSchedule,
} from './export-schedule.store.ts';
import type { ScheduleDefinition } from './export-schedule.table.ts';
import { countExported } from './rows/series.store.ts';

const shownRuns = 5;
/** Runs that were missed for longer, because the server was down, are left out. */
const longestLateMs = 86_400_000;
const layout = z.object(exportLayoutFields);

const isoOf = (at: number): string => new Date(at).toISOString();
const mayChange = (actor: Actor, { ownerId, scopePath }: FoundSchedule): boolean =>
  ownerId === actor.userId || may(actor, managesSchedules, scopePath);

function lastRunOf({ lastRunAt, lastExport: { id, state, ...outcome } }: FoundSchedule): ExportSchedule['lastRun'] {
  // The export was deleted.
  if (!lastRunAt || id === null || state === null) return null;
  return { at: lastRunAt.toISOString(), exportId: id, state, ...outcome };
}

const authorOf = ({ userId, apiKeyId }: Actor) => ({ ownerId: userId, apiKeyId });

interface ScheduleServiceOptions {
  exports: Pick<ExportService, 'order'>;
  connectors: Pick<Connectors, 'kinds'>;
  clock: Clock;
  log: Log;
}

export function createScheduleService({ exports, connectors, clock, log }: ScheduleServiceOptions) {
  const { checkMail, checkForward } = createConnectorChecks(connectors);
  const now = () => clock.now().getTime();

  function toWire(row: FoundSchedule, actor: Actor): ExportSchedule {
    const { definition, ownerId, ownerName, nextRunAt } = row;
    const { frequency, zone } = definition;
    const runs = nextRunAt === null ? [] : [nextRunAt.getTime()];
    return {
      ...definition,
      id: row.id,
      name: row.name,
      active: row.active,
      tenantId: row.accountId,
      tenantName: row.accountName,
      owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' },
      nextRuns: runs.flatMap((first) => [first, ...nextRuns(frequency, zone, first, shownRuns - 1)]).map(isoOf),
      lastRun: lastRunOf(row),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      abilities: { change: mayChange(actor, row) },
    };
  }

  async function read(ctx: Ctx, id: number): Promise<ExportSchedule> {
    return toWire((await findSchedule(ctx.db, id)) ?? fail('EXPORT_SCHEDULE_NOT_FOUND'), ctx.actor);
  }

  async function lockChangeable(tx: Db, { actor }: Ctx, id: number): Promise<FoundSchedule> {
    const found = (await lockSchedule(tx, id)) ?? fail('EXPORT_SCHEDULE_NOT_FOUND');
    if (!mayChange(actor, found)) fail('PERMISSION_DENIED', { subject: 'DigitalTwin', action: 'manage' });
    return found;
  }

  async function checkConnectors(db: Db, { mail, forward }: ScheduleDefinition, accountId: number): Promise<void> {
    if (mail) await checkMail(db, mail, accountId);
    if (forward) await checkForward(db, forward, accountId);
  }

  const firstRun = ({ frequency, zone }: ScheduleDefinition) => new Date(nextRun(frequency, zone, now()));

  /** Queues the job of a run that was planned for this time. */
  async function run(tx: Db, schedule: FoundSchedule, plannedAt: number): Promise<{ id: number; jobId: number }> {
    const { id: scheduleId, accountId, scopeId, apiKeyId, name, definition } = schedule;
    const { timeRange, zone, selection, stateKeys, mail, forward } = definition;
    const userId = schedule.ownerId ?? fail('EXPORT_SCHEDULE_NO_OWNER');
    const ordered = await exports.order(tx, {
      ...{ name, accountId, scopeId, userId, apiKeyId, scheduleId },
      definition: {
        source: { tenantId: accountId, selection, stateKeys },
        span: spanOfRange(timeRange, zone, plannedAt),
        layout: layout.parse(definition),
        ...{ mail, forward },
      },
    });
    await changeSchedule(tx, scheduleId, { lastRunAt: clock.now(), lastExportId: ordered.id });
    return ordered;
  }

  /** The export and the next planned time are written in one transaction: no run happens twice or gets lost. */
  async function runPlanned(tx: Db, id: number): Promise<void> {
    const schedule = await lockSchedule(tx, id);
    const planned = schedule?.nextRunAt?.getTime();
    if (!schedule?.active || planned === undefined || planned > now()) return;
    const { frequency, zone } = schedule.definition;
    const isLate = now() - planned > longestLateMs;
    const nextRunAt = new Date(nextRun(frequency, zone, isLate ? now() - longestLateMs : planned));
    // Without an owner, nobody's permissions could decide about the content.
    if (schedule.ownerId === null) return changeSchedule(tx, id, { active: false, nextRunAt: null });
    if (!isLate) await run(tx, schedule, planned);
    await changeSchedule(tx, id, { nextRunAt });
  }

  return {
    async list(ctx: Ctx, query: z.output<typeof scheduleListQuery>) {
      const { rows, ...total } = await findSchedules(ctx.db, ctx.actor, query);
      const data = rows.map((row) => toWire(row, ctx.actor));
      return { data, ...total, offset: query.offset, limit: query.limit };
    },

    async create(ctx: Ctx, { tenantId, name, active, ...definition }: RouteInput<typeof createSchedule>['body']) {
      await checkConnectors(ctx.db, definition, tenantId);
      const id = await insertSchedule(ctx.db, {
        ...{ accountId: tenantId, ...authorOf(ctx.actor), name, active, definition },
        nextRunAt: active ? firstRun(definition) : null,
      });
      ctx.activity.objects.push({ noun: 'exportSchedule', id });
      ctx.activity.details = { name };
      return read(ctx, id);
    },

    async update(ctx: Ctx, id: number, change: RouteInput<typeof updateSchedule>['body']) {
      await ctx.db.transaction(async (tx) => {
        const found = await lockChangeable(tx, ctx, id);
        const { name = found.name, active = found.active, ...fields } = change;
        const definition = { ...found.definition, ...fields };
        const isEdited = change.name !== undefined || Object.keys(fields).length > 0;
        if (isEdited) {
          if (scheduleProblems(definition).length > 0) fail('VALIDATION_ERROR');
          await checkConnectors(tx, definition, found.accountId);
        }
        const isReplanned = active && (!found.active || isEdited);
        await changeSchedule(tx, id, {
          ...{ name, active, definition, updatedAt: clock.now() },
          ...(isEdited ? authorOf(ctx.actor) : {}),
          ...(active ? {} : { nextRunAt: null }),
          ...(isReplanned ? { nextRunAt: firstRun(definition) } : {}),
        });
        ctx.activity.details = { name, active };
      });
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number) {
      await ctx.db.transaction(async (tx) => {
        const { name } = await lockChangeable(tx, ctx, id);
        await removeSchedule(tx, id);
        ctx.activity.details = { name };
      });
      return { id };
    },

    async runNow(ctx: Ctx, id: number) {
      const ordered = await ctx.db.transaction(async (tx) => run(tx, await lockChangeable(tx, ctx, id), now()));
      ctx.activity.objects.push({ noun: 'dataExport', id: ordered.id });
      return { id: ordered.id, job: { id: ordered.jobId } };
    },

    async preview(ctx: Ctx, { tenantId, selection, stateKeys, ...when }: RouteInput<typeof previewSchedule>['body']) {
      const { states, twins } = await countExported(ctx.db, ctx.actor, { tenantId, selection, stateKeys });
      const runs = nextRuns(when.frequency, when.zone, now(), shownRuns).map((at) => {
        const { from, to } = spanOfRange(when.timeRange, when.zone, at);
        return { at: isoOf(at), from: isoOf(from), to: isoOf(to) };
      });
      return { runs, twins, states };
    },

    /** Runs all schedules whose time has come, once for each planned time. */
    runDue: (db: Db, signal: AbortSignal): Promise<void> =>
      runEachDue(db, signal, {
        due: () => dueSchedules(db, clock.now()),
        run: runPlanned,
        onFailure: (err, scheduleId) => log.error({ err, scheduleId }, 'an export schedule could not run'),
      }),
  };
}
export type ScheduleService = ReturnType<typeof createScheduleService>;
