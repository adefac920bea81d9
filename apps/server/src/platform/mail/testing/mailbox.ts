import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  from: string;
  to: string[];
  secure: boolean;
  raw: string;
  /** Unfolded, decoded header lines by lower-case name; repeated headers are kept. */
  headers: Record<string, string[]>;
  text: string;
  html: string;
  attachments: { name: string; content: Buffer }[];
}

const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** RFC 2047: encoded words; whitespace between two of them is ignored. */
const decodeHeader = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_match, encoding: string, word: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    );

function split(part: string) {
  const border = part.indexOf('\r\n\r\n');
  const headers: Record<string, string[]> = {};
  for (const line of part
    .slice(0, border)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    headers[name] = [...(headers[name] ?? []), decodeHeader(line.slice(line.indexOf(':') + 1).trim())];
  }
  return { headers, body: part.slice(border + 4) };
}

type Part = ReturnType<typeof split>;

/** The parts of a mail, those of nested multiparts included. */
function partsOf({ headers, body }: Part): Part[] {
  const boundary = /boundary="(.*?)"/.exec(headers['content-type']?.[0] ?? '')?.[1];
  if (boundary === undefined) return [];
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.slice(2)));
  return parts.flatMap((part) => [part, ...partsOf(part)]);
}

function attachmentIn({ headers, body }: Part): ReceivedMail['attachments'] {
  const disposition = headers['content-disposition']?.[0] ?? '';
  if (!disposition.startsWith('attachment')) return [];
  const name = /filename="?([^";]*)/.exec(disposition)?.[1] ?? '';
  return [{ name, content: Buffer.from(body, 'base64') }];
}

function bodyOf(parts: ReturnType<typeof split>[], type: string): string {
  const part = parts.find(({ headers }) => headers['content-type']?.[0]?.startsWith(type));
  if (!part) return '';
  const encoding = part.headers['content-transfer-encoding']?.[0];
  const body =
    encoding === 'base64'
      ? Buffer.from(part.body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? decodeQuotedPrintable(part.body)
        : part.body;
  return body.replaceAll('\r\n', '\n');
}

/** A real SMTP server on the loopback address that keeps received mails until it is closed. */
export async function openMailServer({ port = 0, ...options }: SMTPServerOptions & { port?: number } = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // The server's built-in certificate has expired, so without another one it offers no STARTTLS.
    disabledCommands: options.cert ? [] : ['STARTTLS'],
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { headers, body } = split(raw);
        const parts = partsOf({ headers, body });
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          raw,
          headers,
          text: bodyOf(parts, 'text/plain'),
          html: bodyOf(parts, 'text/html'),
          attachments: parts.flatMap(attachmentIn),
        });
        callback();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Starts a mail server for the duration of one test. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const { close, ...server } = await openMailServer(options);
  onTestFinished(close);
  return server;
}

/** Starts a mail server for the duration of one test; `next` waits for each received mail. */
export async function startMailbox(options: SMTPServerOptions = {}) {
  let closed = Promise.withResolvers<void>();
  const { port, received } = await startMailServer({ ...options, onClose: () => closed.resolve() });
  return {
    port,
    received,
    async next(): Promise<ReceivedMail> {
      for (;;) {
        const mail = received.shift();
        if (mail) return mail;
        await closed.promise;
        closed = Promise.withResolvers();
      }
    },
  };
}
