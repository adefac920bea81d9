import {
  ConnectorProblem,
  defineConnectorServer,
  type JsonValue,
  type MailTransport,
  type OutgoingMail,
  type ValidationContext,
} from '@stellwerk/plugin/connector-server';
import { z } from 'zod';
import { manifest } from './manifest.ts';

type Options = z.output<typeof manifest.options>;

const cell = z.object({ text: z.string().max(2_000), link: z.url().max(2_000).optional() });
const table = z.object({
  title: z.string().max(300),
  columns: z.array(z.string().max(100)).max(10),
  rows: z.array(z.array(cell).max(10)).max(100),
  note: z.string().max(1_000).optional(),
});

const mail = z.object({
  to: z.array(z.string().max(300)).min(1).max(50),
  subject: z.string().max(1_000),
  text: z.string().max(300_000),
  /** Below the text, as of reports. */
  tables: z.array(table).max(10).optional(),
  closing: z.string().max(10_000).optional(),
  /** Files of exports. */
  attachments: z
    .array(z.object({ name: z.string().max(300), base64: z.base64().max(20_000_000) }))
    .max(5)
    .default([]),
});

function mailIn(command: JsonValue): OutgoingMail {
  const parsed = mail.safeParse(command);
  if (parsed.success) {
    const { attachments, ...content } = parsed.data;
    const files = attachments.map(({ name, base64 }) => ({ name, content: Buffer.from(base64, 'base64') }));
    return { ...content, attachments: files };
  }
  const field = String(parsed.error.issues[0]?.path[0] ?? 'command');
  throw new ConnectorProblem('BRIDGE_COMMAND_INVALID', { field }, { isFinal: true });
}

function transportOf({ options, secrets }: Pick<ValidationContext<Options>, 'options' | 'secrets'>): MailTransport {
  const { host, port, security, sender, username, caCertificate } = options;
  return {
    host,
    port,
    secure: security === 'tls',
    // Passwords are only sent over TLS.
    requireTls: security === 'starttls' || (security === 'none' && username !== ''),
    from: sender,
    ...(caCertificate ? { caCertificate } : {}),
    ...(username ? { auth: { user: username, password: secrets.password ?? '' } } : {}),
  };
}

const minuteMs = 60_000;

/** Limits the number of mails in any minute. */
export function createLimit(perMinute: number, now: () => number = Date.now) {
  const sent: number[] = [];
  return () => {
    const at = now();
    while ((sent[0] ?? Number.POSITIVE_INFINITY) <= at - minuteMs) sent.shift();
    const [oldest = at] = sent;
    if (sent.length >= perMinute) {
      const afterMs = oldest + minuteMs - at;
      throw new ConnectorProblem('BRIDGE_RATE_LIMITED', { limit: perMinute }, { isFinal: false, afterMs });
    }
    sent.push(at);
  };
}

export const server = defineConnectorServer(manifest, (host) => ({
  async start(ctx) {
    const transport = transportOf(ctx);
    const count = createLimit(ctx.options.mailsPerMinute);
    return {
      async stop() {},
      async send(command) {
        const message = mailIn(command);
        count();
        return host.service('mail').send(transport, message, ctx.signal);
      },
    };
  },

  async validate(ctx) {
    await host.service('mail').verify(transportOf(ctx), ctx.signal);
    return null;
  },
}));
