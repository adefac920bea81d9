import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { PlainRequest, ReadRequest, RequestHead } from './request-reader.ts';

export interface FastPathAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Undefined: no route of the fast path. Never rejects. */
export type ServeFastPath = (request: PlainRequest) => Promise<FastPathAnswer> | undefined;

/** A request was answered on the fast path, or a connection was passed on to Node's HTTP. */
export type FastPathUse = 'accepted' | 'passed-on';

export interface FastPathOptions {
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
 * Node's HTTP takes nearly half of the time of a small request. Connections therefore start here: a request that arrives
 * in one piece, is written plainly and names a raw route is answered from its bytes. The first request that differs takes
 * the connection to Node's HTTP, together with all bytes not yet answered, where it stays.
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
      // Node's HTTP knows how to wait for a client that does not read its answers.
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
    /** Requests in progress are answered; no further ones are accepted. */
    close(): void {
      isClosed = true;
      for (const each of closing) each();
    },
  };
}
