interface Waiter {
  accountId: number;
  packets: number;
  resolve(hasRoom: boolean): void;
}

interface WaitingRoomOptions {
  hasRoom(accountId: number, packets: number): boolean;
  waitMs: number;
  maxWaiting: number;
}

/**
 * Senders that find the queue full wait for a moment, in the order of arrival. Waiting costs nothing, whereas a refused
 * sender retries at once, which takes time away from applying packets.
 */
export function createWaitingRoom({ hasRoom, waitMs, maxWaiting }: WaitingRoomOptions) {
  const waiters = new Set<Waiter>();

  return {
    /** Resolves with true once there is room. The caller must append its packets in the same tick, before others do. */
    enter(accountId: number, packets: number): Promise<boolean> {
      if (waiters.size >= maxWaiting) return Promise.resolve(false);
      return new Promise((resolve) => {
        const leave = (isIn: boolean) => {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve(isIn);
        };
        const waiter = { accountId, packets, resolve: leave };
        const timer = setTimeout(leave, waitMs, false);
        waiters.add(waiter);
      });
    },

    /** Admits waiting calls after packets were applied. Calls of accounts that are still full are skipped. */
    admit(): void {
      if (waiters.size === 0) return;
      const granted = new Map<number, number>();
      for (const { accountId, packets, resolve } of [...waiters]) {
        // Room already granted in this loop is not yet counted by `hasRoom`.
        const wanted = (granted.get(accountId) ?? 0) + packets;
        if (!hasRoom(accountId, wanted)) continue;
        granted.set(accountId, wanted);
        resolve(true);
      }
    },

    close(): void {
      for (const { resolve } of [...waiters]) resolve(false);
    },
  };
}
