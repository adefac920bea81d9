import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { languages } from './text.ts';

const tag = 'settings';

const subject = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u);
const body = z.string().trim().min(1).max(20_000);

export const mailTemplate = z.object({
  /** Name of the mail, such as `user-invite`. */
  id: z.string(),
  language: z.enum(languages),
  subject: z.string(),
  body: z.string(),
  /** The account has a text of its own; otherwise it is inherited. */
  isOwn: z.boolean(),
  /** The account whose text applies; null for the text of the product and for accounts that the caller may not see. */
  from: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Placeholders that the texts may contain. */
  templateLocals: z.array(z.string()),
});
export type MailTemplateRow = z.output<typeof mailTemplate>;

export const listMailTemplates = defineRoute({
  method: 'GET',
  path: '/api/v1/mail-templates',
  tag,
  summary: 'The texts of all mails of an account in all languages; every mail is listed, so there are no pages',
  permission: 'all.manage',
  query: z.object({ tenantId: textIdOf('account') }),
  response: dataOf(z.array(mailTemplate)),
  errors: ['ACCOUNT_NOT_FOUND'],
});

const params = z.object({ id: z.string().max(100) });
const place = { tenantId: idOf('account'), language: z.enum(languages) };

/** `# heading`, paragraphs, `[label]({{link}})` for a button, and `---` before footnotes; everything else is text. */
export const mailText = z.object({ subject, body });

export const updateMailTemplate = defineRoute({
  method: 'PUT',
  path: '/api/v1/mail-templates/{id}',
  tag,
  summary: 'Set the text of a mail in one language, or null to inherit it again',
  permission: 'all.manage',
  params,
  body: z.object({ ...place, text: mailText.nullable() }),
  response: dataOf(mailTemplate),
  errors: [
    'ACCOUNT_NOT_FOUND',
    'MAIL_TEMPLATE_NOT_FOUND',
    'MAIL_TEMPLATE_UNKNOWN_PLACEHOLDERS',
    'MAIL_TEMPLATE_UNKNOWN_PLACEHOLDER',
    'MAIL_TEMPLATE_MISPLACED_PLACEHOLDER',
  ],
});

export const renderMailTemplate = defineRoute({
  method: 'POST',
  path: '/api/v1/mail-templates/{id}/render',
  tag,
  summary: 'How a mail with this text looks, with sample values; saves and sends nothing',
  permission: 'all.manage',
  readOnly: true,
  params,
  body: z.object({ ...place, text: mailText }),
  response: dataOf(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
  errors: [
    'ACCOUNT_NOT_FOUND',
    'MAIL_TEMPLATE_NOT_FOUND',
    'MAIL_TEMPLATE_UNKNOWN_PLACEHOLDERS',
    'MAIL_TEMPLATE_UNKNOWN_PLACEHOLDER',
    'MAIL_TEMPLATE_MISPLACED_PLACEHOLDER',
  ],
});
