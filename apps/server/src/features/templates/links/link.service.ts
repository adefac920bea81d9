import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Device } from '@stellwerk/contract/device';
import type { TemplateContent } from '@stellwerk/contract/device-template';
import type {
  createTemplateDevice,
  LinkedDevice,
  listGroupTemplates,
  listLinkedDevices,
  TemplateLinkPreview,
} from '@stellwerk/contract/device-template-calls';
import { type ErrorCode, isErrorCode } from '@stellwerk/contract/errors';
import type { Language } from '@stellwerk/contract/text';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import { textOfError } from '../../../platform/errors/render.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Devices, GroupFilter } from '../../devices/index.ts';
import type { Applied, ApplyService } from '../sync/apply.service.ts';
import type { DeviceOfTemplate } from '../sync/device.store.ts';
import { findDevicesOfTemplate } from '../sync/device.store.ts';
import type { Refusal } from '../sync/device-plan.ts';
import { findContent, lockTemplate, type TemplateRecord } from '../template.store.ts';
import {
  findLinkedDevices,
  findLinks,
  findMatching,
  findTemplatesOfDevices,
  healthOf,
  insertLinks,
  markSynced,
  removeLink,
} from './link.store.ts';
import type { ValueCounts } from './value-count.service.ts';

interface LinkDeps {
  apply: Pick<ApplyService, 'apply' | 'plan'>;
  countValues: ValueCounts;
  devices: Pick<Devices, 'create'>;
  clock: Clock;
  groupFilter: GroupFilter;
}

interface Productive {
  record: TemplateRecord;
  number: number;
  content: TemplateContent;
}

export function errorToWire(code: string, params: Record<string, string | number>, language: Language) {
  // A newer or older version may have written an unknown code.
  const known: ErrorCode = isErrorCode(code) ? code : 'INTERNAL_ERROR';
  return { code: known, message: textOfError(known, params, language) };
}

const linkErrorOf = (
  device: DeviceOfTemplate,
  isLinked: boolean,
  { record, content }: Productive,
): ErrorCode | undefined => {
  if (isLinked) return 'DEVICE_TEMPLATE_ALREADY_LINKED';
  if (device.accountId !== record.accountId) return 'DEVICE_TEMPLATE_OTHER_ACCOUNT';
  if (device.connectorId !== content.connectorId) return 'DEVICE_TEMPLATE_OTHER_CONNECTOR';
  return device.driverId === content.driverId ? undefined : 'DEVICE_TEMPLATE_OTHER_DRIVER';
};

