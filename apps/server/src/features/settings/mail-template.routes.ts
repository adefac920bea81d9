import { listMailTemplates, renderMailTemplate, updateMailTemplate } from '@stellwerk/contract/mail-template';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { MailTemplateService } from './mail-template.service.ts';

export const mailTemplateRoutes = (templates: MailTemplateService): HandledRoute[] => [
  handle(listMailTemplates, async (ctx, { query }) => ({ data: await templates.list(ctx, query.tenantId) })),
  handle(updateMailTemplate, async (ctx, { params, body }) => ({ data: await templates.update(ctx, params.id, body) })),
  handle(renderMailTemplate, async (ctx, { params, body }) => ({ data: await templates.render(ctx, params.id, body) })),
];
