import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { PlainRequest, ReadRequest, RequestHead } from './request-reader.ts';

export interface FastPathAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Returns undefined if no route of the fast path matches. The promise never rejects. */
export type ServeFastPath = (request: PlainRequest) => Promise<FastPathAnswer> | undefined;

/** Either a request was answered on the fast path, or a connection was handed over to Node's HTTP. */
export type FastPathUse = 'accepted' | 'passed-on';

interface FastPathOptions {
  read: ReadRequest;
  serve: ServeFastPath;
  onUse?: ((use: FastPathUse) => void) | undefined;
}

type Usual = (this: Server, socket: Socket) => void;

let dateLine = '';

function currentDateLine(): string {
  if (dateLine !== '') return dateLine;
  dateLine = `Date: ${new Date().toUTCString()}\r\n`;
  setTimeout(
    () => {
      dateLine = '';
    },
    1_000 - (Date.now() % 1_000),
  ).unref();
  return dateLine;
}

function textOf({ status, headers, body }: FastPathAnswer, connection: string): string {
  // Clients ignore the reason phrase.
  const words = status < 400 ? 'OK' : 'Refused';
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${words}\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n${currentDateLine()}${connection}\r\n${body}`;
}

/**
 * Node's HTTP accounts for nearly half the time of a small request, so connections start on this fast path. A request
 * that arrives in one chunk, uses plain syntax and matches a raw route is answered directly from its bytes. The first
 * request that differs moves the connection, with all unanswered bytes, to Node's HTTP for the rest of its life.
 */
export function openFastPath(
  server: Server,
  event: 'connection' | 'secureConnection',
  { read, serve, onUse = () => {} }: FastPathOptions,
) {
  const usual = server.listeners(event) as Usual[];
  const closing = new Set<() => void>();
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(server.keepAliveTimeout / 1_000)}\r\n`;
  let isClosed = false;

  function begin(socket: Socket): void {
    if (isClosed) {
      socket.destroy();
      return;
    }
    let isBusy = false;
    let isLast = false;
    let previous: RequestHead | undefined;
    /** Bytes that arrived while a request was being answered. */
    let early: Buffer[] = [];

    const forget = () => closing.delete(close);
    const giveUp = () => socket.destroy();
    const ignore = () => {};

    function leave(bytes: Buffer): void {
      onUse('passed-on');
      forget();
      socket.pause();
      socket.setTimeout(0);
      socket.off('data', take).off('end', finish).off('close', forget).off('timeout', giveUp).off('error', ignore);
      socket.unshift(bytes);
      for (const listener of usual) listener.call(server, socket);
      socket.resume();
    }

    function take(bytes: Buffer): void {
      if (isBusy) {
        early.push(bytes);
        socket.pause();
        return;
      }
      // Node's HTTP handles backpressure from clients that do not read their responses; the fast path does not.
      const request = socket.writableLength === 0 ? read(bytes, previous) : undefined;
      previous = request?.head;
      const answering = request && serve(request);
      if (answering) {
        isBusy = true;
        onUse('accepted');
        void answering.then(answer);
      } else leave(bytes);
    }

    function answer(given: FastPathAnswer): void {
      isBusy = false;
      const bytes = early;
      early = [];
      const isOver = bytes.length === 0 && (isLast || isClosed);
      socket.write(textOf(given, isOver ? 'Connection: close\r\n' : keepAlive));
      if (isOver) {
        socket.end();
      } else if (bytes.length > 0) {
        socket.resume();
        take(Buffer.concat(bytes));
      }
    }

    function finish(): void {
      isLast = true;
      if (!isBusy) socket.end();
    }
    function close(): void {
      if (!isBusy) socket.destroy();
    }

    closing.add(close);
    socket.setTimeout(server.keepAliveTimeout);
    socket.on('data', take).on('end', finish).on('close', forget).on('timeout', giveUp).on('error', ignore);
  }

  server.removeAllListeners(event);
  server.on(event, begin);
  return {
    /** Requests in progress are still answered; new requests and connections are refused. */
    close(): void {
      isClosed = true;
      for (const each of closing) each();
    },
  };
}