export function createLinkService({ apply, countValues, devices, clock, groupFilter }: LinkDeps) {
  async function productiveOf(ctx: Ctx, id: number): Promise<Productive> {
    const record = (await lockTemplate(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_FOUND');
    const number = record.productive ?? fail('DEVICE_TEMPLATE_NOT_PUBLISHED');
    const content = (await findContent(ctx.db, id, number)) ?? fail('DEVICE_TEMPLATE_NOT_PUBLISHED');
    return { record, number, content };
  }

  const unsynced = (ids: readonly number[]): Applied[] => ids.map((twinId) => ({ twinId, before: undefined }));

  async function preview(ctx: Ctx, productive: Productive, ids: readonly number[]): Promise<TemplateLinkPreview[]> {
    const linked = new Set((await findLinks(ctx.db, ids)).map(({ twinId }) => twinId));
    const { planned, refusals, devices } = await apply.plan(ctx, productive.content, unsynced(ids));
    const counts = await countValues(
      ctx.db,
      planned.flatMap(({ plan }) => plan.removed.map(({ id }) => id)),
    );
    const plans = new Map(planned.map(({ twinId, plan }) => [twinId, plan]));
    return ids.flatMap((id): TemplateLinkPreview[] => {
      const device = devices.get(id);
      if (!device) return [];
      const own = linkErrorOf(device, linked.has(id), productive);
      const refusal: Refusal | undefined = own ? { code: own, params: {} } : refusals.get(id);
      const plan = plans.get(id);
      return [
        {
          ...{ id, title: device.title },
          lostStates: (plan?.removed ?? []).map((state) => ({
            ...{ key: state.key, title: state.title },
            values: counts.valuesOf(state.id),
          })),
          addedStates: (plan?.added ?? []).map(({ key }) => key),
          error: refusal ? errorToWire(refusal.code, refusal.params, ctx.language) : null,
        },
      ];
    });
  }

  /** Links all of the devices or none. */
  async function link(ctx: Ctx, productive: Productive, ids: readonly number[]): Promise<void> {
    const { record, number, content } = productive;
    const linked = new Set((await findLinks(ctx.db, ids)).map(({ twinId }) => twinId));
    for (const device of await findDevicesOfTemplate(ctx.db, ids)) {
      const code = linkErrorOf(device, linked.has(device.id), productive);
      if (code) throw new AppError(code, {}, {});
    }
    await insertLinks(
      ctx.db,
      ids.map((twinId) => ({ twinId, templateId: record.id, linkedAt: clock.now() })),
    );
    const refusals = await apply.apply(ctx, content, unsynced(ids));
    for (const { code, params } of refusals.values()) throw new AppError(code, params, {});
    await markSynced(ctx.db, ids, number, clock.now());
  }

  return {
    async link(ctx: Ctx, templateId: number, { ids: given, dryRun }: { ids: number[]; dryRun: boolean }) {
      const ids = [...new Set(given)].sort((a, b) => a - b);
      const productive = await productiveOf(ctx, templateId);
      const devices = await preview(ctx, productive, ids);
      if (dryRun) {
        ctx.activity.omit = true;
        return { devices, linked: 0 };
      }
      await link(ctx, productive, ids);
      ctx.activity.details = { title: productive.record.title, devices: ids.length };
      return { devices, linked: ids.length };
    },

    async unlink(ctx: Ctx, id: number): Promise<{ id: number }> {
      const removed = (await removeLink(ctx.db, id)) ?? fail('DEVICE_TEMPLATE_NOT_LINKED');
      ctx.activity.objects.push({ noun: 'deviceTemplate', id: removed.templateId });
      return { id };
    },

    async linked(ctx: Ctx, templateId: number, query: RouteInput<typeof listLinkedDevices>['query']) {
      const { rows, ...total } = await findLinkedDevices(ctx.db, ctx.actor, templateId, query);
      const data = rows.map(
        ({ code, params, lastSeenAt, syncedAt, health, ...row }): LinkedDevice => ({
          ...row,
          health: healthOf(health),
          lastSeenAt: lastSeenAt?.toISOString() ?? null,
          syncedAt: syncedAt?.toISOString() ?? null,
          error: code === null ? null : errorToWire(code, params ?? {}, ctx.language),
        }),
      );
      return { data, ...total, offset: query.offset, limit: query.limit };
    },

    async ofDevices(ctx: Ctx, { smartGroupId, ...filter }: RouteInput<typeof listGroupTemplates>['query']) {
      const within = await groupFilter(ctx.db, smartGroupId);
      return findTemplatesOfDevices(ctx.db, ctx.actor, { ...filter, within });
    },

    async matching(ctx: Ctx, deviceId: number, search = '') {
      const [device] = await findDevicesOfTemplate(ctx.db, [deviceId]);
      if (!device) return fail('VDEVICE_NOT_FOUND');
      const { accountId, connectorId, driverId } = device;
      return driverId === null ? [] : findMatching(ctx.db, { accountId, connectorId, driverId }, search);
    },

    /** The device comes with everything that the template sets; its own data is given by the caller. */
    async createDevice(
      ctx: Ctx,
      templateId: number,
      body: RouteInput<typeof createTemplateDevice>['body'],
    ): Promise<Device> {
      const productive = await productiveOf(ctx, templateId);
      const { connectorId, driverId, parentId } = productive.content;
      const device = await devices.create(ctx, {
        ...body,
        ...{ connectorId, driverId, tenantId: productive.record.accountId },
        parentId: body.parentId === undefined ? parentId : body.parentId,
      });
      await link(ctx, productive, [device.id]);
      return device;
    },
  };
}
export type LinkService = ReturnType<typeof createLinkService>;
