import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  /** Never responds. */
  hangs?: boolean;
}

/** A real HTTP server that records its requests. */
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
