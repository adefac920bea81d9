import { setTimeout as delay } from 'node:timers/promises';
import type { RawMessage, ReceiveResult } from './connector-server.ts';

export interface InboxOptions {
  receive(messages: readonly RawMessage[]): Promise<ReceiveResult>;
  signal: AbortSignal;
  maxBatch?: number;
  /** Messages are rejected after waiting this long while the receiver accepts nothing. */
  giveUpAfterMs?: number;
}

export interface Inbox {
  /** Resolves once the message is durable or permanently refused, so that it may be acknowledged. Rejects otherwise. */
  add(message: RawMessage): Promise<void>;
}

interface Waiting {
  message: RawMessage;
  resolve(): void;
  reject(error: unknown): void;
}

const firstPauseMs = 50;
const longestPauseMs = 2_000;

/**
 * Passes messages to the receiver in order of arrival: while one batch is in progress, the next one is collected. The
 * queue is unbounded: callers must stop reading while too many messages are pending.
 */
export function createInbox({ receive, signal, maxBatch = 1_000, giveUpAfterMs = 30_000 }: InboxOptions): Inbox {
  const queue: Waiting[] = [];
  let batchSize = maxBatch;
  let isBusy = false;

  /** Delivers as many messages from the head of the queue as the receiver accepts; returns their number. */
  async function deliver(): Promise<number> {
    const until = performance.now() + giveUpAfterMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const batch = queue.slice(0, batchSize);
      const outcome = await receive(batch.map(({ message }) => message)).catch((error: unknown) => ({ error }));
      if ('isFull' in outcome && !outcome.isFull) {
        batchSize = Math.min(2 * batchSize, maxBatch);
        return batch.length;
      }
      // A smaller batch may still be accepted.
      batchSize = Math.max(1, Math.floor(batchSize / 2));
      if (performance.now() > until) throw 'error' in outcome ? outcome.error : new Error('no room for messages');
      await delay(pauseMs, undefined, { signal });
    }
  }

  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    while (queue.length > 0) {
      try {
        const taken = await deliver();
        for (const { resolve } of queue.splice(0, taken)) resolve();
      } catch (error) {
        for (const { reject } of queue.splice(0)) reject(error);
      }
    }
    isBusy = false;
  }

  return {
    add: (message) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ message, resolve, reject });
        // Messages that arrive in the same tick form one batch.
        if (!isBusy && queue.length === 1) setImmediate(() => void work());
      }),
  };
}
