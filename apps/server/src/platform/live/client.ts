import type { Duplex } from 'node:stream';
import type { LiveMessage } from '@stellwerk/contract/live';
import type { WebSocket } from 'ws';
import type { Actor } from '../http/ctx.ts';
import type { FoundTopic } from './define-topic.ts';
import { textFrame } from './frame.ts';

export interface Connection {
  socket: WebSocket;
  /** The stream below the WebSocket: frames shared by many clients are written to it directly. */
  stream: Duplex;
  actor: Actor;
  /** Loads the caller again; undefined if the session has ended. */
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
  /** Drops the message if the client cannot keep up; the client is later notified which topics to reload. */
  push(topic: string, frame: Buffer): void;
  /** The time when the client began to fall behind. */
  laggingSince(): number | undefined;
  /** False if the client sends more messages than it may. */
  mayTalk(now: number): boolean;
}

interface ClientLimits {
  maxBufferedBytes: number;
  /** Maximum number of messages from the client in ten seconds. */
  maxMessages: number;
}

const talkWindowMs = 10_000;

/** Frames of one event loop turn are sent in one write per client, because the system calls dominate the cost. */
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
