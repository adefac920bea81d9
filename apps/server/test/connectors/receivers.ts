import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openMailServer } from '../../src/platform/mail/testing/mailbox.ts';
import { startMosquitto, subscribe } from '../mosquitto.ts';

export interface ReceivedCall {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HttpAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** Never answers. */
  hangs?: boolean;
}

/** A real HTTP server that keeps what it receives. */
export async function openHttpServer({ port = 0 }: { port?: number } = {}) {
  const received: ReceivedCall[] = [];
  let answer: (call: ReceivedCall) => HttpAnswer = () => ({ status: 200, body: 'thanks' });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    if (call.method !== 'HEAD') received.push(call);
    const { status, headers = {}, body: text = '', hangs = false } = answer(call);
    if (!hangs) response.writeHead(status, headers).end(text);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    setAnswer(next: typeof answer) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A real program that a connector of one kind sends to. */
export interface Receiver {
  options(port: number): Record<string, unknown>;
  /** A command, and what of it is to be seen at the other end. */
  command(word: string): Record<string, unknown>;
  nonsense: Record<string, unknown>;
  open(port: number): Promise<{
    /** Resolves when the word has arrived. */
    arrived(word: string): Promise<boolean>;
    close(): Promise<void>;
  }>;
}

const mail: Receiver = {
  options: (port) => ({ host: '127.0.0.1', port, security: 'none', sender: 'Stellwerk <noreply@example.com>' }),
  command: (word) => ({ to: ['erika@example.com'], subject: word, text: 'Hello' }),
  nonsense: { to: [], subject: 'x', text: '' },
  async open(port) {
    const server = await openMailServer({ port });
    return {
      arrived: async (word) => server.received.some(({ headers }) => headers.subject?.[0] === word),
      close: server.close,
    };
  },
};

const webhook: Receiver = {
  options: (port) => ({ url: `http://127.0.0.1:${port}/base` }),
  command: (word) => ({ method: 'POST', path: `/in?w=${word}`, body: { word } }),
  nonsense: { path: '../up' },
  async open(port) {
    const server = await openHttpServer({ port });
    return {
      arrived: async (word) =>
        server.received.some(({ url, body }) => url === `/base/in?w=${word}` && body === JSON.stringify({ word })),
      close: server.close,
    };
  },
};

const mqtt: Receiver = {
  options: (port) => ({ url: `mqtt://127.0.0.1:${port}` }),
  // Kept by the broker, so that whoever comes later hears it as well.
  command: (word) => ({ topic: `words/${word}`, payload: { word }, retain: true }),
  nonsense: { topic: 'words/#' },
  async open(port) {
    const broker = await startMosquitto({ port });
    return {
      async arrived(word) {
        const listener = subscribe({ port, topic: `words/${word}`, count: 1, more: ['-W', '5'] });
        const { output } = await listener.ended;
        return output.includes(JSON.stringify({ word }));
      },
      close: broker.stop,
    };
  },
};

export const receivers: Record<string, Receiver> = {
  'mail-outgoing': mail,
  'webhook-outgoing': webhook,
  'mqtt-outgoing': mqtt,
};
