import type { RouteInput } from '@stellwerk/contract/core/route';
import type {
  DeviceTemplate,
  TemplateContent,
  TemplateDraft,
  TemplateVersion,
} from '@stellwerk/contract/device-template';
import type { createDeviceTemplate, updateDeviceTemplate } from '@stellwerk/contract/device-template-calls';
import { isSameJson } from '@stellwerk/contract/template-changes';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { nearestTemplateLimit } from '../accounts/index.ts';
import type { ContentCheck } from './content-check.service.ts';
import type { DeviceModel } from './device-model.service.ts';
import { countLinked } from './links/link.store.ts';
import * as store from './template.store.ts';
import { toCanary, toDraft, toHead, toRow, toVersion } from './template-mapper.ts';

interface TemplateDeps {
  check: ContentCheck;
  model: DeviceModel;
  clock: Clock;
}

type Creation = RouteInput<typeof createDeviceTemplate>['body'];
type Change = RouteInput<typeof updateDeviceTemplate>['body'];

/** The list with the names of the specification translated into ours. */
function ownNames(query: store.TemplateList): store.TemplateList {
  const { page, pageSize, sortBy, sortDesc } = query;
  const limit = pageSize ?? query.limit;
  return {
    ...query,
    limit,
    offset: page === undefined ? query.offset : (page - 1) * limit,
    sort: sortBy === undefined ? query.sort : sortDesc ? `-${sortBy}` : sortBy,
  };
}

export function createTemplateService({ check, model, clock }: TemplateDeps) {
  async function draft(ctx: Ctx, id: number): Promise<TemplateDraft> {
    return toDraft((await store.findDraft(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND'));
  }

  async function read(ctx: Ctx, id: number): Promise<DeviceTemplate> {
    const found = (await store.findTemplate(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND');
    return {
      ...toRow(ctx.actor, found, (await store.countLinks(ctx.db, [id])).get(id)),
      draft: await draft(ctx, id),
      versions: (await store.listVersions(ctx.db, id)).map(toHead),
      canary: found.canary && toCanary(found.canary),
      jobId: found.jobId,
    };
  }

  async function readVersion(ctx: Ctx, id: number, number: number): Promise<TemplateVersion> {
    const head = (await store.listVersions(ctx.db, id)).find((version) => version.number === number);
    const content = await store.findContent(ctx.db, id, number);
    return head && content ? toVersion(head, content) : fail('DEVICE_TEMPLATE_NOT_PUBLISHED');
  }

  async function requireRoom(ctx: Ctx, accountId: number): Promise<void> {
    const found = await nearestTemplateLimit(ctx.db, accountId);
    // Zero means no limit, as for other limits of accounts.
    if (!found?.limit) return;
    if ((await store.countWithLock(ctx.db, accountId)) >= found.limit) {
      fail('DEVICE_TEMPLATE_LIMIT_REACHED', { limit: found.limit });
    }
  }

  /** The devices of a template stay with their connector, so a draft can't change it any more. */
  async function requireSameConnector(ctx: Ctx, record: store.TemplateRecord, content: TemplateContent) {
    if (content.connectorId === record.draft.connectorId) return;
    if ((await countLinked(ctx.db, record.id)) > 0) fail('DEVICE_TEMPLATE_CONNECTOR_FIXED');
  }

  async function newest(ctx: Ctx, id: number): Promise<TemplateContent | undefined> {
    return store.findContent(ctx.db, id, await store.findNewestNumber(ctx.db, id));
  }

  /** Stores a draft. The caller has locked the template. */
  async function saveDraft(
    ctx: Ctx,
    record: store.TemplateRecord,
    content: TemplateContent,
    basedOn: number | undefined,
  ): Promise<void> {
    if (basedOn !== undefined && basedOn !== record.draftRevision) fail('DEVICE_TEMPLATE_CHANGED_MEANWHILE');
    await check(ctx, record.accountId, content);
    await requireSameConnector(ctx, record, content);
    const published = await newest(ctx, record.id);
    await store.changeTemplate(ctx.db, record.id, {
      draft: content,
      draftRevision: record.draftRevision + 1,
      draftChangedAt: clock.now(),
      draftChangedBy: ctx.actor.userId,
      connectorId: content.connectorId,
      driverId: content.driverId,
      hasChanges: !published || !isSameJson(published, content),
    });
  }

  return {
    read,
    draft,
    readVersion,
    saveDraft,

    async list(ctx: Ctx, query: store.TemplateList) {
      const list = ownNames(query);
      const { rows, ...total } = await store.findTemplates(ctx.db, ctx.actor, list);
      const counts = await store.countLinks(
        ctx.db,
        rows.map(({ id }) => id),
      );
      const data = rows.map((row) => toRow(ctx.actor, row, counts.get(row.id)));
      return { data, ...total, offset: list.offset, limit: list.limit };
    },

    async productive(ctx: Ctx, id: number): Promise<TemplateVersion> {
      const found = (await store.findTemplate(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND');
      return readVersion(ctx, id, found.productive ?? fail('DEVICE_TEMPLATE_NOT_PUBLISHED'));
    },

    async create(ctx: Ctx, { title, accountId, draft: given, fromDeviceId }: Creation): Promise<DeviceTemplate> {
      if ((given === undefined) === (fromDeviceId === undefined)) {
        fail('VALIDATION_ERROR', {}, { issues: [{ path: 'draft', code: 'required', params: {} }] });
      }
      const content = given ?? (await model(ctx, fromDeviceId ?? 0, accountId));
      await check(ctx, accountId, content);
      await requireRoom(ctx, accountId);
      const now = clock.now();
      const { connectorId, driverId } = content;
      const times = { createdAt: now, updatedAt: now, draftChangedAt: now, draftChangedBy: ctx.actor.userId };
      const id = await store.insertTemplate(ctx.db, {
        ...{ accountId, title, draft: content, connectorId, driverId },
        ...times,
      });
      ctx.activity.objects.push({ noun: 'deviceTemplate', id });
      ctx.activity.details = { title };
      return read(ctx, id);
    },

    async update(ctx: Ctx, id: number, { title, draft: content, basedOn }: Change): Promise<DeviceTemplate> {
      const record = (await store.lockTemplate(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND');
      if (content) await saveDraft(ctx, record, content, basedOn);
      const updatedAt = clock.now();
      await store.changeTemplate(ctx.db, id, { updatedAt, ...(title === undefined ? {} : { title }) });
      ctx.activity.details = { title: title ?? record.title };
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number): Promise<void> {
      const record = (await store.lockTemplate(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND');
      const devices = await countLinked(ctx.db, id);
      if (devices > 0) fail('DEVICE_TEMPLATE_IN_USE', { devices });
      await store.removeTemplate(ctx.db, id);
      ctx.activity.details = { title: record.title };
    },
  };
}
export type TemplateService = ReturnType<typeof createTemplateService>;
