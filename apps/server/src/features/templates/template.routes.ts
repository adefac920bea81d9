import {
  createDeviceTemplate,
  createTemplateDevice,
  decideTemplateCanary,
  deleteDeviceTemplate,
  linkDevices,
  listDeviceTemplates,
  listGroupTemplates,
  listLinkedDevices,
  listMatchingTemplates,
  listTemplateChanges,
  publishTemplate,
  readDeviceTemplate,
  readProductiveTemplate,
  readTemplateDraft,
  readTemplateOfDevice,
  readTemplateVersion,
  retryTemplateSync,
  rollBackTemplate,
  unlinkDevice,
  updateDeviceTemplate,
} from '@stellwerk/contract/device-template-calls';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { ChangesService } from './changes.service.ts';
import type { LinkService } from './links/link.service.ts';
import { templateOfDevice } from './links/lock.service.ts';
import type { PublishService } from './sync/publish.service.ts';
import type { TemplateService } from './template.service.ts';

interface TemplateServices {
  templates: TemplateService;
  changes: ChangesService;
  links: LinkService;
  publishing: PublishService;
}

export const templateRoutes = ({ templates, changes, links, publishing }: TemplateServices): HandledRoute[] => [
  handle(listDeviceTemplates, (ctx, { query }) => templates.list(ctx, query)),
  handle(listGroupTemplates, async (ctx, { query }) => ({ data: await links.ofDevices(ctx, query) })),
  handle(createDeviceTemplate, async (ctx, { body }) => ({ data: await templates.create(ctx, body) })),
  handle(readDeviceTemplate, async (ctx, { params }) => ({ data: await templates.read(ctx, params.id) })),
  handle(updateDeviceTemplate, async (ctx, { params, body }) => ({
    data: await templates.update(ctx, params.id, body),
  })),
  handle(deleteDeviceTemplate, async (ctx, { params }) => {
    await templates.remove(ctx, params.id);
    return { data: { deleted: true as const } };
  }),
  handle(readTemplateDraft, async (ctx, { params }) => ({ data: await templates.draft(ctx, params.id) })),
  handle(readProductiveTemplate, async (ctx, { params }) => ({ data: await templates.productive(ctx, params.id) })),
  handle(readTemplateVersion, async (ctx, { params }) => ({
    data: await templates.readVersion(ctx, params.id, params.number),
  })),
  handle(listTemplateChanges, async (ctx, { params }) => ({ data: await changes(ctx, params.id) })),
  handle(publishTemplate, async (ctx, { params, body }) => ({
    data: await publishing.publishAndSync(ctx, params.id, body),
  })),
  handle(retryTemplateSync, async (ctx, { params }) => ({ data: await publishing.retry(ctx, params.id) })),
  handle(rollBackTemplate, async (ctx, { params, body }) => ({
    data: await publishing.rollBack(ctx, params.id, body.version),
  })),
  handle(decideTemplateCanary, async (ctx, { params, body }) => ({
    data: await publishing.decide(ctx, params.id, body.decision),
  })),
  handle(listLinkedDevices, (ctx, { params, query }) => links.linked(ctx, params.id, query)),
  handle(linkDevices, async (ctx, { params, body }) => ({ data: await links.link(ctx, params.id, body) })),
  handle(unlinkDevice, async (ctx, { params }) => ({ data: await links.unlink(ctx, params.id) })),
  handle(readTemplateOfDevice, async (ctx, { params }) => ({ data: await templateOfDevice(ctx, params.id) })),
  handle(listMatchingTemplates, async (ctx, { params, query }) => ({
    data: await links.matching(ctx, params.id, query.search),
  })),
  handle(createTemplateDevice, async (ctx, { params, body }) => ({
    data: await links.createDevice(ctx, params.id, body),
  })),
];
