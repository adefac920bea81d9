import type { Language } from '@stellwerk/contract/text';
import type { Egress } from '../egress/egress.ts';
import { fail } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { builtInTemplate, type MailLocals, type MailTemplateName, templateLocals } from './built-in-templates.ts';
import { createSmtp, parseRecipients, type TextMail } from './smtp.ts';
import { checkLink, type Locals, renderTemplate } from './template.ts';
import type { MailTransport } from './transport.ts';

interface MailMessage<N extends MailTemplateName> {
  /** The account whose mail server sends the mail; the system's mail server if absent. */
  accountId?: number;
  to: string;
  template: N;
  locals: MailLocals<N>;
  language: Language;
}

interface TextMessage extends TextMail {
  accountId: number;
  signal?: AbortSignal;
}

export interface Mail {
  send<N extends MailTemplateName>(message: MailMessage<N>): Promise<{ messageId: string }>;
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
  return {
    async send({ accountId, to, template, locals, language }) {
      const recipients = parseRecipients([to]);
      const content = renderTemplate(builtInTemplate(template, language), withCheckedLinks(template, locals));
      const { messageId } = await smtp.deliver(await findTransport(accountId), recipients, content);
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
