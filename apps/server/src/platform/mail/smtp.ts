import { createTransport, type SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import { trustAlso } from '../egress/certificates.ts';
import { createEgress, type Egress } from '../egress/egress.ts';
import { formatTarget } from '../egress/target.ts';
import { AppError, fail } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { type MailTable, renderTextMail } from './mail-tables.ts';
import { asHeader, type MailTemplate } from './template.ts';
import type { MailTransport } from './transport.ts';

interface Mailbox {
  name: string;
  address: string;
}

type SmtpTransport = Omit<MailTransport, 'trusted'> & { trusted?: boolean; caCertificate?: string };

export interface Attachment {
  name: string;
  content: Buffer;
}

export interface TextMail {
  to: readonly string[];
  subject: string;
  /** Plain text; markup in it is not interpreted. */
  text: string;
  tables?: readonly MailTable[] | undefined;
  /** Below the tables. */
  closing?: string | undefined;
  attachments?: readonly Attachment[];
}

const email = z.email().max(254);

/** Each recipient must be a single plain address: no list, no name, no header injection. */
export function parseRecipients(to: readonly string[]): string[] {
  const parsed = to.map((each) => email.safeParse(each));
  if (parsed.length === 0 || parsed.some(({ success }) => !success)) return fail('MAIL_RECIPIENT_INVALID');
  return [...new Set(parsed.flatMap(({ data }) => data ?? []))];
}

/** Parses exactly one address, with an optional name; rejects lists, injected headers and routes. */
function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', bracketed, plain] = /^(?:([^<>\r\n]*)<([^<>]+)>|([^<>]+))$/.exec(text.trim()) ?? [];
  const address = email.safeParse(bracketed ?? plain);
  if (!address.success) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.data };
}

/** Maps the error to a code of the catalogue; the server's own message goes only to the log. */
function sendError(error: unknown): never {
  if (error instanceof AppError) throw error;
  const property = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const code = property('code');
  const permanent = property('permanent');
  if (code === 'EAUTH' && permanent !== false) return fail('MAIL_INVALID_TRANSPORT', {}, { cause: error });
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && permanent) return fail('MAIL_REJECTED', {}, { cause: error });
  return fail('MAIL_SEND_FAILED', {}, { cause: error });
}

/** One line of what a server said, as an administrator may see it. */
export const answerText = (text: unknown): string => asHeader(String(text ?? '')).slice(0, 300);

/** Sends mails through a given server, over guarded egress connections. */
export function createSmtp({ egress, log }: { egress: Egress; log: Log }) {
  function open(transport: SmtpTransport, signal?: AbortSignal) {
    const { host, port, secure, requireTls, auth, caCertificate } = transport;
    const guard = transport.trusted ? createEgress({ allow: [formatTarget({ host, port })], log }) : egress;
    return createTransport({
      host,
      port,
      secure,
      requireTLS: requireTls,
      tls: {
        // If plain text would be accepted too, TLS with an unverifiable certificate is still better than no TLS.
        rejectUnauthorized: secure || requireTls,
        ...(caCertificate ? { ca: trustAlso(caCertificate) } : {}),
      },
      auth: auth && { user: auth.user, pass: auth.password },
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket: (_options, callback) => {
        guard.connect({ host, port, ...(signal ? { signal } : {}) }).then(
          (connection) => {
            const stop = () => connection.destroy();
            signal?.addEventListener('abort', stop, { once: true });
            // The signal of a connector lives much longer than its mails, so the listener must be removed.
            connection.once('close', () => signal?.removeEventListener('abort', stop));
            callback(null, { connection });
          },
          (error: Error) => callback(error, false),
        );
      },
    });
  }

  async function deliver(
    transport: SmtpTransport,
    to: string[],
    { attachments = [], ...content }: MailTemplate & Pick<TextMail, 'attachments'>,
    signal?: AbortSignal,
  ): Promise<{ messageId: string; answer: string }> {
    const from = transport.from === undefined ? undefined : parseMailbox(transport.from);
    if (!from) return fail('MAIL_FROM_NOT_SPECIFIED');
    const mail: SendMailOptions = {
      from,
      to: to.map((address) => ({ name: '', address })),
      ...content,
      attachments: attachments.map(({ name, content: bytes }) => ({ filename: asHeader(name), content: bytes })),
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    const { messageId, rejected, response } = await open(transport, signal).sendMail(mail).catch(sendError);
    // The other recipients got the mail, so a retry would send it to them again.
    if (rejected.length > 0) return fail('MAIL_RECIPIENTS_REFUSED', { addresses: rejected.map(String).join(', ') });
    return { messageId, answer: answerText(response) };
  }

  return {
    deliver,
    send: async (transport: SmtpTransport, mail: TextMail, signal?: AbortSignal) =>
      deliver(transport, parseRecipients(mail.to), { ...renderTextMail(mail), attachments: mail.attachments }, signal),
    /** Connects and authenticates without sending a mail. */
    async verify(transport: SmtpTransport, signal?: AbortSignal): Promise<void> {
      if (transport.from === undefined || !parseMailbox(transport.from)) fail('MAIL_FROM_NOT_SPECIFIED');
      await open(transport, signal).verify().catch(sendError);
    },
  };
}
