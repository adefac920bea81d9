import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type PlainRequest, type RequestHead, readPlainRequest } from './request-reader.ts';

export interface FastPathAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Undefined: not for the fast path. Never rejects. */
export type ServeFastPath = (call: PlainRequest) => Promise<FastPathAnswer> | undefined;

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
  // The words behind the number are for people alone, and free.
  const words = status < 400 ? 'OK' : 'Refused';
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${words}\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n${currentDateLine()}${connection}\r\n${body}`;
}

/**
 * Nearly half of what a small call costs is Node's HTTP. Connections therefore begin here: as long as each of their calls
 * comes whole, plainly written, and to a route on the fast path, it is answered from its bytes. With the first one
 * that is not, the connection goes over to Node's HTTP, with all it has brought, and stays there.
 */
export function openFastPath(server: Server, event: 'connection' | 'secureConnection', serve: ServeFastPath) {
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
    let before: RequestHead | undefined;
    /** Came before the answer to what came first. */
    let early: Buffer[] = [];

    const forget = () => closing.delete(close);
    const giveUp = () => socket.destroy();
    const ignore = () => {};

    function leave(bytes: Buffer): void {
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
      // Who does not read what we answer is left to those who know how to wait for it.
      const call = socket.writableLength === 0 ? readPlainRequest(bytes, before) : undefined;
      before = call?.head;
      const answering = call && serve(call);
      if (answering) {
        isBusy = true;
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
    /** Calls under way are answered; nobody may bring another. */
    close(): void {
      isClosed = true;
      for (const each of closing) each();
    },
  };
}
