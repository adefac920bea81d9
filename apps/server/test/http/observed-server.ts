import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { openFastPath } from '../../src/platform/http/fast-path.ts';
import type { ReadRequest } from '../../src/platform/http/request-reader.ts';

/** A request as the handler received it; without a body if its end never arrived. */
export interface ObservedRequest {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string | undefined;
}

export interface Observation {
  requests: ObservedRequest[];
  /** Number of requests that the fast path handled. */
  accepted: number;
  /** Positions of the handled requests, in the order of responses. */
  answers: number[];
}

/** Sent last: a server that frames the previous bytes differently does not find it. */
export const lastRequest = 'GET /last HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n';
export const hasLast = ({ requests }: Observation): boolean => requests.some(({ path }) => path === '/last');

/**
 * A difference between two servers may keep a connection open for ever. Counted in rounds, so that a process that
 * waited for the CPU reads its sockets before it gives up.
 */
const guard = { everyMs: 100, rounds: 30 };

/** After two of these, the event loop has read all sockets. */
export async function nextRound(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

/** Node's HTTP alone, or behind a fast path with this reader. Serves one connection at a time. */
export async function startObservedServer(read?: ReadRequest) {
  let seen: Observation = { requests: [], accepted: 0, answers: [] };
  let whenClosed: () => void = () => {};

  const server: Server = createServer((request, response) => {
    const { requests } = seen;
    const { method, url: path, headers } = request;
    const observed: ObservedRequest = { method, path, headers, body: undefined };
    const place = requests.push(observed) - 1;
    let body = '';
    request.setEncoding('latin1').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      observed.body = body;
      response.writeHead(200, { 'x-place': place, 'content-length': 0 }).end();
    });
    request.on('error', () => {});
  });
  // Delayed, so that requests before the error are read regardless of how the bytes were split.
  server.on('clientError', (_error, socket) => setImmediate(() => socket.destroy()));
  if (read) {
    openFastPath(server, 'connection', {
      read,
      serve({ head: { method, path, headers }, body }) {
        if (!path.startsWith('/raw/')) return undefined;
        seen.accepted += 1;
        const place = seen.requests.push({ method, path, headers, body: body.toString('latin1') }) - 1;
        const answer = { status: 200, headers: { 'x-place': String(place) }, body: '' };
        // Every other response is delayed, so that the next request arrives before it.
        return place % 2 === 0
          ? Promise.resolve(answer)
          : nextRound()
              .then(nextRound)
              .then(() => answer);
      },
    });
  }
  server.on('connection', (socket: Socket) => socket.once('close', () => whenClosed()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    /** `endsAfter`: the client also ends its side, because nothing else may close the connection. */
    async send(pieces: readonly string[], { endsAfter }: { endsAfter: boolean }): Promise<Observation> {
      const observation: Observation = { requests: [], accepted: 0, answers: [] };
      seen = observation;
      const closed = new Promise<void>((resolve) => {
        whenClosed = resolve;
      });
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
      let heard = '';
      socket
        .on('error', () => {})
        .on('data', (chunk) => {
          heard += chunk.toString('latin1');
        });
      const ended = new Promise<void>((resolve) => socket.once('end', resolve).once('close', () => resolve()));
      await new Promise((resolve) => socket.once('connect', resolve));
      for (const piece of [...pieces, lastRequest]) {
        if (!socket.writable) break;
        await new Promise<unknown>((resolve) => socket.write(piece, 'latin1', resolve));
        await nextRound();
      }
      if (endsAfter) socket.end();
      let rounds = 0;
      const guarding = setInterval(() => {
        rounds += 1;
        if (rounds === guard.rounds) socket.destroy();
      }, guard.everyMs);
      await ended;
      clearInterval(guarding);
      socket.destroy();
      await closed;
      observation.answers = [...heard.matchAll(/x-place: (\d+)/g)].map(([, place]) => Number(place));
      return observation;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ObservedServer = Awaited<ReturnType<typeof startObservedServer>>;
