import type { Language } from '@stellwerk/contract/text';
import type { Egress } from '../egress/egress.ts';
import { fail } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { builtInText, type MailLocals, type MailTemplateName, templateLocals } from './built-in-templates.ts';
import { type MailLook, type MailText, productLook, templateOf } from './mail-text.ts';
import { type Attachment, createSmtp, parseRecipients, type TextMail } from './smtp.ts';
import { checkLink, type Locals, type MailTemplate, renderTemplate } from './template.ts';
import type { MailTransport } from './transport.ts';

interface MailContent<N extends MailTemplateName> {
  template: N;
  locals: MailLocals<N>;
  language: Language;
  /** The account whose mail server, texts and look the mail has; those of the system if absent. */
  accountId?: number;
}

interface MailMessage<N extends MailTemplateName> extends MailContent<N> {
  to: string | readonly string[];
  attachments?: readonly Attachment[];
  signal?: AbortSignal;
}

interface TextMessage extends TextMail {
  accountId: number;
  signal?: AbortSignal;
}

/** `answer`: what the mail server said. */
export type Sent = { messageId: string; answer: string };

export interface Mail {
  send<N extends MailTemplateName>(message: MailMessage<N>): Promise<Sent>;
  /** The content alone, for mails that a connector sends. */
  render<N extends MailTemplateName>(content: MailContent<N>): Promise<MailTemplate>;
  sendText(message: TextMessage): Promise<Sent>;
}

/** Texts and look that accounts have of their own. */
export interface AccountMails {
  textOf(accountId: number, template: MailTemplateName, language: Language): Promise<MailText | undefined>;
  lookOf(accountId: number, language: Language): Promise<MailLook>;
}

interface MailOptions {
  egress: Egress;
  transportFor: (accountId?: number) => Promise<MailTransport | undefined>;
  accountMails?: AccountMails;
  log: Log;
}

function withCheckedLinks(template: MailTemplateName, locals: Locals): Locals {
  const links = templateLocals(template).links.map((name) => [name, checkLink(name, String(locals[name]))]);
  return { ...locals, ...Object.fromEntries(links) };
}

/** Fills the text of a mail with values, in the look of an account. */
export function renderMail(
  text: MailText,
  {
    template,
    locals,
    language,
    look,
  }: Pick<MailContent<MailTemplateName>, 'template' | 'language'> & {
    locals: Locals;
    look: MailLook;
  },
): MailTemplate {
  const values = { ...withCheckedLinks(template, locals), product: look.product };
  return renderTemplate(templateOf(text, language, look), values);
}

export function createMail({ egress, transportFor, accountMails, log }: MailOptions): Mail {
  const smtp = createSmtp({ egress, log });
  const findTransport = async (accountId?: number) => (await transportFor(accountId)) ?? fail('MAIL_INVALID_TRANSPORT');

  async function render<N extends MailTemplateName>({ template, locals, language, accountId }: MailContent<N>) {
    const isOwn = accountId !== undefined && accountMails !== undefined;
    const look = isOwn ? await accountMails.lookOf(accountId, language) : productLook;
    const own = isOwn ? await accountMails.textOf(accountId, template, language) : undefined;
    return renderMail(own ?? builtInText(template, language), { template, locals, language, look });
  }

  return {
    render,

    async send({ to, attachments = [], signal, ...content }) {
      const { accountId, template } = content;
      const recipients = parseRecipients([to].flat());
      const mail = { ...(await render(content)), attachments };
      const sent = await smtp.deliver(await findTransport(accountId), recipients, mail, signal);
      log.info({ accountId, template, messageId: sent.messageId }, 'mail sent');
      return sent;
    },

    async sendText({ accountId, signal, ...mail }) {
      const sent = await smtp.send(await findTransport(accountId), mail, signal);
      log.info({ accountId, messageId: sent.messageId }, 'mail sent');
      return sent;
    },
  };
}
