import type { Duplex } from 'node:stream';
import type { LiveMessage } from '@stellwerk/contract/live';
import type { WebSocket } from 'ws';
import type { Actor } from '../http/ctx.ts';
import type { FoundTopic } from './define-topic.ts';
import { textFrame } from './frame.ts';

export interface Connection {
  socket: WebSocket;
  /** The stream below the WebSocket: frames that go to many clients are written to it as they are. */
  stream: Duplex;
  actor: Actor;
  /** The caller as they are now; undefined when the session has ended. */
  renew(): Promise<Actor | undefined>;
}

export interface Client {
  readonly socket: WebSocket;
  readonly topics: Map<string, FoundTopic>;
  actor: Actor;
  renew: Connection['renew'];
  checkedAt: number;
  answered: boolean;
  send(message: LiveMessage): void;
  /** Leaves the message out when the client can't keep up; it hears which topics to read again. */
  push(topic: string, frame: Buffer): void;
  /** When it began to fall behind. */
  laggingSince(): number | undefined;
  /** False when the client says more than it may. */
  mayTalk(now: number): boolean;
}

export interface ClientLimits {
  maxBufferedBytes: number;
  /** Messages from the client in ten seconds. */
  maxMessages: number;
}

const talkWindowMs = 10_000;

/** Frames of one turn of the event loop leave in one write per client: the system calls are what costs. */
const corked = new Set<Duplex>();
function uncorkAll(): void {
  for (const stream of corked) stream.uncork();
  corked.clear();
}

export function createClient({ socket, stream, actor, renew }: Connection, limits: ClientLimits): Client {
  const missed = new Set<string>();
  let laggingSince: number | undefined;
  let windowStart = 0;
  let spoken = 0;
  const send = (message: LiveMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  stream.on('drain', () => {
    if (missed.size === 0) return;
    const resync = [...missed];
    missed.clear();
    laggingSince = undefined;
    send({ resync });
  });
  return {
    socket,
    topics: new Map(),
    actor,
    renew,
    checkedAt: Date.now(),
    answered: true,
    send,
    push(topic, frame) {
      if (socket.readyState !== socket.OPEN) return;
      if (stream.writableLength > limits.maxBufferedBytes) {
        missed.add(topic);
        laggingSince ??= Date.now();
        return;
      }
      if (!corked.has(stream)) {
        if (corked.size === 0) setImmediate(uncorkAll);
        corked.add(stream);
        stream.cork();
      }
      stream.write(frame);
    },
    laggingSince: () => laggingSince,
    mayTalk(now) {
      if (now - windowStart > talkWindowMs) {
        windowStart = now;
        spoken = 0;
      }
      spoken += 1;
      return spoken <= limits.maxMessages;
    },
  };
}

export const beatFrame = textFrame({ beat: true } satisfies LiveMessage);
