import type { Language } from '@stellwerk/contract/text';
import type { Egress } from '../egress/egress.ts';
import { fail } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { builtInTemplate, type MailLocals, type MailTemplateName, templateLocals } from './built-in-templates.ts';
import { type Attachment, createSmtp, parseRecipients, type TextMail } from './smtp.ts';
import { checkLink, type Locals, type MailTemplate, renderTemplate } from './template.ts';
import type { MailTransport } from './transport.ts';

interface MailContent<N extends MailTemplateName> {
  template: N;
  locals: MailLocals<N>;
  language: Language;
}

interface MailMessage<N extends MailTemplateName> extends MailContent<N> {
  /** The account whose mail server sends the mail; the system's mail server if absent. */
  accountId?: number;
  to: string | readonly string[];
  attachments?: readonly Attachment[];
  signal?: AbortSignal;
}

interface TextMessage extends TextMail {
  accountId: number;
  signal?: AbortSignal;
}

export interface Mail {
  send<N extends MailTemplateName>(message: MailMessage<N>): Promise<{ messageId: string }>;
  /** The content alone, for mails that a connector sends. */
  render<N extends MailTemplateName>(content: MailContent<N>): MailTemplate;
  sendText(message: TextMessage): Promise<{ messageId: string }>;
}

interface MailOptions {
  egress: Egress;
  transportFor: (accountId?: number) => Promise<MailTransport | undefined>;
  log: Log;
}

function withCheckedLinks(template: MailTemplateName, locals: Locals): Locals {
  const links = templateLocals(template).links.map((name) => [name, checkLink(name, String(locals[name]))]);
  return { ...locals, ...Object.fromEntries(links) };
}

export function createMail({ egress, transportFor, log }: MailOptions): Mail {
  const smtp = createSmtp({ egress, log });
  const findTransport = async (accountId?: number) => (await transportFor(accountId)) ?? fail('MAIL_INVALID_TRANSPORT');
  const render = <N extends MailTemplateName>({ template, locals, language }: MailContent<N>) =>
    renderTemplate(builtInTemplate(template, language), withCheckedLinks(template, locals));
  return {
    render,

    async send({ accountId, to, attachments = [], signal, ...content }) {
      const recipients = parseRecipients([to].flat());
      const { template } = content;
      const mail = { ...render(content), attachments };
      const { messageId } = await smtp.deliver(await findTransport(accountId), recipients, mail, signal);
      log.info({ accountId, template, messageId }, 'mail sent');
      return { messageId };
    },

    async sendText({ accountId, signal, ...mail }) {
      const { messageId } = await smtp.send(await findTransport(accountId), mail, signal);
      log.info({ accountId, messageId }, 'mail sent');
      return { messageId };
    },
  };
}
