import { setTimeout as delay } from 'node:timers/promises';
import type { RawMessage, ReceiveResult } from './connector-server.ts';

export interface InboxOptions {
  receive(messages: readonly RawMessage[]): Promise<ReceiveResult>;
  signal: AbortSignal;
  maxBatch?: number;
  /** While nothing is taken, messages wait for this long before they are given up. */
  giveUpAfterMs?: number;
}

export interface Inbox {
  /** Resolves once the message is durable or was refused for good: it may be acknowledged. Rejects when it may not. */
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
 * Hands messages on in the order in which they came: one batch is under way, the next one gathers meanwhile. It does
 * not bound by itself how many wait: whoever adds must not read on while too many are open.
 */
export function createInbox({ receive, signal, maxBatch = 1_000, giveUpAfterMs = 30_000 }: InboxOptions): Inbox {
  const queue: Waiting[] = [];
  let batchSize = maxBatch;
  let isBusy = false;

  /** Takes as many of the first ones as there is room for; answers how many. */
  async function deliver(): Promise<number> {
    const until = performance.now() + giveUpAfterMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const batch = queue.slice(0, batchSize);
      const outcome = await receive(batch.map(({ message }) => message)).catch((error: unknown) => ({ error }));
      if ('isFull' in outcome && !outcome.isFull) {
        batchSize = Math.min(2 * batchSize, maxBatch);
        return batch.length;
      }
      // A smaller batch may still find room.
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
        // What arrives in one piece goes on in one piece.
        if (!isBusy && queue.length === 1) setImmediate(() => void work());
      }),
  };
}
