import type { RouteInput } from '@stellwerk/contract/core/route';
import type { publishTemplate } from '@stellwerk/contract/device-template-calls';
import { isSameJson } from '@stellwerk/contract/template-changes';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { chooseCanaries, clearCanaries, countLinked } from '../links/link.store.ts';
import type { TemplateService } from '../template.service.ts';
import * as store from '../template.store.ts';
import type { Canary } from '../template.table.ts';
import { syncKind } from './sync.job.ts';

interface PublishDeps {
  templates: Pick<TemplateService, 'saveDraft'>;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
}

type Publication = RouteInput<typeof publishTemplate>['body'];

export interface StartedSync {
  version: number;
  job: { id: number } | null;
}

interface Start {
  templateId: number;
  number: number;
  isCanary: boolean;
  userId: number;
  apiKeyId: number | null;
}

export function createPublishService({ templates, jobs, clock }: PublishDeps) {
  /** Queues a job that gives the version to all devices that lack it. */
  async function start(db: Db, { templateId, number, isCanary, userId, apiKeyId }: Start): Promise<{ id: number }> {
    const found = (await store.findTemplate(db, templateId)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND');
    const id = await jobs.enqueue(db, {
      accountId: found.accountId,
      scopeId: found.accountScopeId,
      ...{ userId, apiKeyId },
      kind: syncKind,
      title: found.title,
      resource: 'deviceTemplate',
      entityId: templateId,
      payload: { templateId, number, isCanary },
    });
    await store.changeTemplate(db, templateId, { jobId: id });
    return { id };
  }

  async function startFor(ctx: Ctx, templateId: number, number: number, isCanary = false): Promise<StartedSync> {
    if ((await countLinked(ctx.db, templateId)) === 0) return { version: number, job: null };
    const { userId, apiKeyId } = ctx.actor;
    const job = await start(ctx.db, { templateId, number, isCanary, userId, apiKeyId });
    ctx.activity.objects.push({ noun: 'job', id: job.id });
    return { version: number, job };
  }

  async function lock(ctx: Ctx, id: number): Promise<store.TemplateRecord> {
    const record = (await store.lockTemplate(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND');
    if (await store.isSyncRunning(ctx.db, id)) fail('DEVICE_TEMPLATE_SYNC_RUNNING');
    return record;
  }

  /** Stores the draft as the next version; the newest one if nothing has changed. */
  async function insertVersion(ctx: Ctx, record: store.TemplateRecord, more: { notes: string; restores?: number }) {
    const newest = await store.findNewestNumber(ctx.db, record.id);
    const content = newest === 0 ? undefined : await store.findContent(ctx.db, record.id, newest);
    if (content && isSameJson(content, record.draft)) return newest;
    const number = newest + 1;
    const publishedAt = clock.now();
    await store.insertVersion(ctx.db, {
      ...{ templateId: record.id, number, content: record.draft, publishedAt, publishedBy: ctx.actor.userId },
      ...more,
    });
    return number;
  }

  async function beginCanary(ctx: Ctx, record: store.TemplateRecord, version: number, wanted: Wanted) {
    const chosen = await chooseCanaries(ctx.db, record.id, wanted.devices);
    const now = clock.now();
    const canary: Canary = {
      ...{ version, devices: chosen.length, minutes: wanted.minutes },
      startedAt: now.toISOString(),
      until: new Date(now.getTime() + wanted.minutes * 60_000).toISOString(),
      startedBy: ctx.actor.userId,
      apiKeyId: ctx.actor.apiKeyId,
      ...{ haltedAt: null, reason: null, packets: 0, faults: 0 },
      healths: Object.fromEntries(chosen.map(({ twinId, health }) => [twinId, health ?? 0])),
    };
    await store.changeTemplate(ctx.db, record.id, { canary, hasChanges: false });
    return startFor(ctx, record.id, version, true);
  }

  async function publish(ctx: Ctx, record: store.TemplateRecord, version: number): Promise<StartedSync> {
    await clearCanaries(ctx.db, record.id);
    await store.changeTemplate(ctx.db, record.id, {
      ...{ productive: version, canary: null, hasChanges: false },
      updatedAt: clock.now(),
    });
    ctx.activity.details = { title: record.title, version };
    return startFor(ctx, record.id, version);
  }

  return {
    start,

    async publishAndSync(ctx: Ctx, id: number, { draft, basedOn, notes, canary }: Publication): Promise<StartedSync> {
      let record = await lock(ctx, id);
      if (draft) {
        await templates.saveDraft(ctx, record, draft, basedOn);
        record = (await store.lockTemplate(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND');
      } else if (basedOn !== undefined && basedOn !== record.draftRevision) fail('DEVICE_TEMPLATE_CHANGED_MEANWHILE');
      const version = await insertVersion(ctx, record, { notes });
      const isTrial = canary !== null && record.productive !== null && version !== record.productive;
      // A trial on all devices would be none: there has to be one that keeps the version before.
      if (isTrial && (await countLinked(ctx.db, id)) > canary.devices) return beginCanary(ctx, record, version, canary);
      return publish(ctx, record, version);
    },

    async rollBack(ctx: Ctx, id: number, number: number): Promise<StartedSync> {
      const record = await lock(ctx, id);
      const content = (await store.findContent(ctx.db, id, number)) ?? fail('DEVICE_TEMPLATE_NOT_PUBLISHED');
      await templates.saveDraft(ctx, record, content, undefined);
      const restored = (await store.lockTemplate(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND');
      const version = await insertVersion(ctx, restored, { notes: '', restores: number });
      return publish(ctx, restored, version);
    },

    async retry(ctx: Ctx, id: number): Promise<StartedSync> {
      const record = await lock(ctx, id);
      const version = record.productive ?? fail('DEVICE_TEMPLATE_NOT_PUBLISHED');
      return startFor(ctx, id, version);
    },

    /** Stopping gives the devices of the trial the version of all others again. The draft keeps the changes. */
    async decide(ctx: Ctx, id: number, decision: 'continue' | 'stop'): Promise<StartedSync> {
      const record = await lock(ctx, id);
      const { canary, productive } = record;
      if (!canary || productive === null) return fail('DEVICE_TEMPLATE_NO_CANARY');
      if (decision === 'continue') return publish(ctx, record, canary.version);
      await clearCanaries(ctx.db, id);
      await store.changeTemplate(ctx.db, id, { canary: null, hasChanges: true });
      ctx.activity.details = { title: record.title, version: productive };
      return startFor(ctx, id, productive);
    },
  };
}
export type PublishService = ReturnType<typeof createPublishService>;

type Wanted = NonNullable<Publication['canary']>;
