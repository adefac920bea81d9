import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createEgress, type Resolve } from '../egress.ts';
import { testCertificate } from './certificate.ts';

export interface TestServer {
  port: number;
  /** Number of connections so far. */
  connections(): number;
}

async function listen(server: Server): Promise<TestServer> {
  const open = new Set<Socket>();
  let seen = 0;
  server.on('connection', (socket: Socket) => {
    seen += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, connections: () => seen };
}

export const startHttp = (handler: RequestListener) => listen(createServer(handler));
export const startHttps = (handler: RequestListener) => listen(createSecureServer(testCertificate, handler));
export const startTcp = (handler: (socket: Socket) => void) => listen(createTcpServer(handler));

/** Returns a port without a listener. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export const silentLog = pino({ level: 'silent' });

/** Resolves to the given answers in turn, then always to the last one; `asked` counts the lookups. */
export function resolverOf(...answers: string[][]): { resolve: Resolve; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    async resolve() {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      return answer.map((address) => ({ address }));
    },
  };
}

export function egressFor(allow: string[], resolve: Resolve = resolverOf([]).resolve) {
  const egress = createEgress({ allow, resolve, log: silentLog });
  onTestFinished(() => egress.close());
  return egress;
}
