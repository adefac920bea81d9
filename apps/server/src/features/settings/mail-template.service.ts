import type { MailTemplateRow, mailText } from '@stellwerk/contract/mail-template';
import { type Language, languages } from '@stellwerk/contract/text';
import type { z } from 'zod';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import {
  builtInText,
  isMailTemplateName,
  type MailTemplateName,
  mailTemplateNames,
  templateLocals,
} from '../../platform/mail/built-in-templates.ts';
import { renderMail } from '../../platform/mail/mail.ts';
import { productLook, templateOf } from '../../platform/mail/mail-text.ts';
import { checkTemplate, unknownNames } from '../../platform/mail/template.ts';
import { decide } from '../../platform/policy/policy.ts';
import { mailLookOf } from './mail-look.ts';
import { mailTextsOf, putMailText, removeMailText, type StoredMailText } from './mail-template.store.ts';

type MailText = z.output<typeof mailText>;

interface Place {
  tenantId: number;
  language: Language;
}

const nameOf = (id: string): MailTemplateName => (isMailTemplateName(id) ? id : fail('MAIL_TEMPLATE_NOT_FOUND'));

/** Refuses a text before it is saved, with all placeholders that do not exist. */
function checkText(name: MailTemplateName, text: MailText, language: Language): void {
  const { names } = templateLocals(name);
  const unknown = unknownNames(`${text.subject}\n${text.body}`, names);
  if (unknown.length > 0) {
    fail('MAIL_TEMPLATE_UNKNOWN_PLACEHOLDERS', { names: unknown.join(', '), allowed: names.join(', ') });
  }
  checkTemplate(templateOf(text, language, productLook), names);
}

/** Values that show what a placeholder becomes: its own name, or a link. */
function sampleLocals(name: MailTemplateName): Record<string, string> {
  const { names, links } = templateLocals(name);
  return Object.fromEntries(
    names.map((local) => [local, links.includes(local) ? 'https://example.org/#/example' : `‹${local}›`]),
  );
}

export function createMailTemplateService({ linkBase }: { linkBase: string }) {
  function rowOf(ctx: Ctx, name: MailTemplateName, { tenantId, language }: Place, stored: readonly StoredMailText[]) {
    const found = stored.findLast((text) => text.name === name && text.language === language);
    const { subject, body } = found ?? builtInText(name, language);
    const isSeen = found !== undefined && decide(ctx.actor.grants, 'UserManagement.read', found.path).allowed;
    return {
      id: name,
      language,
      subject,
      body,
      isOwn: found?.accountId === tenantId,
      from: isSeen ? { id: found.accountId, name: found.accountName } : null,
      templateLocals: templateLocals(name).names,
    } satisfies MailTemplateRow;
  }

  return {
    async list(ctx: Ctx, tenantId: number): Promise<MailTemplateRow[]> {
      const stored = await mailTextsOf(ctx.db, tenantId);
      return mailTemplateNames.flatMap((name) =>
        languages.map((language) => rowOf(ctx, name, { tenantId, language }, stored)),
      );
    },

    async update(ctx: Ctx, id: string, { text, ...place }: Place & { text: MailText | null }) {
      const name = nameOf(id);
      const { tenantId: accountId, language } = place;
      const key = { accountId, name, language };
      if (text) {
        checkText(name, text, language);
        await putMailText(ctx.db, { ...key, ...text });
      } else await removeMailText(ctx.db, key);
      ctx.activity.details = { name, language, isReset: text === null };
      return rowOf(ctx, name, place, await mailTextsOf(ctx.db, accountId, name));
    },

    async render(ctx: Ctx, id: string, { tenantId, language, text }: Place & { text: MailText }) {
      const template = nameOf(id);
      checkText(template, text, language);
      const look = await mailLookOf(ctx.db, { accountId: tenantId, language, linkBase });
      const mail = renderMail(text, { template, language, look, locals: sampleLocals(template) });
      return { ...mail, text: mail.text ?? '' };
    },
  };
}
export type MailTemplateService = ReturnType<typeof createMailTemplateService>;
