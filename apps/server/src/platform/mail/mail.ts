import type { Language } from '@stellwerk/contract/text';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { createEgress, type Egress } from '../egress/egress.ts';
import { formatTarget } from '../egress/target.ts';
import { AppError, fail } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { builtInTemplate, type MailLocals, type MailTemplateName, templateLocals } from './built-in-templates.ts';
import { checkLink, type Locals, type MailTemplate, renderTemplate } from './template.ts';
import type { MailTransport } from './transport.ts';

export interface MailMessage<N extends MailTemplateName> {
  /** Whose mail server sends it; the system's when absent. */
  accountId?: number;
  to: string;
  template: N;
  locals: MailLocals<N>;
  language: Language;
}

export interface Mail {
  send<N extends MailTemplateName>(message: MailMessage<N>): Promise<{ messageId: string }>;
}

export interface MailOptions {
  egress: Egress;
  transportFor: (accountId?: number) => Promise<MailTransport | undefined>;
  log: Log;
}

interface Mailbox {
  name: string;
  address: string;
}

const email = z.email().max(254);

/** Exactly one address: a list, a second header or a route in the text is none. */
function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', bracketed, plain] = /^(?:([^<>\r\n]*)<([^<>]+)>|([^<>]+))$/.exec(text.trim()) ?? [];
  const address = email.safeParse(bracketed ?? plain);
  if (!address.success) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.data };
}

/** What went wrong in the words of the catalogue; what the server said stays in the log. */
function sendError(error: unknown): never {
  if (error instanceof AppError) throw error;
  const property = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const code = property('code');
  const permanent = property('permanent');
  if (code === 'EAUTH' && permanent !== false) return fail('MAIL_INVALID_TRANSPORT', {}, { cause: error });
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && permanent) return fail('MAIL_REJECTED', {}, { cause: error });
  return fail('MAIL_SEND_FAILED', {}, { cause: error });
}

function withCheckedLinks(template: MailTemplateName, locals: Locals): Locals {
  const links = templateLocals(template).links.map((name) => [name, checkLink(name, String(locals[name]))]);
  return { ...locals, ...Object.fromEntries(links) };
}

export function createMail({ egress, transportFor, log }: MailOptions): Mail {
  async function deliver(transport: MailTransport, from: Mailbox, to: Mailbox, content: MailTemplate) {
    const { host, port, secure, requireTls, auth, trusted } = transport;
    const guard = trusted ? createEgress({ allow: [formatTarget({ host, port })], log }) : egress;
    const transporter = createTransport({
      host,
      port,
      secure,
      requireTLS: requireTls,
      // Where plain text would do as well, a certificate that nobody can verify is still better than none.
      tls: { rejectUnauthorized: secure || requireTls },
      auth: auth && { user: auth.user, pass: auth.password },
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket: (_options, callback) => {
        guard.connect({ host, port }).then(
          (connection) => callback(null, { connection }),
          (error: Error) => callback(error, false),
        );
      },
    });
    return transporter.sendMail({ from, to, ...content, headers: { 'Auto-Submitted': 'auto-generated' } });
  }

  return {
    async send({ accountId, to, template, locals, language }) {
      const recipient = email.safeParse(to);
      if (!recipient.success) return fail('MAIL_RECIPIENT_INVALID');
      const content = renderTemplate(builtInTemplate(template, language), withCheckedLinks(template, locals));
      const transport = await transportFor(accountId);
      if (!transport) return fail('MAIL_INVALID_TRANSPORT');
      const from = transport.from === undefined ? undefined : parseMailbox(transport.from);
      if (!from) return fail('MAIL_FROM_NOT_SPECIFIED');
      const { messageId } = await deliver(transport, from, { name: '', address: recipient.data }, content).catch(
        sendError,
      );
      log.info({ accountId, template, messageId }, 'mail sent');
      return { messageId };
    },
  };
}
